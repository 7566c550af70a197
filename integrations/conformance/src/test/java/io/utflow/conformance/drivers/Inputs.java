/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** A stream of which each read gives one piece, and which knows the piece that was read last. */
final class Inputs extends InputStream {
  private final List<byte[]> pieces;
  private int last = -1;
  private byte[] left = new byte[0];

  Inputs(List<byte[]> pieces) {
    this.pieces = pieces;
  }

  /** The number of the piece that was read last, or of pieces at the end. */
  int last() {
    return Math.max(last, 0);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    while (left.length == 0 && last < pieces.size()) {
      last++;
      left = last < pieces.size() ? pieces.get(last) : left;
    }
    if (left.length == 0) {
      return -1;
    }
    int count = Math.min(length, left.length);
    System.arraycopy(left, 0, bytes, offset, count);
    left = Arrays.copyOfRange(left, count, left.length);
    return count;
  }
}
