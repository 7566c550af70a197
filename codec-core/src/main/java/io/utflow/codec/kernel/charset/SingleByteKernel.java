/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.charset;

import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.jdk.CharacterTable;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.utf8.JdkAscii;
import org.jspecify.annotations.Nullable;

/**
 * A charset of one byte for each character, by tables: eight bytes are one word, and long runs of
 * ASCII are taken by the loops for ASCII where the charset has it.
 */
public final class SingleByteKernel implements Kernel {
  /** Stands in the table for no character. */
  private static final char NONE = '\uFFFF';

  /** A bit of {@link #NONE}, which few characters of such charsets have. */
  private static final int MAY_BE_NONE = 0x8000_8000;

  /** So many bytes are read before a long run of ASCII is looked for again. */
  private static final int STRETCH = 512;

  private final char[] chars;
  private final boolean complete;

  /** Whether ASCII bytes are ASCII characters, both ways. */
  private final boolean ascii;

  private final CharacterTable bytes;

  /** The characters of each two bytes; 256 KiB, made when text other than long ASCII is read. */
  private volatile int @Nullable [] pairs;

  /** The kernel of a form, in whose tables it looks. */
  public SingleByteKernel(SingleByteForm form) {
    this.chars = form.characters(NONE);
    this.complete = String.valueOf(chars).indexOf(NONE) < 0;
    this.ascii = form.isAsciiTransparent();
    this.bytes = form.characters();
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? LongAscii.first(src, pos, dst, dpos, length) : 0;
    if (i < length) {
      i += decodeByTable(src, pos + i, dst, dpos + i, length - i);
    }
    return Kernel.progress(i, i);
  }

  private int decodeByTable(byte[] src, int pos, char[] dst, int dpos, int length) {
    int i = 0;
    while (i < length) {
      int wanted = Math.min(length - i, STRETCH);
      int run = stretch(src, pos + i, dst, dpos + i, wanted);
      i += run;
      if (run < wanted) {
        break;
      }
      i += ascii ? LongAscii.later(src, pos + i, dst, dpos + i, length - i) : 0;
    }
    return i;
  }

  /** Two bytes at a time: with half the look-ups, a loop is up to twice as fast as the JDK's. */
  private int stretch(byte[] src, int p, char[] dst, int d, int length) {
    int[] table = pairs();
    int seen = 0;
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long word = Words.get(src, p + i);
      int first = table[(int) word & 0xFFFF];
      int second = table[(int) (word >>> 16) & 0xFFFF];
      int third = table[(int) (word >>> 32) & 0xFFFF];
      int fourth = table[(int) (word >>> 48)];
      dst[d + i] = (char) first;
      dst[d + i + 1] = (char) (first >>> 16);
      dst[d + i + 2] = (char) second;
      dst[d + i + 3] = (char) (second >>> 16);
      dst[d + i + 4] = (char) third;
      dst[d + i + 5] = (char) (third >>> 16);
      dst[d + i + 6] = (char) fourth;
      dst[d + i + 7] = (char) (fourth >>> 16);
      seen |= first | second | third | fourth;
    }
    for (; i < length; i++) {
      int one = table[src[p + i] & 0xFF];
      dst[d + i] = (char) one;
      seen |= one & 0xFFFF;
    }
    return complete || (seen & MAY_BE_NONE) == 0 ? length : beforeNone(src, p, length);
  }

  private int[] pairs() {
    int[] made = pairs;
    if (made == null) {
      made = new int[0x10000];
      for (int i = 0; i < made.length; i++) {
        made[i] = chars[i & 0xFF] | chars[i >>> 8] << 16;
      }
      pairs = made;
    }
    return made;
  }

  private int beforeNone(byte[] src, int p, int length) {
    int i = 0;
    while (i < length && chars[src[p + i] & 0xFF] != NONE) {
      i++;
    }
    return i;
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    if (complete) {
      return end - pos;
    }
    int p = pos;
    while (p < end) {
      p += ascii ? Ascii.prefix(src, p, end) : 0;
      int wanted = Math.min(end - p, STRETCH);
      int run = beforeNone(src, p, wanted);
      p += run;
      if (run < wanted) {
        break;
      }
    }
    return p - pos;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? JdkAscii.narrow(src, pos, dst, dpos, length) : 0;
    while (i < length) {
      int packed = bytes.get(src[pos + i]);
      if (packed < 0) {
        break;
      }
      dst[dpos + i] = (byte) packed;
      i++;
    }
    return Kernel.progress(i, i);
  }
}
