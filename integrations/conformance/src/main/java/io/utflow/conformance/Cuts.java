/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cuts of a stream, made by a rule that the page of the protocol gives. */
final class Cuts {
  private Cuts() {}

  /** Byte by byte, every cut in two, and pieces of 0 to 3 bytes. */
  static List<List<byte[]>> of(byte[] bytes) {
    List<List<byte[]>> cuts = new ArrayList<>();
    List<byte[]> bytewise = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      bytewise.add(new byte[] {bytes[i]});
    }
    cuts.add(bytewise);
    for (int i = 1; i < bytes.length; i++) {
      cuts.add(List.of(Arrays.copyOf(bytes, i), Arrays.copyOfRange(bytes, i, bytes.length)));
    }
    cuts.add(random(bytes));
    return cuts;
  }

  /**
   * The lengths are the remainders by 4 of the numbers of Park and Miller, which begin with one
   * more than the sum of the bytes.
   */
  private static List<byte[]> random(byte[] bytes) {
    long state = 1;
    for (byte b : bytes) {
      state += b & 0xFF;
    }
    List<byte[]> pieces = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      state = state * 48271 % 0x7FFFFFFF;
      int end = Math.min(bytes.length, at + (int) (state % 4));
      pieces.add(Arrays.copyOfRange(bytes, at, end));
      at = end;
    }
    return pieces;
  }
}
