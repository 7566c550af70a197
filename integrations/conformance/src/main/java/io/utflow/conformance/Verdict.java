/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The result of one vector: the levels that were judged, and the reason of each failure. */
public final class Verdict {
  private final ConformanceVector vector;
  private final Map<Level, String> levels = new EnumMap<>(Level.class);

  Verdict(ConformanceVector vector) {
    this.vector = vector;
  }

  /** The first failure of a level stays; without one the level has passed. */
  void judge(Level level, boolean passed, Supplier<String> failure) {
    if (!passed && levels.getOrDefault(level, "").isEmpty()) {
      levels.put(level, failure.get());
    } else {
      levels.putIfAbsent(level, "");
    }
  }

  /** {@return the vector} */
  public ConformanceVector vector() {
    return vector;
  }

  /** {@return the levels that were judged} */
  public Set<Level> judged() {
    return Collections.unmodifiableSet(levels.keySet());
  }

  /**
   * {@return whether that level passed; false if it was not judged}
   *
   * @param level the level
   */
  public boolean passed(Level level) {
    return "".equals(levels.get(level));
  }

  /** {@return the difference for each level that failed} */
  public Map<Level, String> failures() {
    Map<Level, String> failures = new EnumMap<>(levels);
    failures.values().removeIf(String::isEmpty);
    return failures;
  }
}
