/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * How the time of a job grows with its size: the exponent over three doublings, that is 1 where
 * time is proportional to size and 2 where it is its square. The time is that of the thread, so
 * other work of the machine does not count.
 */
final class Growth {
  /**
   * The figures of a job.
   *
   * @param micros for each size
   */
  record Figures(String name, List<Integer> sizes, List<Double> micros) {
    double exponent() {
      double first = micros.get(0);
      double last = micros.get(micros.size() - 1);
      return Math.log(last / first) / Math.log((double) sizes.get(sizes.size() - 1) / sizes.get(0));
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("%-72s".formatted(name));
      for (double each : micros) {
        text.append(String.format(Locale.ROOT, " %10.1f", each));
      }
      return text.append(String.format(Locale.ROOT, "  %5.2f", exponent())).toString();
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final int DOUBLINGS = 3;

  private static final int MOST_ATTEMPTS = 6;

  /** No job takes longer for one size and measurement. */
  private static final long MOST_NANOS = 2_000_000_000L;

  /** Kept, so that no job is left out by the JVM. */
  private static volatile long sink;

  private Growth() {}

  /**
   * Measures, and once more, longer, while the exponent is above the bound: a machine that is busy
   * makes times longer, never shorter.
   */
  static Figures measure(String name, int size, double bound, IntToLongFunction job) {
    // The JVM compiles.
    best(job, size << DOUBLINGS, 1_000_000, 1);
    Figures figures = once(name, size, job, 300_000, 1);
    for (int attempt = 1; attempt <= MOST_ATTEMPTS && figures.exponent() > bound; attempt++) {
      figures = lower(figures, once(name, size, job, 5_000_000L * attempt, 3 * attempt));
    }
    return figures;
  }

  private static Figures once(String name, int size, IntToLongFunction job, long nanos, int times) {
    List<Integer> sizes = new ArrayList<>();
    List<Double> micros = new ArrayList<>();
    // The longest first: what is not compiled yet makes the exponent greater, and it is measured
    // again.
    for (int doubling = DOUBLINGS; doubling >= 0; doubling--) {
      sizes.add(0, size << doubling);
      micros.add(0, best(job, size << doubling, nanos, times) / 1000);
    }
    return new Figures(name, sizes, micros);
  }

  private static Figures lower(Figures one, Figures two) {
    List<Double> micros = new ArrayList<>();
    for (int i = 0; i < one.micros().size(); i++) {
      micros.add(Math.min(one.micros().get(i), two.micros().get(i)));
    }
    return new Figures(one.name(), one.sizes(), micros);
  }

  /** The shortest mean time of one run, in nanoseconds. */
  private static double best(IntToLongFunction job, int size, long nanos, int times) {
    double best = Double.MAX_VALUE;
    long spent = 0;
    for (int time = 0; time < times && spent < MOST_NANOS; time++) {
      long begin = THREADS.getCurrentThreadCpuTime();
      int runs = 0;
      long taken;
      do {
        sink += job.applyAsLong(size);
        runs++;
        taken = THREADS.getCurrentThreadCpuTime() - begin;
      } while (taken < nanos);
      best = Math.min(best, (double) taken / runs);
      spent += taken;
    }
    return best;
  }

  /**
   * The shortest time of one run, in microseconds; measured again while it is above the bound, for
   * the JVM may not have compiled it yet.
   */
  static double micros(IntToLongFunction job, int size, double bound) {
    double micros = best(job, size, 5_000_000, 3) / 1000;
    for (int attempt = 0; attempt < 10 && micros > bound; attempt++) {
      micros = Math.min(micros, best(job, size, 20_000_000, 2) / 1000);
    }
    return micros;
  }
}
