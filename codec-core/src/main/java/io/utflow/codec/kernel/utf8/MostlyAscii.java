/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8: ASCII with a longer character here and there, as languages in Latin letters are written,
 * and source code. The JDK's coder of ISO-8859-1 widens a stretch of bytes as if each were a
 * character, many times as fast as a loop can; the text between two longer characters is copied
 * from there.
 *
 * <p>A block is 64 bytes, tested at once. There is a branch on whether it contains a longer
 * character, but not on its place. A run is copied together with the next bytes, in multiples of a
 * block, because the end of a copy is branches too; the length of its first block is constant, so
 * that C2 knows it.
 *
 * <p>The loop over the blocks is one method of more than 325 bytes of bytecode, which C2 compiles
 * by itself. The coder and its buffers are made once for a text: whether C2 spares them depends on
 * what else the JVM has run.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before the end of a stretch of {@code
 * n} bytes. These are widened to a place one block after {@code dpos}. No byte becomes more than
 * one char, so chars are stored at least a block before the widened bytes that are still to be
 * copied. A copy stores less than a block after its run, and reads less than a block after the
 * widened bytes. With both, {@code n} chars and two blocks are enough.
 */
public final class MostlyAscii {
  private static final int BLOCK = 64;

  /** A block, and the bytes loaded for a character that begins with its last byte. */
  private static final int WINDOW = BLOCK + 3;

  /** In bytes: with less, the calls cost more than they spare. */
  private static final int LEAST = 1024;

  /** In bytes: how much is looked at. */
  private static final int SAMPLE = 512;

  /** In bytes: how much is widened by one call, first and at most. */
  private static final int FIRST_STRETCH = 1024;

  private static final int LONGEST_STRETCH = 4096;

  /**
   * The least number of bytes of longer characters in the first {@value #SAMPLE} that counts as
   * many: Polish has 64.
   */
  private static final int MANY_LONGER = 80;

  /** As how many bytes each counts that ends five in a row: two letters of Portuguese have four. */
  private static final int IN_ROW = 16;

  /** After this number of longer characters in a row the text has words of them. */
  private static final int MANY_IN_ROW = 3;

  /** Moves the sign of byte {@code i} to bit {@code 56 + i}. */
  private static final long GATHER = 0x0002040810204081L;

  private MostlyAscii() {}

  /** Whether there are enough bytes, and room for so many chars. */
  private static boolean isRoom(int bytes, int chars) {
    return Math.min(bytes, chars - 2 * BLOCK) >= LEAST;
  }

  /** Whether there is room, and the first {@value #SAMPLE} bytes hold few of longer characters. */
  public static boolean suits(byte[] src, int p, int end, int chars) {
    if (!isRoom(end - p, chars)) {
      return false;
    }
    int longer = 0;
    for (int i = 0; i < SAMPLE; i += 8) {
      long signs = Words.get(src, p + i) & Words.HIGH_BITS;
      long inRow = signs & signs << 8;
      inRow &= inRow << 16 & signs << 32;
      longer += Long.bitCount(signs) + IN_ROW * Long.bitCount(inRow);
    }
    return longer < MANY_LONGER;
  }

  /** Decodes text for which there is room, while longer characters are few. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    CharsetDecoder widening = StandardCharsets.ISO_8859_1.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(src);
    CharBuffer out = CharBuffer.wrap(dst);
    int stretch = FIRST_STRETCH;
    int length;
    long run;
    do {
      length = Math.min(Math.min(stretch, end - p), dend - d - 2 * BLOCK);
      int widened = d + BLOCK;
      in.limit(p + length).position(p);
      out.limit(widened + length).position(widened);
      widening.decode(in, out, false);
      run = decodeStretch(src, p, p + length, dst, d, widened);
      p += Kernel.read(run);
      d += Kernel.written(run);
      stretch = Math.min(2 * stretch, LONGEST_STRETCH);
    } while (goesOn(run, length) && isRoom(end - p, dend - d));
    return Kernel.progress(p - pos, d - dpos);
  }

  /** Whether a stretch was read to its end and has longer characters, but few. */
  private static boolean goesOn(long run, int length) {
    int more = Kernel.read(run) - Kernel.written(run);
    return Kernel.read(run) > length - WINDOW && more > 0 && 10 * more <= Kernel.written(run);
  }

  private static long decodeStretch(
      byte[] src, int pos, int end, char[] dst, int dpos, int widened) {
    int p = pos;
    int d = dpos;
    int run = pos;
    int toWidened = widened - pos;
    int last = end - WINDOW;
    int inRow = 0;
    while (p <= last) {
      long first = Words.get(src, p);
      long second = Words.get(src, p + 8);
      long third = Words.get(src, p + 16);
      long fourth = Words.get(src, p + 24);
      long half = (first | second | third | fourth) & Words.HIGH_BITS;
      long fifth = Words.get(src, p + 32);
      long sixth = Words.get(src, p + 40);
      long seventh = Words.get(src, p + 48);
      long eighth = Words.get(src, p + 56);
      if ((half | (fifth | sixth | seventh | eighth) & Words.HIGH_BITS) == 0) {
        p += BLOCK;
        continue;
      }
      if (half == 0) {
        first = fifth;
        second = sixth;
        third = seventh;
        fourth = eighth;
        p += BLOCK / 2;
      }
      int signs = signs(first) | signs(second) << 8 | signs(third) << 16 | signs(fourth) << 24;
      p += Integer.numberOfTrailingZeros(signs);
      int length = p - run;
      inRow = length == 0 ? inRow + 1 : 0;
      if (inRow == MANY_IN_ROW) {
        break;
      }
      System.arraycopy(dst, run + toWidened, dst, d, BLOCK);
      if (length > BLOCK) {
        int rest = length - 1 & -BLOCK;
        System.arraycopy(dst, run + toWidened + BLOCK, dst, d + BLOCK, rest);
      }
      d += length;
      run = p;
      int bytes = Words.getInt(src, p);
      int unit;
      if ((bytes & 0xC0E0) == 0x80C0 && (bytes & 0x1E) != 0) {
        unit = (bytes & 0x1F) << 6 | bytes >>> 8 & 0x3F;
        p += 2;
      } else if (SingleCharacter.isThree(bytes)) {
        unit = SingleCharacter.three(bytes);
        p += 3;
      } else {
        int scalar = ScalarUtf8Kernel.fourBytes(src, p);
        if (scalar < 0) {
          break;
        }
        dst[d] = Character.highSurrogate(scalar);
        unit = Character.lowSurrogate(scalar);
        d++;
        p += 4;
      }
      dst[d] = (char) unit;
      d++;
      run = p;
    }
    int length = p - run;
    System.arraycopy(dst, run + toWidened, dst, d, length);
    return Kernel.progress(p - pos, d + length - dpos);
  }

  private static int signs(long word) {
    return (int) ((word & Words.HIGH_BITS) * GATHER >>> 56);
  }
}
