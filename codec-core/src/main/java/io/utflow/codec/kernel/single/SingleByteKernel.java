/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.form.CharacterTable;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import io.utflow.codec.kernel.ascii.LongAscii;

/**
 * A charset of one byte for each character, by a table of {@link BytePairs}; where ASCII bytes are
 * ASCII characters, long runs of them by {@link LongAscii}.
 */
public final class SingleByteKernel implements Kernel {
  /** So many bytes are read before a long run of ASCII is looked for again. */
  private static final int STRETCH = 512;

  private final BytePairs pairs;

  /** Whether ASCII bytes are ASCII characters, both ways. */
  private final boolean ascii;

  private final CharacterTable bytes;

  /** The kernel of a form, in whose tables it looks. */
  public SingleByteKernel(SingleByteForm form) {
    this.pairs = new BytePairs(form.characters(BytePairs.NONE));
    this.ascii = form.isAsciiTransparent();
    this.bytes = form.characters();
  }

  @Override
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int length = Math.min(end - pos, dend - dpos);
    int i = ascii ? LongAscii.first(src, pos, dst, dpos, length) : 0;
    while (i < length) {
      int wanted = Math.min(length - i, STRETCH);
      int run = pairs.decode(src, pos + i, dst, dpos + i, wanted);
      i += run;
      if (run < wanted) {
        break;
      }
      i += ascii ? LongAscii.later(src, pos + i, dst, dpos + i, length - i) : 0;
    }
    return Kernel.progress(i, i);
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
    int i = ascii ? LongAscii.narrow(src, pos, dst, dpos, length) : 0;
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
