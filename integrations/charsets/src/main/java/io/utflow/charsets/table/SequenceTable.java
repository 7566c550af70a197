/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of one and two bytes in a charset, or in one state of it. They are asked of the JDK
 * once, by some 65 thousand questions, or known otherwise. Immutable.
 *
 * <p>A cell is a scalar value, or one of the constants. Longer sequences, and those of several
 * characters, are asked for again when they are met.
 */
public final class SequenceTable {
  /** Bytes that no character is assigned to. */
  public static final int UNMAPPED = -1;

  /** A sequence of no or several characters. */
  public static final int TEXT = -2;

  /** Bytes that longer sequences begin with. */
  public static final int PREFIX = -3;

  /** A byte that begins nothing. */
  public static final int INVALID = -4;

  private static final int BYTES = 0x100;
  private static final int ASCII = 0x80;

  private final int[] singles;
  private final int[] @Nullable [] pairs;
  private final boolean[] trails;

  private volatile @Nullable PairTable pairTable;

  /** The number of bytes and pairs that mean each ASCII character. */
  private final int[] asciiTimes;

  private SequenceTable(int[] singles, int[] @Nullable [] pairs, boolean[] trails) {
    this.singles = singles;
    this.pairs = pairs;
    this.trails = trails;
    this.asciiTimes = countAscii(singles, pairs);
  }

  /** The table of a charset without state. */
  public static SequenceTable of(Charset charset) {
    return of(charset, new byte[0], none -> false);
  }

