/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A document and where it is cut.
 *
 * @param bytes the document
 * @param ends where a piece ends and another begins, ascending, never 0 or the length
 */
record Pieces(byte[] bytes, int[] ends) {
  Pieces {
    int before = 0;
    for (int end : ends) {
      if (end <= before || end >= bytes.length) {
        throw new IllegalArgumentException(
            "a cut at " + end + " behind one at " + before + " in " + bytes.length + " bytes");
      }
      before = end;
    }
  }

  /** One piece every so many bytes. */
  static Pieces every(byte[] bytes, int size) {
    int count = Math.max(0, (bytes.length - 1) / size);
    int[] ends = new int[count];
    Arrays.setAll(ends, i -> (i + 1) * size);
    return new Pieces(bytes, ends);
  }

  /**
   * Reads cuts as the page sends them: the distance of each from the one before, as a number of
   * seven bits a byte, the lowest first, with the highest bit set in all bytes but the last.
   */
  static Pieces of(byte[] bytes, byte[] distances, int from) {
    int[] ends = new int[distances.length - from];
    int count = 0;
    long at = 0;
    long distance = 0;
    int shift = 0;
    for (int i = from; i < distances.length; i++) {
      distance |= (distances[i] & 0x7FL) << shift;
      shift += 7;
      if (shift > 28) {
        throw new IllegalArgumentException("a distance between cuts is too long");
      }
      if (distances[i] >= 0) {
        at = Math.min(at + distance, Integer.MAX_VALUE);
        ends[count++] = (int) at;
        distance = 0;
        shift = 0;
      }
    }
    return new Pieces(bytes, Arrays.copyOf(ends, count));
  }

  int count() {
    return ends.length + 1;
  }

  /** Where a piece begins; for the index after the last piece, where that ends. */
  int from(int index) {
    if (index == 0) {
      return 0;
    }
    return index <= ends.length ? ends[index - 1] : bytes.length;
  }

  int to(int index) {
    return from(index + 1);
  }

  byte[] piece(int index) {
    return Arrays.copyOfRange(bytes, from(index), to(index));
  }

  List<byte[]> all() {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < count(); i++) {
      all.add(piece(i));
    }
    return all;
  }
}
