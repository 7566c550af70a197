/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.Set;

/** For encodings whose code unit is two or four bytes. */
final class WideSearch extends UnitSearch {
  private final int[] begins;
  private final int width;
  private final boolean bigEndian;
  private final boolean controls;

  /**
   * @param units the code units that delimiters begin with
   * @param width the bytes of a unit, 2 or 4
   */
  WideSearch(Set<Integer> units, int width, boolean bigEndian) {
    this.begins = units.stream().mapToInt(Integer::intValue).toArray();
    this.width = width;
    this.bigEndian = bigEndian;
    this.controls = width == 2 && areControls(units, Integer.MAX_VALUE);
  }

  @Override
  int find(byte[] bytes, int from, int to) {
    ControlSearch search = Kernels.chosen().controls();
    int i = from;
    while (i < to) {
      i = controls ? search.findUtf16(bytes, i, to, bigEndian) : i;
      int close = i + Math.min(to - i, CLOSE * width);
      while (i < close && !mayBegin(unitAt(bytes, i))) {
        i += width;
      }
      if (i < close) {
        break;
      }
    }
    return i;
  }

  private boolean mayBegin(int unit) {
    for (int begin : begins) {
      if (unit == begin) {
        return true;
      }
    }
    return false;
  }

  @Override
  int unitAt(byte[] bytes, int at) {
    return unitAt(bytes, at, width, bigEndian);
  }

  static int unitAt(byte[] bytes, int at, int width, boolean bigEndian) {
    if (width == 2) {
      int high = bytes[bigEndian ? at : at + 1] & 0xFF;
      int low = bytes[bigEndian ? at + 1 : at] & 0xFF;
      return high << 8 | low;
    }
    int unit = 0;
    for (int i = 0; i < width; i++) {
      unit |= (bytes[at + i] & 0xFF) << 8 * (bigEndian ? width - 1 - i : i);
    }
    return unit;
  }
}