  /**
   * The table of a charset in a state.
   *
   * @param shift bytes that put a decoder into that state, perhaps none
   * @param foreign the bytes that are no part of any sequence
   */
  public static SequenceTable of(Charset charset, byte[] shift, IntPredicate foreign) {
    CharsetProbe probe = new CharsetProbe(charset);
    int[] singles = new int[BYTES];
    boolean[] waits = new boolean[BYTES];
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decodeBehind(shift, (byte) b);
      waits[b] = text == null && !probe.wasRefused() && !foreign.test(b);
      if (foreign.test(b)) {
        singles[b] = INVALID;
      } else {
        singles[b] = text == null ? probe.wasMalformed() ? INVALID : UNMAPPED : cell(text);
      }
    }
    int[] @Nullable [] pairs = new int[BYTES][];
    boolean[] trails = new boolean[BYTES];
    for (int b = 0; b < BYTES; b++) {
      if (waits[b]) {
        int[] row = row(probe, shift, b, foreign);
        boolean lead = isAnyAssigned(row, trails);
        singles[b] = lead ? PREFIX : INVALID;
        pairs[b] = lead ? row : null;
      }
    }
    return new SequenceTable(singles, pairs, trails);
  }

  /**
   * A table in which some bytes that begin nothing here begin pairs without assigned characters.
   *
   * @param leads those bytes; its answer for other bytes does not count
   */
  public SequenceTable withLeads(IntPredicate leads) {
    int[] completed = singles.clone();
    for (int b = 0; b < BYTES; b++) {
      if ((singles[b] == INVALID || singles[b] == UNMAPPED) && leads.test(b)) {
        completed[b] = PREFIX;
      }
    }
    return new SequenceTable(completed, pairs, trails);
  }

  /** A table in which some of the single bytes that are characters are others. */
  public SequenceTable withSingles(Map<Integer, Integer> other) {
    int[] changed = singles.clone();
    other.forEach((b, scalar) -> changed[b] = singles[b] < 0 ? singles[b] : scalar);
    return new SequenceTable(changed, pairs, trails);
  }

  /**
   * A table that is known without asking the JDK.
   *
   * @param single what answers for a byte where a sequence begins
   * @param pair what answers for two bytes, of which the first is a {@link #PREFIX}
   */
  public static SequenceTable of(IntUnaryOperator single, IntBinaryOperator pair) {
    int[] singles = new int[BYTES];
    int[] @Nullable [] pairs = new int[BYTES][];
    boolean[] trails = new boolean[BYTES];
    for (int b = 0; b < BYTES; b++) {
      int first = b;
      singles[b] = single.applyAsInt(b);
      if (singles[b] == PREFIX) {
        int[] row = new int[BYTES];
        Arrays.setAll(row, second -> pair.applyAsInt(first, second));
        isAnyAssigned(row, trails);
        pairs[b] = row;
      } else {
        pairs[b] = null;
      }
    }
    return new SequenceTable(singles, pairs, trails);
  }

  private static int[] row(CharsetProbe probe, byte[] shift, int lead, IntPredicate foreign) {
    int[] row = new int[BYTES];
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decodeBehind(shift, (byte) lead, (byte) b);
      if (text != null && !foreign.test(b)) {
        row[b] = cell(text);
      } else {
        row[b] = UNMAPPED;
      }
    }
    return row;
  }

  private static boolean isAnyAssigned(int[] row, boolean[] trails) {
    boolean any = false;
    for (int b = 0; b < BYTES; b++) {
      boolean assigned = row[b] >= 0 || row[b] == TEXT;
      trails[b] |= assigned;
      any |= assigned;
    }
    return any;
  }

  /** Some decoders of the JDK answer U+FFFD themselves for bytes that are no character. */
  private static int cell(String text) {
    if (text.equals("\uFFFD")) {
      return UNMAPPED;
    }
    boolean one = !text.isEmpty() && text.codePointCount(0, text.length()) == 1;
    return one ? text.codePointAt(0) : TEXT;
  }

  /** The meaning of a byte at the beginning of a sequence. */
  public int single(int b) {
    return singles[b];
  }

  /** The meaning of two bytes, the first of which is a {@link #PREFIX}. */
  public int pair(int first, int second) {
    int[] row = pairs[first];
    return row == null ? UNMAPPED : row[second];
  }

  /**
   * Decodes sequences of one character of the Basic Multilingual Plane, up to the first other.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  public long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int[] single = singles;
    int[] @Nullable [] rows = pairs;
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      int cell;
      while (p < end && d < dend && Character.isBmpCodePoint(cell = single[src[p] & 0xFF])) {
        dst[d++] = (char) cell;
        p++;
      }
      int[] row;
      while (end - p > 1
          && d < dend
          && (row = rows[src[p] & 0xFF]) != null
          && Character.isBmpCodePoint(cell = row[src[p + 1] & 0xFF])) {
        dst[d++] = (char) cell;
        p += 2;
      }
    } while (p > from);
    return (long) (p - pos) << 32 | d - dpos;
  }

  /** The same of single bytes only, or of pairs only, as most are in a state of a charset. */
  public long decodeAlike(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int cell = pos < end ? singles[src[pos] & 0xFF] : INVALID;
    if (cell >= 0) {
      int ones = decodeSingles(src, pos, end, dst, dpos, dend);
      return (long) ones << 32 | ones;
    }
    // A state without pairs needs no table of them.
    int twos = cell == PREFIX ? decodePairs(src, pos, end, dst, dpos, dend) : 0;
    return (long) twos << 33 | twos;
  }

  private int decodeSingles(byte[] src, int p, int end, char[] dst, int d, int dend) {
    int[] cells = singles;
    int length = Math.min(end - p, dend - d);
    int i = 0;
    while (i < length) {
      int cell = cells[src[p + i] & 0xFF];
      if (!Character.isBmpCodePoint(cell)) {
        break;
      }
      dst[d + i] = (char) cell;
      i++;
    }
    return i;
  }

  private int decodePairs(byte[] src, int p, int end, char[] dst, int d, int dend) {
    return pairTable().decode(src, p, dst, d, Math.min(end - p >> 1, dend - d));
  }

  /** The pairs, made when they are first asked for. */
  public PairTable pairTable() {
    PairTable made = pairTable;
    if (made == null) {
      made = new PairTable(this::pair);
      pairTable = made;
    }
    return made;
  }

  /**
   * A new table of the pairs whose first byte is from 80 on, and of each byte of ASCII, before a
   * second byte 0.
   */
  public PairTable asciiAndPairs() {
    return new PairTable(
        (first, second) -> {
          if (first >= ASCII) {
            return pair(first, second);
          }
          return second == 0 ? singles[first] : UNMAPPED;
        });
  }

  /** The character of the plane that is one byte, or {@link PairTable#NONE}. */
  public char singleOfPlane(int b) {
    return PairTable.charOf(singles[b]);
  }

  /** The length in bytes of the sequences of one character, up to the first other. */
  public int assignedPrefix(byte[] src, int pos, int end) {
    int p = pos;
    while (p < end) {
      int cell = singles[src[p] & 0xFF];
      int length = 1;
      if (cell == PREFIX && end - p > 1) {
        cell = pair(src[p] & 0xFF, src[p + 1] & 0xFF);
        length = 2;
      }
      if (cell < 0) {
        break;
      }
      p += length;
    }
    return p - pos;
  }

  private static int[] countAscii(int[] singles, int[] @Nullable [] pairs) {
    int[] times = new int[ASCII];
    for (int first = 0; first < BYTES; first++) {
      count(singles[first], times);
      int[] row = pairs[first];
      for (int second = 0; row != null && second < BYTES; second++) {
        count(row[second], times);
      }
    }
    return times;
  }

  private static void count(int cell, int[] times) {
    if (cell >= 0 && cell < ASCII) {
      times[cell]++;
    }
  }

  /**
   * Whether some byte or pair is a character.
   *
   * @param inText whether a pair that is several characters, the first byte above the second, has
   *     it among them
   */
  public boolean reads(int scalar, IntPredicate inText) {
    for (int first = 0; first < BYTES; first++) {
      if (singles[first] == scalar) {
        return true;
      }
      int[] row = pairs[first];
      for (int second = 0; row != null && second < BYTES; second++) {
        if (row[second] == scalar || row[second] == TEXT && inText.test(first << 8 | second)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether exactly one byte or pair is an ASCII character. */
  public boolean isWrittenOnce(int ascii) {
    return asciiTimes[ascii] == 1;
  }

  /** Whether a byte is the second of some sequence. */
  public boolean trails(int b) {
    return trails[b];
  }
}
