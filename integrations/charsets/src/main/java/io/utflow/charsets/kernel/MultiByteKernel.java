/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import static io.utflow.charsets.table.PairTable.NONE;

import io.utflow.charsets.form.MultiByteForm;
import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.PairTable;
import io.utflow.charsets.web.WebMultiByteForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.LongAscii;
import io.utflow.codec.kernel.lanes.Words;
import org.jspecify.annotations.Nullable;

/**
 * A charset without state: sequences of one and two bytes by the table of its form, long runs of
 * ASCII apart, and all else by another kernel: the JDK's own coders, or the tables of the web.
 */
public final class MultiByteKernel implements Kernel {
  /**
   * The number of bytes that are read before a long run of ASCII is looked for again, and that the
   * other kernel gets if the table has no character.
   */
  private static final int STRETCH = 512;

  /** Each of these bits set, every other byte begins two: the eight are four characters. */
  private static final long LEADS = 0x0080_0080_0080_0080L;

  private final MultiByteForm form;
  private final Kernel other;
  private final boolean ascii;

  /** Whether the JDK's encoder would write other bytes. */
  private final boolean encodesByTable;

  /** 128 KiB, made when the first text is read. */
  private volatile @Nullable PairTable asciiAndPairs;

  /** The kernel of a form, in whose table it looks. */
  public MultiByteKernel(MultiByteForm form) {
    this.form = form;
    this.ascii = form.isAsciiTransparent();
    this.encodesByTable =
        form.writes() && !(form instanceof WebMultiByteForm) && !form.isWrittenByTheJdk();
    this.other =
        form instanceof WebMultiByteForm web
            ? new WebKernel(web)
            : new JdkKernel(form.charset(), form.writes() && form.isWrittenByTheJdk(), ascii);
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int first = ascii ? firstAscii(src, pos, dst, dpos, Math.min(end - pos, dend - dpos)) : 0;
    int p = pos + first;
    int d = dpos + first;
    if (p == end) {
      return Kernel.progress(first, first);
    }
    int from;
    do {
      from = p;
      int stretch = p + Math.min(end - p, STRETCH);
      long progress = decodeByTable(src, p, stretch, dst, d, dend);
      p += Kernel.read(progress);
      d += Kernel.written(progress);
      if (stretch - p > 1 && d < dend) {
        progress = other.decode(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
        p += Kernel.read(progress);
        d += Kernel.written(progress);
      }
      int run = ascii ? LongAscii.later(src, p, dst, d, Math.min(end - p, dend - d)) : 0;
      p += run;
      d += run;
    } while (p > from);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Short ASCII as well while there is no table, which it need not wait for. */
  private int firstAscii(byte[] src, int pos, char[] dst, int dpos, int length) {
    int run = LongAscii.first(src, pos, dst, dpos, length);
    return run == 0 && asciiAndPairs == null ? shortAscii(src, pos, dst, dpos, length) : run;
  }

  private static int shortAscii(byte[] src, int pos, char[] dst, int dpos, int length) {
    int i = 0;
    while (i < length && src[pos + i] >= 0) {
      dst[dpos + i] = (char) src[pos + i];
      i++;
    }
    return i;
  }

  private long decodeByTable(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    long words = ascii ? decodeWords(src, pos, end, dst, dpos, dend) : 0;
    int p = pos + Kernel.read(words);
    int d = dpos + Kernel.written(words);
    return words + form.sequences().decode(src, p, p + Math.min(end - p, 32), dst, d, dend);
  }

  /**
   * Four characters of each word, without a branch for their lengths, which no processor foresees
   * where words are short: a byte from 80 on begins two.
   */
  private long decodeWords(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    PairTable table = asciiAndPairs();
    int p = pos;
    int d = dpos;
    while (end - p >= 8 && dend - d >= 4) {
      long first = Words.get(src, p);
      if ((first & Words.HIGH_BITS) == 0 && dend - d >= 8) {
        widen(first, dst, d);
        p += 8;
        d += 8;
        continue;
      }
      if ((first & LEADS) == LEADS) {
        char a = table.get((int) first);
        char b = table.get((int) (first >>> 16));
        char c = table.get((int) (first >>> 32));
        char e = table.get((int) (first >>> 48));
        if (a == NONE || b == NONE || c == NONE || e == NONE) {
          break;
        }
        dst[d] = a;
        dst[d + 1] = b;
        dst[d + 2] = c;
        dst[d + 3] = e;
        p += 8;
        d += 4;
        continue;
      }
      int two = (int) first >>> 7 & 1;
      char a = table.get(index((int) first, two));
      long second = first >>> 8 + 8 * two;
      int read = 4 + two;
      two = (int) second >>> 7 & 1;
      char b = table.get(index((int) second, two));
      long third = second >>> 8 + 8 * two;
      read += two;
      two = (int) third >>> 7 & 1;
      char c = table.get(index((int) third, two));
      int fourth = (int) (third >>> 8 + 8 * two);
      read += two;
      two = fourth >>> 7 & 1;
      char e = table.get(index(fourth, two));
      read += two;
      if (a == NONE || b == NONE || c == NONE || e == NONE) {
        break;
      }
      dst[d] = a;
      dst[d + 1] = b;
      dst[d + 2] = c;
      dst[d + 3] = e;
      p += read;
      d += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private static void widen(long ascii, char[] dst, int d) {
    for (int i = 0; i < 8; i++) {
      dst[d + i] = (char) (ascii >>> 8 * i & 0xFF);
    }
  }

  private static int index(int word, int two) {
    return word & (0xFF | -two & 0xFF00);
  }

  private PairTable asciiAndPairs() {
    PairTable made = asciiAndPairs;
    if (made == null) {
      made = form.sequences().asciiAndPairs();
      asciiAndPairs = made;
    }
    return made;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    return encodesByTable
        ? encodeByTable(src, pos, end, dst, dpos, dend)
        : other.encode(src, pos, end, dst, dpos, dend);
  }

  private long encodeByTable(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    CharacterTable characters = form.characters();
    int p = pos;
    int d = dpos;
    int packed;
    while (p < end
        && dend - d >= EncodingForm.MOST_WRITTEN
        && !Character.isSurrogate(src[p])
        && (packed = characters.get(src[p])) != CharacterTable.UNMAPPED) {
      d = CharacterTable.write(packed, dst, d);
      p++;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    return other.wellFormedPrefix(src, pos, end);
  }
}
