/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;

/**
 * UTF-8 on machines with 512-bit vectors and instructions that compress bytes. Looks at the next 64
 * bytes, or 32 code units, and runs the loop for the longest sequence in them.
 *
 * <p>Bounds: the block looked at is within the window that {@link Utf8VectorKernel} grants.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
final class Utf8Kernel512 extends Utf8VectorKernel {
  /** The bytes in which the characters of a block begin, and the most chars they become. */
  static final int BLOCK = 64;

  /** A block, and the bytes after it that its last character may have. */
  static final int WINDOW = BLOCK + 3;

  /** The code units of a block. */
  static final int UNITS = 32;

  /** In this many well-formed bytes there is a boundary at least three bytes from the first. */
  private static final int BEFORE = 6;

  /** So many bytes of mixed text are validated, and then decoded, at a time. */
  private static final int CHUNK = 4096;

  /**
   * With fewer continuation bytes, or with half a block of them, a block is not mixed: with few,
   * the next one may be of ASCII; with many, it becomes 32 chars at most.
   */
  private static final int MIXED = 8;

  private final Kernel small;

  Utf8Kernel512(Kernel small) {
    super(small, WINDOW, WINDOW, UNITS + 1, UNITS + 1);
    this.small = small;
  }

  @Override
  long decodeBlocks(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return decodeBlocks(src, p, end, dst, d, dend, false);
  }

  /** The loops for mixed text do not validate it: they are for text that is known to be valid. */
  private long decodeBlocks(
      byte[] src, int p, int end, char[] dst, int d, int dend, boolean wellFormed) {
    ByteVector block = ByteVector.fromArray(BYTES, src, p);
    if (block.compare(LT, ZERO).toLong() == 0) {
      return AsciiDecoder.decode(src, p, end, dst, d, dend);
    }
    if (block.compare(UGE, XE0).toLong() == 0) {
      return Utf8Two512.decode(src, p, end, dst, d, dend);
    }
    boolean three = block.compare(UGE, XF0).toLong() == 0;
    int continuations = Long.bitCount(block.compare(LT, XC0).toLong());
    if (three && (continuations < MIXED || continuations >= BLOCK / 2)) {
      return Utf8Three512.decode(src, p, end, dst, d, dend);
    }
    if ((src[p] & 0xFF) >= 0xF0) {
      long run = Utf8FourByteRuns.decode(src, p, end, dst, d, dend);
      if (Kernel.read(run) != p) {
        return run;
      }
    }
    if (!wellFormed) {
      return decodeChunk(src, p, end, dst, d, dend);
    }
    return three
        ? Utf8Mixed512.decode(src, p, end, dst, d, dend)
        : Utf8Four512.decode(src, p, end, dst, d, dend);
  }

  /** Validates a part of the text, then decodes it, also where it is no longer mixed. */
  private long decodeChunk(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int room = dend - dpos;
    if (room <= BLOCK) {
      return Kernel.progress(pos, dpos);
    }
    // What the room cannot hold is not validated; a char is made of three bytes at most.
    int length = Math.min(Math.min(end - pos, CHUNK), 3 * Math.min(room, CHUNK) + WINDOW);
    int wellFormed = wellFormedBlocks(src, pos, pos + length);
    int p = pos;
    int d = dpos;
    int before = -1;
    while (p != before && p <= wellFormed - WINDOW) {
      before = p;
      long reached = decodeBlocks(src, p, wellFormed, dst, d, dend, true);
      p = Kernel.read(reached);
      d = Kernel.written(reached);
    }
    return Kernel.progress(p, d);
  }

  /** Behind the continuation bytes at {@code p}, of which well-formed text has up to three. */
  static int afterContinuations(byte[] src, int p) {
    int q = p;
    while (q < p + 3 && src[q] < (byte) 0xC0) {
      q++;
    }
    return q;
  }

  @Override
  long encodeBlocks(char[] src, int p, int end, byte[] dst, int d, int dend) {
    ShortVector block = ShortVector.fromCharArray(SHORTS, src, p);
    if (block.compare(UGE, (short) 0x80).toLong() == 0) {
      long ascii = AsciiEncoder.encode(src, p, end, dst, d, dend);
      if (Kernel.read(ascii) != p) {
        return ascii;
      }
    }
    long longer = block.compare(UGE, (short) 0x800).toLong();
    if (longer == 0 || Utf8EncodeTwo512.isSingle(src, p, longer)) {
      return Utf8EncodeTwo512.encode(src, p, end, dst, d, dend);
    }
    if (Character.isSurrogate(src[p])) {
      long pairs = Utf8FourByteRuns.encode(src, p, end, dst, d, dend);
      if (Kernel.read(pairs) != p) {
        return pairs;
      }
    }
    return Utf8EncodeMixed512.encode(src, p, end, dst, d, dend);
  }

  @Override
  int wellFormedBlocks(byte[] src, int p, int end) {
    int from =
        (src[p] | src[p + 1] | src[p + 2]) >= 0
            ? p + 3
            : p + small.wellFormedPrefix(src, p, p + BEFORE);
    return from - p < 3 ? p : Utf8Validator512.blocks(src, from, end);
  }
}
