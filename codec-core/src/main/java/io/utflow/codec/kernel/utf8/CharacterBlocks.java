/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import static io.utflow.codec.kernel.utf8.BlockPatterns.BAD_CODES;
import static io.utflow.codec.kernel.utf8.BlockPatterns.BLOCK;
import static io.utflow.codec.kernel.utf8.BlockPatterns.CODES;
import static io.utflow.codec.kernel.utf8.BlockPatterns.COUNT;
import static io.utflow.codec.kernel.utf8.BlockPatterns.FOUR;
import static io.utflow.codec.kernel.utf8.BlockPatterns.LANES;
import static io.utflow.codec.kernel.utf8.BlockPatterns.LANES_OF_TWO;
import static io.utflow.codec.kernel.utf8.BlockPatterns.PLACES;
import static io.utflow.codec.kernel.utf8.BlockPatterns.SHAPE;
import static io.utflow.codec.kernel.utf8.BlockPatterns.SHAPE_BITS;
import static io.utflow.codec.kernel.utf8.BlockPatterns.SURROGATES;
import static io.utflow.codec.kernel.utf8.BlockPatterns.SURROGATES_OF_TWO;
import static io.utflow.codec.kernel.utf8.BlockPatterns.TABLE;
import static io.utflow.codec.kernel.utf8.BlockPatterns.TWO;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: characters of any length in any order, by {@code Long.compress} and {@code Long.expand}.
 * Blocks of six bytes begin at fixed distances and nothing in them is a branch, so text of
 * characters of up to three bytes passes at one speed, 1.8 GB/s, whatever the lengths of its
 * letters and words; where nearly all is ASCII, {@link ShortRuns} are faster.
 *
 * <p>A block converts the characters that begin in it, whose last bytes may be the first of the
 * next. Which of eight bytes continue a sequence is an index into {@link BlockPatterns}: masks for
 * {@code compress} take the value bits out of the bytes, and masks for {@code expand} spread them
 * to chars. The same entry proves the block well-formed, in two steps: it holds the bits that tell
 * the length of each sequence, which must be as the pattern says; and the rest of Table 3-7,
 * overlong sequences and surrogates, is checked by a code of six bits for each longer sequence, of
 * which at most three begin in a block. The characters of a block are well-formed when it is left,
 * so the next one need not know of them: only how many of its first bytes may belong to them.
 *
 * <p>Among four-byte sequences only those with F0 are read, nearly all emoji. One that begins at
 * the sixth place has its last byte outside the eight: it looks like one of three bytes, and its
 * lead byte is not of that length, so the block ends the loop, which is entered again a byte
 * earlier.
 *
 * <p>The loop is one method of more than 325 bytes of bytecode, which C2 does not inline: within a
 * larger one it runs out of registers, and text passes at 1.4 GB/s.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before {@code end}, all of which it
 * loads, and as far from {@code dend}, because no byte becomes more than one char.
 */
public final class CharacterBlocks {
  private static final int WINDOW = 8;
  private static final long INDEX_BITS = Words.HIGH_BITS | PLACES - 1;

  private CharacterBlocks() {}

  /** Decodes up to a block that holds an ill-formed sequence, or another that is not read here. */
  public static long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (end - pos < WINDOW || src[pos] < -64) {
      return 0;
    }
    int p = pos;
    int d = dpos;
    while (true) {
      long run = decodeBlocks(src, p, end, dst, d, dend);
      int read = Kernel.read(run);
      p += read;
      d += Kernel.written(run);
      if (read == 0 || end - p < WINDOW || src[p + BLOCK - 1] < -16 || src[p + BLOCK - 1] >= 0) {
        return Kernel.progress(p - pos + (p == pos ? 0 : open(src, p)), d - dpos);
      }
      // Begins again with the byte before. The unit of a character that begins there is taken back.
      p--;
      d -= src[p] < -64 ? 0 : 1;
    }
  }

  private static long decodeBlocks(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    // The array's length tells C2 that p cannot overflow; else it does not count the loop, and text
    // passes at 1.5 GB/s.
    int limit = Math.min(pos + Math.min(end - pos, dend - dpos), src.length) - (WINDOW - 1);
    while (p < limit) {
      long word = Words.get(src, p);
      // The pattern times PLACES: the lowest bits of the mask gather what is cleared.
      int at = (int) BitGather.compress(word & ~(word << 1), INDEX_BITS) & PLACES * 0xFF;
      long bytes = Long.reverseBytes(word);
      long shape = bytes & TABLE[at + SHAPE_BITS];
      int codes = (int) BitGather.compress(bytes, TABLE[at + CODES]);
      long bad = BAD_CODES >>> codes | BAD_CODES >>> (codes >>> 6) | BAD_CODES >>> (codes >>> 12);
      if (shape != TABLE[at + SHAPE] || (bad & 1) != 0) {
        break;
      }
      long four = BitGather.compress(bytes, TABLE[at + FOUR]);
      four = BitGather.expand(four, TABLE[at + LANES]) + TABLE[at + SURROGATES];
      int pair = Integer.rotateLeft((int) (four >>> 32), 16);
      dst[d] = (char) pair;
      dst[d + 1] = (char) (pair >>> 16);
      pair = Integer.rotateLeft((int) four, 16);
      dst[d + 2] = (char) pair;
      dst[d + 3] = (char) (pair >>> 16);
      long two = BitGather.compress(bytes, TABLE[at + TWO]);
      two = BitGather.expand(two, TABLE[at + LANES_OF_TWO]) + TABLE[at + SURROGATES_OF_TWO];
      pair = Integer.rotateLeft((int) two, 16);
      dst[d + 4] = (char) pair;
      dst[d + 5] = (char) (pair >>> 16);
      d += (int) TABLE[at + COUNT];
      p += BLOCK;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  /**
   * The number of bytes at {@code p} that belong to a well-formed sequence which begins before it.
   */
  private static int open(byte[] src, int p) {
    int start = p - 1;
    while (src[start] < -64) {
      start--;
    }
    int lead = src[start];
    int length = lead >= 0 ? 1 : lead < -32 ? 2 : lead < -16 ? 3 : 4;
    return start + length - p;
  }
}
