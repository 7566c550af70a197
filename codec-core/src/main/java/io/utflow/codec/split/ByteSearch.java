/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.Set;

/** For encodings whose code unit is a byte. */
final class ByteSearch extends UnitSearch {
  /** A bit for each value of a byte: whether a delimiter begins with it. */
  private final long[] begins = new long[4];

  private final boolean controls;
  private final boolean asciiControls;

  /**
   * @param units the bytes that delimiters begin with, as unsigned numbers
   */
  ByteSearch(Set<Integer> units) {
    for (int unit : units) {
      begins[unit >>> 6] |= 1L << unit;
    }
    controls = areControls(units, 0x100);
    asciiControls = areControls(units, 0x80);
  }

  @Override
  int unitAt(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  private boolean mayBegin(byte b) {
    return (begins[(b & 0xFF) >>> 6] >>> b & 1) != 0;
  }

  @Override
  int find(byte[] bytes, int from, int to) {
    ControlSearch search = Kernels.chosen().controls();
    int i = from;
    while (i < to) {
      i = controls ? search.find(bytes, i, to) : i;
      if (i == to || mayBegin(bytes[i])) {
        break;
      }
      int close = i + Math.min(to - i, CLOSE);
      while (i < close && !mayBegin(bytes[i])) {
        i++;
      }
      if (i < close) {
        break;
      }
    }
    return i;
  }

  @Override
  int findOrNonAscii(byte[] bytes, int from, int to) {
    ControlSearch search = Kernels.chosen().controls();
    int i = from;
    while (i < to) {
      i = asciiControls ? search.findOrNonAscii(bytes, i, to) : i;
      if (i == to || bytes[i] < 0 || mayBegin(bytes[i])) {
        break;
      }
      int close = i + Math.min(to - i, CLOSE);
      while (i < close && bytes[i] >= 0 && !mayBegin(bytes[i])) {
        i++;
      }
      if (i < close) {
        break;
      }
    }
    return i;
  }
}
