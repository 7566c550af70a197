/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.Pieces;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The clocks of the tables. */
final class Speed {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

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

  /**
   * The result of {@link Subject#read} for each nanosecond of this thread's processor time, which
   * other work on the machine does not use up.
   */
  static double charsPerNanosecond(Subject subject, Pieces pieces, long nanos) {
    long chars = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    long elapsed;
    do {
      chars += subject.read(pieces);
      elapsed = THREADS.getCurrentThreadCpuTime() - start;
    } while (elapsed < nanos);
    return (double) chars / elapsed;
  }
}
