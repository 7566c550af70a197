/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.ascii.LongAscii;
import java.util.Arrays;

/**
 * A charset of one byte for each character, by a table; where ASCII bytes are ASCII characters,
 * long runs of them by {@link LongAscii}.
 */
public final class SingleByteKernel implements Kernel {
  /** The number of bytes that are read before a long run of ASCII is looked for again. */
  private static final int STRETCH = 512;

  /** Marks, in the table, that there is no character: no charset has U+FFFF. */
  private static final char NONE = '\uFFFF';

  private static final int PAGE = 0x100;

  /** The character of each byte. */
  private final char[] chars;

  /** Where in {@link #bytes} each page of characters begins; 0 for pages without characters. */
  private final char[] pages = new char[PAGE];

  /** The byte of each character in the pages of characters that are read, or -1. */
  private final short[] bytes;

  /** Whether ASCII bytes are ASCII characters, both ways. */
  private final boolean ascii;

  /** Whether each byte is a character. */
  private final boolean complete;

  /** The kernel of a form, in whose tables it looks. */
  public SingleByteKernel(SingleByteForm form) {
    this.chars = form.characters(NONE);
    this.ascii = form.isAsciiTransparent();
    this.complete = String.valueOf(chars).indexOf(NONE) < 0;
    this.bytes = bytes(form);
  }

  private short[] bytes(SingleByteForm form) {
    short[] table = new short[PAGE];
    Arrays.fill(table, (short) SingleByteForm.NONE);
    for (char c : chars) {
      int page = c >>> 8;
      if (pages[page] == 0) {
        int start = table.length;
        pages[page] = (char) start;
        table = Arrays.copyOf(table, start + PAGE);
        for (int i = 0; i < PAGE; i++) {
          table[start + i] = (short) form.byteOf(page << 8 | i);
        }
      }
    }
    return table;
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? LongAscii.first(src, pos, dst, dpos, length) : 0;
    int from;
    do {
      from = i;
      i += lookUp(src, pos + i, dst, dpos + i, Math.min(length - i, STRETCH));
      i += ascii ? LongAscii.later(src, pos + i, dst, dpos + i, length - i) : 0;
    } while (i > from);
    return Kernel.progress(i, i);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    if (complete) {
      return end - pos;
    }
    int p = ascii ? pos + Ascii.prefix(src, pos, end) : pos;
    while (p < end && chars[src[p] & 0xFF] != NONE) {
      p++;
    }
    return p - pos;
  }

  @Override
  public long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? LongAscii.narrow(src, pos, dst, dpos, length) : 0;
    while (i < length) {
      char c = src[pos + i];
      int written = bytes[pages[c >>> 8] + (c & 0xFF)];
      if (written < 0) {
        break;
      }
      dst[dpos + i] = (byte) written;
      i++;
    }
    return Kernel.progress(i, i);
  }

  /** Decodes up to the first byte that is no character; how many bytes were. */
  private int lookUp(byte[] src, int p, char[] dst, int d, int length) {
    int i = 0;
    while (i < length) {
      char c = chars[src[p + i] & 0xFF];
      if (c == NONE) {
        break;
      }
      dst[d + i] = c;
      i++;
    }
    return i;
  }
}
