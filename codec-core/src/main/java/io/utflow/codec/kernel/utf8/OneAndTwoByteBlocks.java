/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.lanes.BitGather;
import io.utflow.codec.kernel.lanes.Words;

/**
 * UTF-8: characters below U+0800 in any order, by {@code Long.compress} and {@code Long.expand}:
 * decoded to Latin-1, and encoded, with single three-byte ones among them. Blocks of eight bytes or
 * four chars begin at fixed distances, so no block waits for the length of the one before, and the
 * end of a word is not a branch.
 *
 * <p>Decoding, every byte except a lead byte becomes one character: its lower seven bits, and above
 * them, six places up, the value bits of the lead byte before it, if there is one. {@code open} and
 * {@code openBits} are the sign and the value bits of a lead byte that ends the block before. A
 * block that holds a longer or an ill-formed sequence (Table 3-7) ends the loop.
 *
 * <p>Bounds: decoding, a block is entered with eight bytes before {@code end} and before {@code
 * dend}; encoding, with four chars and eight bytes.
 *
 * <p>Checked by {@code KernelFuzzTest} against {@link io.utflow.codec.form.Utf8Form}.
 */
public final class OneAndTwoByteBlocks {
  private static final int BLOCK = 8;

  /** After this many bytes the decoder looks for a long run of ASCII. */
  private static final int STRETCH = 256;

  /** This many blocks of ASCII in a row end the encoder's loop. */
  private static final int MAX_ASCII_BLOCKS = 4;

  private static final long BYTES = 0x0101010101010101L;
  private static final long SIGNS = Words.HIGH_BITS;
  private static final long LOWER_HALVES = 0xFF * Words.LANES;

  private OneAndTwoByteBlocks() {}

  /** Decodes characters below U+0100 to one byte each. */
  public static long toLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      int ascii = longAscii(src, p, p + Math.min(end - p, dend - d));
      System.arraycopy(src, p, dst, d, ascii);
      p += ascii;
      d += ascii;
      if (ascii != 0 && d < dend && isSingleLatin1(src, p, end)) {
        dst[d++] = (byte) SingleCharacter.two(src, p);
        p += 2;
        continue;
      }
      long blocks = toLatin1Blocks(src, p, p + Math.min(end - p, STRETCH), dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
    } while (p != from);
    return Kernel.progress(p - pos, d - dpos);
  }

  private static boolean isSingleLatin1(byte[] src, int p, int end) {
    return SingleCharacter.isTwoAmongAscii(src, p, end) && src[p] < (byte) 0xC4;
  }

  private static int longAscii(byte[] src, int p, int end) {
    return AsciiRuns.isLong(src, p, end) ? Ascii.prefix(src, p, end) : 0;
  }

  private static long toLatin1Blocks(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int last = end - BLOCK;
    int dlast = dend - BLOCK;
    long open = 0;
    long openBits = 0;
    while (p <= last && d <= dlast) {
      long word = Words.get(src, p);
      long leads = leads(word);
      long leadBytes = whole(leads);
      long bits = word & leadBytes & 0x1F * BYTES;
      // C0..C3 have no bit of 1C.
      if ((bad(word, leads, open) | bits & 0x1C * BYTES) != 0) {
        break;
      }
      long characters = word & 0x7F * BYTES | (bits << 8 | openBits) << 6;
      Words.put(dst, d, BitGather.compress(characters, ~leadBytes));
      d += BLOCK - Long.bitCount(leads);
      p += BLOCK;
      open = leads >>> 56;
      openBits = bits >>> 56;
    }
    return Kernel.progress(p - (int) (open >>> 7) - pos, d - dpos);
  }

  /** The signs of the bytes from C0 on: the lead bytes. */
  private static long leads(long word) {
    return word & word << 1 & SIGNS;
  }

  /** All eight bits of each byte whose sign is set in {@code signs}. */
  private static long whole(long signs) {
    return signs | signs - (signs >>> 7);
  }

  /** Not zero in exactly those bytes that cannot follow what is before them. */
  private static long bad(long word, long leads, long open) {
    long trailing = word & ~(word << 1) & SIGNS;
    // E0 and more have a third bit set; C0 and C1 have none of 1E.
    long third = word << 2;
    long noValue = ~((word & 0x1E * BYTES) + 0x7E * BYTES);
    return trailing ^ (leads << 8 | open) | leads & (third | noValue);
  }

  /** Encodes up to several blocks of ASCII, two three-byte characters in a row, or a surrogate. */
  public static long encode(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      long blocks = encodeBlocks(src, p, end, dst, d, dend);
      p += Kernel.read(blocks);
      d += Kernel.written(blocks);
      if (p < end && src[p] < 0x80) {
        return Kernel.progress(p - pos, d - dpos);
      }
      long few = TwoByteRuns.encodeFew(src, p, end, dst, d, dend);
      p += Kernel.read(few);
      d += Kernel.written(few);
      if (dend - d < 4 || !SingleCharacter.isThreeAmongShorter(src, p, end)) {
        return Kernel.progress(p - pos, d - dpos);
      }
      d = SingleCharacter.encode(src, p++, dst, d);
    }
  }

  private static long encodeBlocks(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int asciiBlocks = 0;
    while (p <= end - 4 && d <= dend - BLOCK && asciiBlocks < MAX_ASCII_BLOCKS) {
      long units = Words.get4(src, p);
      if ((units & 0xF800 * Words.LANES) != 0) {
        break;
      }
      // The sign of each lane is set if it is U+0080 or above.
      long signs = units + 0x7F80 * Words.LANES & 0x8000 * Words.LANES;
      long twos = (signs >>> 15) * 0xFFFF;
      long two = units >>> 6 & 0x1F * Words.LANES | (units & 0x3F * Words.LANES) << 8;
      long sequences = units ^ (units ^ (two | 0x80C0 * Words.LANES)) & twos;
      Words.put(dst, d, BitGather.compress(sequences, twos | LOWER_HALVES));
      asciiBlocks = signs == 0 ? asciiBlocks + 1 : 0;
      d += 4 + Long.bitCount(signs);
      p += 4;
    }
    return Kernel.progress(p - pos, d - dpos);
  }
}
