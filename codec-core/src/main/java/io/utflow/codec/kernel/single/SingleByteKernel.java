/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.form.CharacterTable;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.utf8.JdkAscii;
import org.jspecify.annotations.Nullable;

/**
 * A charset of one byte for each character, by tables; letters in a row are added to, and long runs
 * of ASCII are taken by the loops for ASCII, where the charset has them.
 */
public final class SingleByteKernel implements Kernel {
  /** So many bytes are read before a long run of ASCII is looked for again. */
  private static final int STRETCH = 512;

  /** The same of bytes in a row, which are decoded in three passes: the chars stay in the cache. */
  private static final int STRETCH_OF_ROW = 4096;

  private final BytePairs pairs;
  private final @Nullable LetterRow row;

  /** Whether ASCII bytes are ASCII characters, both ways. */
  private final boolean ascii;

  private final CharacterTable bytes;

  /** The kernel of a form, in whose tables it looks. */
  public SingleByteKernel(SingleByteForm form) {
    char[] chars = form.characters(BytePairs.NONE);
    this.pairs = new BytePairs(chars);
    this.ascii = form.isAsciiTransparent();
    this.row = ascii ? LetterRow.of(chars) : null;
    this.bytes = form.characters();
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? LongAscii.first(src, pos, dst, dpos, length) : 0;
    while (i < length) {
      int left = length - i;
      boolean inRow = suitsRow(src, pos + i, left);
      int wanted = Math.min(left, inRow ? STRETCH_OF_ROW : STRETCH);
      int run = stretch(inRow ? row : null, src, pos + i, dst, dpos + i, wanted);
      i += run;
      if (run < wanted) {
        break;
      }
      i += ascii ? LongAscii.later(src, pos + i, dst, dpos + i, length - i) : 0;
    }
    return Kernel.progress(i, i);
  }

  private boolean suitsRow(byte[] src, int p, int length) {
    return row != null && length >= LetterRow.SHORTEST && row.suits(src, p);
  }

  private int stretch(
      @Nullable LetterRow suiting, byte[] src, int p, char[] dst, int d, int length) {
    return suiting == null
        ? pairs.decode(src, p, dst, d, length)
        : suiting.decode(src, p, dst, d, length);
  }

  @Override
  public int wellFormedPrefix(byte[] src, int pos, int end) {
    if (pairs.isComplete()) {
      return end - pos;
    }
    int p = pos;
    while (p < end) {
      p += ascii ? Ascii.prefix(src, p, end) : 0;
      int wanted = Math.min(end - p, STRETCH);
      int run = pairs.beforeNone(src, p, wanted);
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
