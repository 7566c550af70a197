/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.word;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;

/**
 * Searches eight bytes at a time. Where the high bit of a lane is cleared first, a sum does not
 * carry into the next lane: {@code low + 0x76} has the high bit of each byte from 0A on, {@code low
 * + 0x72} of each from 0E on. With 16-bit lanes the addends are {@code 0x7FF6} and {@code 0x7FF2}.
 *
 * <p>Where a line ends cannot be predicted, so each search is one loop with one branch for what it
 * finds.
 *
 * <p>Bounds: a word is read where eight bytes are left before {@code to}, two words where sixteen
 * are.
 *
 * <p>Checked by {@code ControlSearchTest} at every start, end and place.
 */
public final class WordControlSearch implements ControlSearch {
  /** The only instance. */
  public static final ControlSearch INSTANCE = new WordControlSearch();

  private static final long EACH = 0x0101010101010101L;
  private static final long HIGH_BITS_16 = 0x8000 * Words.LANES;
  private static final int TWO_WORDS = 2 * Long.BYTES;

  private WordControlSearch() {}

  @Override
  public int find(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long hit = controls(Words.get(bytes, i));
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && !isControl(bytes[i])) {
      i++;
    }
    return i;
  }

  @Override
  public int findOrNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long hit = controls(word) | word & Words.HIGH_BITS;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0 && !isControl(bytes[i])) {
      i++;
    }
    return i;
  }

  @Override
  public long findUtf8(byte[] bytes, int from, int to) {
    int fewer = 0;
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      long word = Words.get(bytes, i);
      long hit = controls(word);
      if (hit != 0) {
        i += Long.numberOfTrailingZeros(hit) >>> 3;
        fewer += fewerThanBytes(word & (hit & -hit) - 1);
        return Kernel.progress(i - from, i - from - fewer);
      }
      fewer += fewerThanBytes(word);
    }
    while (i < to && !isControl(bytes[i])) {
      fewer += fewerThanBytes(bytes[i] & 0xFF);
      i++;
    }
    return Kernel.progress(i - from, i - from - fewer);
  }

  /**
   * By how much chars are fewer than bytes: a continuation byte is none, a lead byte F0.. is two.
   */
  private static int fewerThanBytes(long word) {
    long high = word & Words.HIGH_BITS;
    long continues = high & ~(word << 1);
    long fourLeads = high & (word & ~Words.HIGH_BITS) + 0x10 * EACH;
    return Long.bitCount(continues) - Long.bitCount(fourLeads);
  }

  /** The high bit of each byte from 0A to 0D. */
  private static long controls(long word) {
    long low = word & ~Words.HIGH_BITS;
    return low + 0x76 * EACH & ~(low + 0x72 * EACH | word) & Words.HIGH_BITS;
  }

  @Override
  public int findUtf16(byte[] bytes, int from, int to, boolean bigEndian) {
    int i = from;
    for (; to - i >= TWO_WORDS; i += TWO_WORDS) {
      long first = controls16(Words.get(bytes, i), bigEndian);
      long second = controls16(Words.get(bytes, i + Long.BYTES), bigEndian);
      if ((first | second) != 0) {
        return i + 2 * firstUnit(first, second, bigEndian);
      }
    }
    int high = bigEndian ? 0 : 1;
    while (i < to && (bytes[i + high] != 0 || !isControl(bytes[i + 1 - high]))) {
      i += 2;
    }
    return i;
  }

  /** The high bit of each unit from 000A to 000D; of big-endian units in reversed order. */
  private static long controls16(long word, boolean bigEndian) {
    long units = bigEndian ? Long.reverseBytes(word) : word;
    long low = units & ~HIGH_BITS_16;
    return low + 0x7FF6 * Words.LANES & ~(low + 0x7FF2 * Words.LANES | units) & HIGH_BITS_16;
  }

  /**
   * The index of the first hit among eight units, without a branch, which could not be predicted.
   */
  private static int firstUnit(long first, long second, boolean bigEndian) {
    int inFirst = zerosBefore(first, bigEndian);
    int inSecond = zerosBefore(second, bigEndian) & -(inFirst >>> 6);
    return inFirst + inSecond >>> 4;
  }

  private static int zerosBefore(long hit, boolean bigEndian) {
    return bigEndian ? Long.numberOfLeadingZeros(hit) : Long.numberOfTrailingZeros(hit);
  }

  private static boolean isControl(byte b) {
    return b >= '\n' && b <= '\r';
  }
}
