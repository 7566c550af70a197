/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import static io.utflow.kernels.vector.compress.Lanes512.BYTES;
import static io.utflow.kernels.vector.compress.Lanes512.BYTES_OF_THREE;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.UGE;

import io.utflow.codec.kernel.Kernel;
import io.utflow.kernels.vector.shared.AsciiTranscoder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;

/**
 * UTF-16 bytes to UTF-8, without chars in between: ASCII by {@link AsciiTranscoder}, else the
 * blocks of {@link Utf8EncodeTwo512}, loaded as bytes, in turns as {@link Utf8Encode512} takes
 * them. {@code swapBits} is 8 where the byte order is not the machine's, else 0; the loop shifts by
 * 8, because a constant takes no register.
 *
 * <p>A single surrogate pair is taken between two blocks. Text with more of them goes through
 * chars, by another loop.
 *
 * <p>Bounds: a block is entered with 64 bytes before {@code end} and {@value Utf8Encode512#ROOM}
 * before {@code dend}; it writes two halves of 64, the second begins within 64 of the first.
 *
 * <p>Checked at every width by {@code KernelFuzzTest} and {@code KernelLawsTest}, against the steps
 * of the encoding form.
 */
public final class Utf8Transcoder512 {
  private static final int UNITS = Utf8Kernel512.UNITS;

  /** The bytes of the code units of a block. */
  private static final int BLOCK = 2 * UNITS;

  /** As in {@link Utf8Encode512}, in bytes. After fewer bytes, a pair is one of many. */
  private static final int SHORT = 4 * BLOCK;

  private static final int STAY = 32 * BLOCK;
  private static final int LONGEST_STAY = 128 * BLOCK;

  private static final short FIRST_OF_TWO = 0x80;
  private static final short FIRST_OF_THREE = 0x800;
  private static final short SURROGATE_BITS = (short) 0xF800;
  private static final short SURROGATES = (short) 0xD800;
  private static final int FRONT = 0xFFFF;

  /** The lower half of a lane is in use whatever it is, the upper half if it is not zero. */
  private static final short IN_USE = 0x0100;

  private Utf8Transcoder512() {}

