/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import io.utflow.charsets.form.UtfEbcdicForm;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Words;
import io.utflow.codec.kernel.single.Latin1Pairs;
import java.util.Objects;

/**
 * UTF-EBCDIC by tables of two bytes: what both are alone, and what they are in a longer sequence.
 *
 * <p>A block is eight bytes. All eight are stored as characters; those before the first that begins
 * a longer one count, and what follows overwrites the others. Of a longer character its length is a
 * branch, so that the next position is known without waiting for its bytes.
 *
 * <p>Bounds: a block is entered with {@value #WINDOW} bytes before {@code end}, which are eight and
 * the rest of a sequence of four that begins with the last of them, and {@value #ROOM} chars before
 * {@code dend}, which are seven and a pair. Another longer character behind the first is read under
 * the same conditions.
 */
final class I8Runs {
  private static final int BLOCK = 8;
  private static final int WINDOW = 12;
  private static final int ROOM = 10;
  private static final int PAIRS = 0x10000;

  /** In either half of what two bytes are alone: that this one is no character. */
  private static final int NOT_ALONE = 0x8000_8000;

  /** What two bytes are alone, the first in the lower half. */
  private final int[] alone = new int[PAIRS];

  /**
   * What two bytes are together. In the lower half, if they begin a sequence: its length less one
   * in two bits, and above them what they contribute. In the upper half: five bits of each, if it
   * is a trail, and above them how many are trails before another.
   */
  private final int[] parts = new int[PAIRS];

  private static final int LENGTH = 3;
  private static final int CONTRIBUTED = 0xFFFC;
  private static final int ONE_TRAIL = 1 << 10;
  private static final int TWO_TRAILS = 2 << 10;

  /** What two bytes of U+00FF contribute. */
  private static final int MOST_LATIN1 = 0xFF << 2;

  /** Begins a sequence that is left to the form. */
  private static final int LEFT = 0xFFFF;

  /** What all bytes are in I8, where those of one byte are Latin-1. */
  private final Latin1Pairs i8;

  I8Runs() {
    byte[] two = new byte[2];
    char[] chars = new char[0x100];
    for (int b = 0; b < chars.length; b++) {
      two[0] = (byte) b;
      chars[b] = (char) UtfEbcdicForm.i8(two, 0);
    }
    i8 = Objects.requireNonNull(Latin1Pairs.of(chars));
    for (int pair = 0; pair < PAIRS; pair++) {
      two[0] = (byte) pair;
      two[1] = (byte) (pair >>> 8);
      int first = UtfEbcdicForm.i8(two, 0);
      int second = UtfEbcdicForm.i8(two, 1);
      alone[pair] = alone(first) | alone(second) << 16;
      parts[pair] = begun(first, second) | trails(first, second) << 16;
    }
  }

  private static int alone(int i8) {
    return i8 < 0xA0 ? i8 : 0x8000;
  }

  private static boolean isTrail(int i8) {
    return i8 >>> 5 == 5;
  }

  private static int trails(int first, int second) {
    int both = (first & 0x1F) << 5 | second & 0x1F;
    if (!isTrail(first)) {
      return 0;
    }
    return both | (isTrail(second) ? TWO_TRAILS : ONE_TRAIL);
  }

