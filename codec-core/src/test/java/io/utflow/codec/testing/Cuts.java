/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Ways of cutting a stream into pieces. */
public final class Cuts {
  private static final byte[] EMPTY = {};

  private static final int SAMPLED = 6;

  private Cuts() {}

  /** In one piece. */
  public static List<byte[]> whole(byte[] bytes) {
    return List.of(bytes);
  }

  /** In two pieces, the first of {@code at} bytes. */
  public static List<byte[]> inTwo(byte[] bytes, int at) {
    return List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length));
  }

  /** One byte at a time. */
  public static List<byte[]> bytewise(byte[] bytes) {
    return every(bytes, 1);
  }

  /** In pieces of {@code size} bytes, the last perhaps shorter. */
  public static List<byte[]> every(byte[] bytes, int size) {
    List<byte[]> pieces = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += size) {
      pieces.add(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length)));
    }
    return pieces;
  }

  /** The same pieces with an empty one before, between and behind them. */
  public static List<byte[]> withEmptyPieces(List<byte[]> pieces) {
    List<byte[]> spread = new ArrayList<>();
    spread.add(EMPTY);
    for (byte[] piece : pieces) {
      spread.add(piece);
      spread.add(EMPTY);
    }
    return spread;
  }

  /** Short pieces of random length, some of them empty; no more than some thousand. */
  public static List<byte[]> random(byte[] bytes, Random random) {
    List<byte[]> pieces = new ArrayList<>();
    int longest = Math.max(random.nextBoolean() ? 5 : 200, bytes.length / 1000);
    for (int at = 0; at < bytes.length; ) {
      int size = Math.min(random.nextInt(longest), bytes.length - at);
      pieces.add(Arrays.copyOfRange(bytes, at, at + size));
      at += size;
    }
    return pieces;
  }

  /**
   * In one piece, every cut in two, one byte at a time, and with empty pieces between. Where laws
   * are sampled, one in six of the cuts in two, others for other bytes.
   */
  public static List<List<byte[]>> hostile(byte[] bytes) {
    List<List<byte[]>> cuts = new ArrayList<>();
    cuts.add(whole(bytes));
    for (int at = 1; at < bytes.length; at++) {
      if (Product.takes(at + bytes.length + sum(bytes), SAMPLED)) {
        cuts.add(inTwo(bytes, at));
      }
    }
    cuts.add(bytewise(bytes));
    cuts.add(withEmptyPieces(bytewise(bytes)));
    return cuts;
  }

  private static int sum(byte[] bytes) {
    int sum = 0;
    for (byte each : bytes) {
      sum += each;
    }
    return sum;
  }

  /** Every way of cutting: two to the power of the length minus one. For short streams. */
  public static List<List<byte[]>> all(byte[] bytes) {
    List<List<byte[]>> cuts = new ArrayList<>();
    for (int mask = 0; mask < 1 << Math.max(0, bytes.length - 1); mask++) {
      List<byte[]> pieces = new ArrayList<>();
      int from = 0;
      for (int at = 1; at <= bytes.length; at++) {
        if (at == bytes.length || (mask >> at - 1 & 1) == 1) {
          pieces.add(Arrays.copyOfRange(bytes, from, at));
          from = at;
        }
      }
      cuts.add(pieces);
    }
    return cuts;
  }

  /** The lengths of pieces, for messages. */
  public static String describe(List<byte[]> pieces) {
    return pieces.stream().map(piece -> String.valueOf(piece.length)).toList().toString();
  }
}
