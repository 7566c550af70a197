/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

/** The clock of the tables. */
final class Speed {
  private Speed() {}

  /** Reads {@code pieces} again and again for at least {@code nanos}. */
  static double gigabytesPerSecond(Subject subject, Pieces pieces, long nanos) {
    long bytes = 0;
    long start = System.nanoTime();
    long elapsed;
    do {
      subject.read(pieces);
      bytes += pieces.bytes();
      elapsed = System.nanoTime() - start;
    } while (elapsed < nanos);
    return (double) bytes / elapsed;
  }
}
