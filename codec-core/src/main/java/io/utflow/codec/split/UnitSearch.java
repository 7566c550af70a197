/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.ControlSearch;
import java.util.Arrays;
import java.util.List;

/**
 * Looks, at the boundaries of code units, for the units that delimiters begin with: by the kernels'
 * search where these are controls from LF to CR, else unit by unit. Immutable; reads nothing
 * outside {@code [from, to)}.
 */
final class UnitSearch {
  /** In how many units kernels look for ASCII delimiters where there are others. */
  private static final int CLOSE = 64;

  /** Units below are told by a bit each. */
  private static final int LOW = 0x100;

  private final int width;
  private final boolean bigEndian;

  /** A bit for each low unit: whether a delimiter begins with it. */
  private final long[] low = new long[LOW / Long.SIZE];

  /** The other units that delimiters begin with. */
  private final int[] others;

  /** Whether the kernels search for all of them, or for all that are ASCII. */
  private final boolean controls;

  private final boolean asciiControls;

  /**
   * @param delimiters as they are encoded
   * @param width the bytes of a unit: 1, 2 or 4
   */
  UnitSearch(List<byte[]> delimiters, int width, boolean bigEndian) {
    this.width = width;
    this.bigEndian = bigEndian;
    int[] units = delimiters.stream().mapToInt(bytes -> unitAt(bytes, 0)).toArray();
    this.others = Arrays.stream(units).filter(unit -> unit >= LOW).toArray();
    for (int unit : units) {
      if (unit < LOW) {
        low[unit / Long.SIZE] |= 1L << unit;
      }
    }
    this.controls = width <= 2 && areControls(units, Integer.MAX_VALUE);
    this.asciiControls = width == 1 && areControls(units, 0x80);
  }

  /** Whether all of them below a limit are among LF, VT, FF and CR, for which kernels search. */
  private static boolean areControls(int[] units, int limit) {
    return Arrays.stream(units).allMatch(unit -> unit >= limit || unit >= '\n' && unit <= '\r');
  }

  /**
   * The first index, a whole number of units behind {@code from}, at which a delimiter may begin,
   * or {@code to}; its complement, as {@link ControlSearch#find} answers it, if one of the bytes
   * before it is not ASCII. Of wider units a complement says nothing.
   *
   * @param search of the kernels that the stream has chosen
   * @param to a whole number of units behind {@code from}
   */
  int find(ControlSearch search, byte[] bytes, int from, int to) {
    if (controls) {
      return findControl(search, bytes, from, to);
    }
    boolean isAscii = asciiControls;
    int i = from;
    int passed = 0;
    while (i < to) {
      int close = i + Math.min(to - i, CLOSE * width);
      int found = isAscii && bytes[i] >= 0 ? search.find(bytes, i, close) : -1;
      isAscii = found >= 0;
      i = isAscii ? found : i;
      while (i < close && !mayBegin(unitAt(bytes, i))) {
        passed |= bytes[i];
        i += width;
      }
      if (i < close) {
        break;
      }
    }
    return passed < 0 ? ~i : i;
  }

  private int findControl(ControlSearch search, byte[] bytes, int from, int to) {
    return width == 1 ? search.find(bytes, from, to) : search.findUtf16(bytes, from, to, bigEndian);
  }

  /** Whether a delimiter begins with a unit. */
  boolean mayBegin(int unit) {
    if ((unit & -LOW) == 0) {
      return (low[unit / Long.SIZE] >>> unit & 1) != 0;
    }
    for (int other : others) {
      if (unit == other) {
        return true;
      }
    }
    return false;
  }

  /** The code unit at an index, as an unsigned number. */
  int unitAt(byte[] bytes, int at) {
    if (width == 1) {
      return bytes[at] & 0xFF;
    }
    int unit = 0;
    for (int i = 0; i < width; i++) {
      unit |= (bytes[at + i] & 0xFF) << Byte.SIZE * (bigEndian ? width - 1 - i : i);
    }
    return unit;
  }
}
