package io.utflow.codec.kernel.vector;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;

/**
 * Whether this machine has an instruction that compresses bytes in a 512-bit vector (AVX-512
 * VBMI2). Without it the JVM does the same lane by lane, a hundred times slower than a plain loop;
 * a species does not say which. So it is put to a race, which ends when the vector wins: as soon as
 * the JVM has compiled it.
 */
final class CompressProbe {
  /** At most. Rounds, and not seconds: in a second a busy machine has fewer of them. */
  private static final int ROUNDS = 20_000;

  private static final int BYTES = 64 * 32;
  private static final long LANES = 0x9249_2492_4924_9249L;

  private CompressProbe() {}

  /**
   * @param breath run between any two rounds
   */
  static boolean wins(Runnable breath) {
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
      breath.run();
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