  /**
   * From UTF-16, up to an unpaired surrogate, to pairs less than four blocks apart, or to the end;
   * returns the numbers of bytes read and written. If the number of bytes is odd, the last is left.
   */
  public static long narrow(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int p = pos;
    int d = dpos;
    while (true) {
      int from = p;
      long blocks = blocks(src, p, end, dst, d, dend, swapBits);
      p = Kernel.read(blocks);
      d = Kernel.written(blocks);
      if (p > end - BLOCK || p - from < SHORT) {
        break;
      }
      long pair = throughPair(src, p, end, dst, d, dend, swapBits);
      if (pair == 0) {
        break;
      }
      p = Kernel.read(pair);
      d = Kernel.written(pair);
    }
    int last = end - (end - pos & 1);
    if (p < last && last - BLOCK >= pos && p > last - BLOCK) {
      long rest = rest(src, p, last, dst, d, dend, swapBits);
      p = Kernel.read(rest);
      d = Kernel.written(rest);
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Converts whole blocks without surrogates; returns the positions reached. */
  private static long blocks(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    int p = pos;
    int d = dpos;
    int stay = 0;
    while (p <= end - BLOCK) {
      long ascii = AsciiTranscoder.narrow(src, p, end, dst, d, dend, swapBits);
      p += Kernel.read(ascii);
      d += Kernel.written(ascii);
      // Without a branch: 0 behind a run that was not short.
      stay = Kernel.read(ascii) - SHORT >> 31 & Math.min(4 * stay + STAY, LONGEST_STAY);
      long mixed = mixed(src, p, p + 2 * BLOCK + stay, end, dst, d, dend, swapBits);
      if (Kernel.read(mixed) == p) {
        break;
      }
      p = Kernel.read(mixed);
      d = Kernel.written(mixed);
    }
    return Kernel.progress(p, d);
  }

  /**
   * Converts whole blocks, up to one with a surrogate, or to one of ASCII that begins at {@code
   * until} or later; returns the positions reached.
   */
  private static long mixed(
      byte[] src, int pos, int until, int end, byte[] dst, int dpos, int dend, int swapBits) {
    ByteVector lower = Lanes512.LOWER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector upper = Lanes512.UPPER_UNITS.and(Lanes512.INDEX_BITS);
    ByteVector ofThree = Lanes512.ints(BYTES_OF_THREE).reinterpretAsBytes();
    ByteVector ofTwo = Lanes512.shorts(IN_USE).reinterpretAsBytes();
    int p = pos;
    int d = dpos;
    // With the lengths of the arrays C2 knows that p and d cannot overflow.
    int limit = Math.min(end, src.length) - (BLOCK - 1);
    int room = Math.min(dend, dst.length) - (Utf8Encode512.ROOM - 1);
    while (p < limit && d < room) {
      ShortVector units = ByteVector.fromArray(BYTES, src, p).reinterpretAsShorts();
      if (swapBits != 0) {
        units = units.lanewise(LSHL, 8).or(units.lanewise(LSHR, 8));
      }
      VectorMask<Short> nonAscii = units.compare(UGE, FIRST_OF_TWO);
      long twos = nonAscii.toLong();
      // One branch, for in text of few accents none is predicted.
      if ((twos | p - until >> 31) == 0) {
        break;
      }
      VectorMask<Short> longer = units.compare(UGE, FIRST_OF_THREE);
      IntVector pairs = units.reinterpretAsInts();
      IntVector two = pairs.lanewise(LSHR, 6).and(0x1F001F);
      if (!longer.anyTrue()) {
        two = two.or(pairs.lanewise(LSHL, 8).and(0x3F003F00).or(0x80C080C0));
        ByteVector bytes = units.blend(two.reinterpretAsShorts(), nonAscii).reinterpretAsBytes();
        bytes.compress(bytes.compare(UGE, ofTwo)).intoArray(dst, d);
        d += UNITS + Long.bitCount(twos);
        p += BLOCK;
        continue;
      }
      if (units.and(SURROGATE_BITS).compare(EQ, SURROGATES).anyTrue()) {
        break;
      }
      int more = Long.bitCount(twos) + Long.bitCount(longer.toLong());
      ShortVector last = units.blend(units.and((short) 0x3F).or((short) 0x80), nonAscii);
      IntVector middle = pairs.lanewise(LSHL, 2).and(0x3F003F00).or(0x80E080E0);
      IntVector three = pairs.lanewise(LSHR, 12).and(0xF000F).or(middle);
      ShortVector lead =
          units.and((short) 0).blend(two.or(0xC000C0).reinterpretAsShorts(), nonAscii);
      ByteVector before = lead.blend(three.reinterpretAsShorts(), longer).reinterpretAsBytes();
      ByteVector behind = last.reinterpretAsBytes();
      ByteVector left =
          lower
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(lower.selectFrom(behind).reinterpretAsInts().and(~FRONT))
              .reinterpretAsBytes();
      VectorMask<Byte> used = left.compare(UGE, ofThree);
      left.compress(used).intoArray(dst, d);
      ByteVector right =
          upper
              .selectFrom(before)
              .reinterpretAsInts()
              .and(FRONT)
              .or(upper.selectFrom(behind).reinterpretAsInts().and(~FRONT))
              .reinterpretAsBytes();
      right.compress(right.compare(UGE, ofThree)).intoArray(dst, d + Long.bitCount(used.toLong()));
      d += UNITS + more;
      p += BLOCK;
    }
    return Kernel.progress(p, d);
  }

  /**
   * Converts up to the first surrogate of the block, and that with the next one, if they are a
   * pair; returns the positions reached, or 0, also if the lack of room and not a surrogate ended
   * the blocks. Without vectors, because C2 compiles rare code late.
   */
  private static long throughPair(
      byte[] src, int pos, int end, byte[] dst, int dpos, int dend, int swapBits) {
    if (dpos > dend - Utf8Encode512.ROOM) {
      return 0;
    }
    int p = pos;
    int d = dpos;
    char unit = unit(src, p, swapBits);
    while (!Character.isSurrogate(unit)) {
      if (unit >= 0x800) {
        dst[d++] = (byte) (0xE0 | unit >> 12);
        dst[d++] = (byte) (0x80 | unit >> 6 & 0x3F);
      } else if (unit >= 0x80) {
        dst[d++] = (byte) (0xC0 | unit >> 6);
      }
      dst[d++] = (byte) (unit < 0x80 ? unit : 0x80 | unit & 0x3F);
      p += 2;
      unit = unit(src, p, swapBits);
    }
    if (p > end - 4 || !Character.isSurrogatePair(unit, unit(src, p + 2, swapBits))) {
      return 0;
    }
    boolean isFirstOfMany = p <= end - 6 && Character.isSurrogate(unit(src, p + 4, swapBits));
    if (isFirstOfMany) {
      return 0;
    }
    int scalar = Character.toCodePoint(unit, unit(src, p + 2, swapBits));
    dst[d] = (byte) (0xF0 | scalar >> 18);
    dst[d + 1] = (byte) (0x80 | scalar >> 12 & 0x3F);
    dst[d + 2] = (byte) (0x80 | scalar >> 6 & 0x3F);
    dst[d + 3] = (byte) (0x80 | scalar & 0x3F);
    return Kernel.progress(p + 4, d + 4);
  }

  private static char unit(byte[] src, int p, int swapBits) {
    char unit = (char) (src[p] & 0xFF | src[p + 1] << 8);
    return swapBits == 0 ? unit : Character.reverseBytes(unit);
  }

  /**
   * Converts the rest before {@code end}, which is shorter than a block, by a block that overlaps
   * converted bytes and writes the same bytes again; 64 bytes before {@code end} may be read.
   * Returns the positions reached: {@code p} and {@code d} if there is a surrogate or no room.
   */
  private static long rest(byte[] src, int p, int end, byte[] dst, int d, int dend, int swapBits) {
    int from = end - BLOCK;
    ShortVector units = ByteVector.fromArray(BYTES, src, from).reinterpretAsShorts();
    if (swapBits != 0) {
      units = units.lanewise(LSHL, 8).or(units.lanewise(LSHR, 8));
    }
    int before = p - from >> 1;
    long twice = (1L << before) - 1;
    int more =
        Long.bitCount(units.compare(UGE, FIRST_OF_TWO).toLong() & twice)
            + Long.bitCount(units.compare(UGE, FIRST_OF_THREE).toLong() & twice);
    // A surrogate ends the loop before anything is written, so here none is counted.
    long all = mixed(src, from, end, end, dst, d - before - more, dend, swapBits);
    return Kernel.read(all) == end ? all : Kernel.progress(p, d);
  }
}