  private static int begun(int lead, int second) {
    if (lead < 0xA0) {
      return lead << 2;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    int value = (lead & 0x7F >> length) << 5 | second & 0x1F;
    boolean wellFormed =
        !isTrail(lead)
            && isTrail(second)
            && switch (length) {
              case 2 -> value >= 0xA0;
              case 3 -> value >= 0x20;
              default -> lead < 0xF8 && value >= 0x10 && value >> 1 != 0xD800 >> 11;
            };
    return wellFormed ? value << 2 | length - 1 : LEFT;
  }

  /**
   * Decodes up to what is ill-formed, or less than a block, or has five bytes.
   *
   * @return as {@link Kernel#decode}
   */
  long decode(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    int from;
    do {
      from = p;
      int singles = singles(src, p, end, dst, d, dend);
      p += singles;
      d += singles;
      if (singles > 0 && end - p >= WINDOW && d < dend) {
        int begun = parts[Words.getInt(src, p) & 0xFFFF];
        if ((begun & LENGTH) == 1) {
          dst[d++] = (char) ((begun & CONTRIBUTED) >>> 2);
          p += 2;
          continue;
        }
      }
      long longer = longer(src, p, end, dst, d, dend);
      p += Kernel.read(longer);
      d += Kernel.written(longer);
    } while (p > from);
    return Kernel.progress(p - pos, d - dpos);
  }

  /** How many characters of one byte were decoded. */
  private int singles(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int[] table = alone;
    int length = Math.min(end - pos, dend - dpos);
    int i = 0;
    for (; i <= length - BLOCK; i += BLOCK) {
      long word = Words.get(src, pos + i);
      int first = table[(int) word & 0xFFFF];
      int second = table[(int) (word >>> 16) & 0xFFFF];
      int third = table[(int) (word >>> 32) & 0xFFFF];
      int fourth = table[(int) (word >>> 48)];
      put2(dst, dpos + i, first);
      put2(dst, dpos + i + 2, second);
      put2(dst, dpos + i + 4, third);
      put2(dst, dpos + i + 6, fourth);
      if (((first | second | third | fourth) & NOT_ALONE) != 0) {
        return i + singles(first, second, third, fourth);
      }
    }
    return i;
  }

  /**
   * Decodes the same to Latin-1, up to the first character beyond it.
   *
   * @return as {@link Kernel#toLatin1}
   */
  long toLatin1(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (true) {
      int singles = singles(src, p, end, dst, d, dend);
      p += singles;
      d += singles;
      if (end - p < BLOCK || d == dend) {
        break;
      }
      int begun = parts[Words.getInt(src, p) & 0xFFFF];
      if ((begun & LENGTH) != 1 || (begun & CONTRIBUTED) > MOST_LATIN1) {
        break;
      }
      dst[d++] = (byte) ((begun & CONTRIBUTED) >>> 2);
      p += 2;
    }
    return Kernel.progress(p - pos, d - dpos);
  }

  private int singles(byte[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    char[] table = i8.pairs();
    int mask = table.length - 1;
    int length = Math.min(end - pos, dend - dpos);
    int i = 0;
    for (; i <= length - BLOCK; i += BLOCK) {
      long word = Words.get(src, pos + i);
      int low = table[(int) word & mask] | table[(int) (word >>> 16) & mask] << 16;
      int high = table[(int) (word >>> 32) & mask] | table[(int) (word >>> 48) & mask] << 16;
      long bytes = low & 0xFFFFFFFFL | (long) high << 32;
      Words.put(dst, dpos + i, bytes);
      long longer = bytes & (bytes << 1 | bytes << 2) & Words.HIGH_BITS;
      if (longer != 0) {
        return i + (Long.numberOfTrailingZeros(longer) >>> 3);
      }
    }
    return i;
  }

  private static int singles(int first, int second, int third, int fourth) {
    int inFirst = singles(first, second);
    return inFirst + (singles(third, fourth) & -(inFirst >>> 2));
  }

  /** With how many characters four bytes begin. */
  private static int singles(int two, int next) {
    long longer = two & NOT_ALONE & 0xFFFFFFFFL | (long) (next & NOT_ALONE) << 32;
    return Long.numberOfTrailingZeros(longer) >>> 4;
  }

  private static void put2(char[] dst, int d, int two) {
    dst[d] = (char) two;
    dst[d + 1] = (char) (two >>> 16);
  }

  /** Decodes up to the second of two characters of one byte. */
  private long longer(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int[] table = parts;
    int p = pos;
    int d = dpos;
    int last = end - WINDOW;
    int dlast = dend - ROOM;
    while (p <= last && d <= dlast) {
      int bytes = Words.getInt(src, p);
      int begun = table[bytes & 0xFFFF];
      int trails = table[bytes >>> 16] >>> 16;
      int length = begun & LENGTH;
      if (length == 3) {
        int scalar = (begun & CONTRIBUTED) << 8 | trails & 0x3FF;
        if (trails < TWO_TRAILS || scalar > 0x3FFFF) {
          break;
        }
        if (scalar > Character.MAX_VALUE) {
          dst[d++] = Character.highSurrogate(scalar);
          scalar = Character.lowSurrogate(scalar);
        }
        dst[d++] = (char) scalar;
        p += 4;
      } else if (length == 2) {
        if (trails < ONE_TRAIL) {
          break;
        }
        dst[d++] = (char) ((begun & CONTRIBUTED) << 3 | trails >>> 5 & 0x1F);
        p += 3;
      } else {
        dst[d++] = (char) ((begun & CONTRIBUTED) >>> 2);
        p += 1 + length;
        if (length == 0 && (table[bytes >>> 8 & 0xFFFF] & LENGTH) == 0) {
          break;
        }
      }
    }
    return Kernel.progress(p - pos, d - dpos);
  }
}
