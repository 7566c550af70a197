/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs scripts from a seed on, and shrinks those that fail. */
final class Fuzzer {
  /**
   * A law that does not hold.
   *
   * @param nanos of the processor since the fuzzer began, its tables included
   */
  record Finding(long seed, Script script, Script shrunk, String what, long nanos) {
    @Override
    public String toString() {
      return "seed %d, %d ms: %s%n  %s".formatted(seed, nanos / 1_000_000, shrunk, what);
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final @Nullable Law law;
  private final int mostOfAKind;
  private final Map<String, Integer> kinds = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private long done;

  /**
   * @param law the only one to ask, or null
   * @param mostOfAKind so many findings of a law, surface and encoding are enough
   */
  Fuzzer(@Nullable Law law, int mostOfAKind) {
    this.law = law;
    this.mostOfAKind = mostOfAKind;
  }

  /** How many scripts were run. */
  long done() {
    return done;
  }

  List<Finding> run(long seed, long scripts, Duration budget) {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long at = seed; at < seed + scripts; at++) {
      long nanos = THREADS.getCurrentThreadCpuTime() - begin;
      if (nanos > budget.toNanos()) {
        break;
      }
      run(at, begin);
      done++;
    }
    return findings;
  }

  private void run(long seed, long begin) {
    Script script = law == null ? Generator.script(seed) : Generator.script(seed, law);
    Violation violation = Law.violation(script);
    if (violation == null) {
      return;
    }
    long nanos = THREADS.getCurrentThreadCpuTime() - begin;
    String found = kind(script);
    if (kinds.getOrDefault(found, 0) >= mostOfAKind) {
      return;
    }
    kinds.merge(found, 1, Integer::sum);
    Script shrunk = Shrinker.shrink(script, other -> Law.violation(other) != null);
    Violation smallest = Law.violation(shrunk);
    if (!kind(shrunk).equals(found) && kinds.merge(kind(shrunk), 1, Integer::sum) > mostOfAKind) {
      return;
    }
    String what = String.valueOf((smallest == null ? violation : smallest).getMessage());
    findings.add(new Finding(seed, script, shrunk, what, nanos));
  }

  private static String kind(Script script) {
    Setup setup = script.setup();
    return setup.law()
        + " "
        + setup.surface()
        + " "
        + (setup.surface().readsText() ? "" : setup.get(Setup.Key.FROM))
        + " "
        + (setup.surface().writes() ? setup.get(Setup.Key.TO) : "");
  }
}
