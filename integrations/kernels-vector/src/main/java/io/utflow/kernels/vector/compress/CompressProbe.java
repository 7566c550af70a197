/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.kernels.vector.compress;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;

/**
 * Finds out whether this machine has an instruction that compresses the bytes of a 512-bit vector
 * (AVX-512 VBMI2). Without it the JVM does the same lane by lane, a hundred times slower than a
 * plain loop, and no vector species tells which. Therefore the vector races against a plain loop.
 * The race ends when the vector wins, which is as soon as the JVM has compiled it, or after {@value
 * #ROUNDS} rounds.
 */
public final class CompressProbe {
  /** At most. Rounds and not seconds, for a busy machine runs fewer rounds in a second. */
  private static final int ROUNDS = 20_000;

  private static final int BYTES = 64 * 32;
  private static final long LANES = 0x9249_2492_4924_9249L;

  private CompressProbe() {}

  /**
   * Whether the vector wins.
   *
   * @param betweenRounds run between any two rounds
   */
  public static boolean wins(Runnable betweenRounds) {
    byte[] src = new byte[BYTES];
    byte[] dst = new byte[BYTES + 64];
    long vector = Long.MAX_VALUE;
    long plain = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS && vector >= plain; i++) {
      long start = System.nanoTime();
      compress(src, dst);
      long middle = System.nanoTime();
      squeeze(src, dst);
      vector = Math.min(vector, middle - start);
      plain = Math.min(plain, System.nanoTime() - middle);
      betweenRounds.run();
    }
    return vector < plain;
  }

  private static void compress(byte[] src, byte[] dst) {
    int d = 0;
    for (int p = 0; p < BYTES; p += 64) {
      ByteVector bytes = ByteVector.fromArray(Lanes512.BYTES, src, p);
      bytes.compress(VectorMask.fromLong(Lanes512.BYTES, LANES)).intoArray(dst, d);
      d += Long.bitCount(LANES);
    }
  }

  private static void squeeze(byte[] src, byte[] dst) {
    int d = 0;
    for (int p = 0; p < BYTES; p++) {
      dst[d] = src[p];
      d += (int) (LANES >>> p & 1);
    }
  }
}
