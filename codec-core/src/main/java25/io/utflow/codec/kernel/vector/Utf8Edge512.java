package io.utflow.codec.kernel.vector;

import static io.utflow.codec.kernel.vector.Lanes512.BYTES;
import static io.utflow.codec.kernel.vector.Lanes512.SHORTS;
import static io.utflow.codec.kernel.vector.Lanes512.X90;
import static io.utflow.codec.kernel.vector.Lanes512.XA0;
import static io.utflow.codec.kernel.vector.Lanes512.XC0;
import static io.utflow.codec.kernel.vector.Lanes512.XC2;
import static io.utflow.codec.kernel.vector.Lanes512.XE0;
import static io.utflow.codec.kernel.vector.Lanes512.XED;
import static io.utflow.codec.kernel.vector.Lanes512.XF0;
import static io.utflow.codec.kernel.vector.Lanes512.XF4;
import static io.utflow.codec.kernel.vector.Lanes512.XF5;
import static io.utflow.codec.kernel.vector.Lanes512.ZERO;
import static io.utflow.codec.kernel.vector.Lanes512.first;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import io.utflow.codec.kernel.Kernel;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * What the loops over whole blocks leave: the last bytes of an array, and the well-formed prefix of
 * a block that holds an ill-formed sequence. At most 64 bytes, through masked loads and stores.
 *
 * <p>The lanes that are not loaded are zero, so a sequence cut by the end lacks a continuation byte
 * and is an error like any other. An error shows at the first byte of its sequence or behind it,
 * never before, so the lanes below the first error hold whole, well-formed sequences.
 *
 * <p>Bounds: the masks of loads and stores name only lanes within them. No sequence becomes more
 * chars than it has bytes, and no more bytes are read than there is room for chars.
 */
final class Utf8Edge512 {
  private static final int BLOCK = Utf8Decoder512.BLOCK;

  private Utf8Edge512() {}

  /** Decodes up to the first error; returns the positions reached. */
  static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int most = Math.min(end - pos, dend - dpos);
    int length = wellFormedPrefix(src, pos, pos + most);
    int d = writeLeadingAscii(src, pos, length, dst, dpos);
    int p = pos + d - dpos;
    if (p < pos + length) {
      d = write(src, p, pos + length - p, dst, d);
    }
    return Kernel.progress(pos + length, d);
  }

  /** The length of the longest well-formed prefix of at most 64 bytes. */
  static int wellFormedPrefix(byte[] src, int pos, int end) {
    int length = Math.min(end - pos, BLOCK);
    ByteVector b0 = ByteVector.fromArray(BYTES, src, pos, VectorMask.fromLong(BYTES, first(length)));
    if (b0.compare(LT, ZERO).toLong() == 0) {
      return length;
    }
    ByteVector b2 =
        ByteVector.fromArray(BYTES, src, pos + 2, VectorMask.fromLong(BYTES, first(length - 2)));
    ByteVector b3 =
        ByteVector.fromArray(BYTES, src, pos + 3, VectorMask.fromLong(BYTES, first(length - 3)));
    long lead = b0.compare(UGE, XC2).toLong();
    long three = b0.compare(UGE, XE0).toLong();
    long four = b0.compare(UGE, XF0).toLong();
    long errors =
        b0.compare(LT, XC2).toLong() ^ (lead << 1 | three << 2 | four << 3)
            | three & ~b2.compare(LT, XC0).toLong()
            | four & ~b3.compare(LT, XC0).toLong()
            | secondByteErrors(src, pos, length);
    return Math.min(Long.numberOfTrailingZeros(errors), length);
  }

  /** The lanes of lead bytes that the byte behind them contradicts (Table 3-7), or that none is. */
  private static long secondByteErrors(byte[] src, int pos, int length) {
    ByteVector b0 = ByteVector.fromArray(BYTES, src, pos, VectorMask.fromLong(BYTES, first(length)));
    ByteVector b1 =
        ByteVector.fromArray(BYTES, src, pos + 1, VectorMask.fromLong(BYTES, first(length - 1)));
    long belowA0 = b1.compare(LT, XA0).toLong();
    long below90 = b1.compare(LT, X90).toLong();
    return b0.compare(UGE, XC2).toLong() & ~b1.compare(LT, XC0).toLong()
        | b0.compare(EQ, XE0).toLong() & belowA0
        | b0.compare(EQ, XED).toLong() & ~belowA0
        | b0.compare(EQ, XF0).toLong() & below90
        | b0.compare(EQ, XF4).toLong() & ~below90
        | b0.compare(UGE, XF5).toLong();
  }

  /** Writes the ASCII in front of {@code length} bytes; returns the position behind it. */
  private static int writeLeadingAscii(byte[] src, int p, int length, char[] dst, int dpos) {
    int d = dpos;
    int left = length;
    int at = p;
    while (left > 0) {
      long lanes = first(Math.min(left, 32));
      ByteVector bytes =
          ByteVector.fromArray(
              Lanes512.HALF_BYTES, src, at, VectorMask.fromLong(Lanes512.HALF_BYTES, lanes));
      long nonAscii = bytes.compare(LT, (byte) 0).toLong();
      int count = Math.min(Long.numberOfTrailingZeros(nonAscii), Math.min(left, 32));
      ((ShortVector) bytes.convertShape(ZERO_EXTEND_B2S, SHORTS, 0))
          .intoCharArray(dst, d, VectorMask.fromLong(SHORTS, first(count)));
      d += count;
      at += count;
      left -= count;
      if (nonAscii != 0) {
        break;
      }
    }
    return d;
  }

  /** Writes the characters of {@code length} well-formed bytes; returns the position behind. */
  private static int write(byte[] src, int p, int length, char[] dst, int d) {
    ByteVector bytes = ByteVector.fromArray(BYTES, src, p, VectorMask.fromLong(BYTES, first(length)));
    long starts = first(length) & ~bytes.compare(LT, XC0).toLong();
    return Utf8Mixed512.write(src, p, length, starts, dst, d);
  }
}
