/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The results of all vectors that a decoder supports. Immutable. */
public final class Report {
  private static final String[] KINDS = {"text", "lines", "events"};

  private final String decoder;
  private final List<Verdict> verdicts;

  Report(String decoder, List<Verdict> verdicts) {
    this.decoder = decoder;
    this.verdicts = List.copyOf(verdicts);
  }

  /**
   * The number of vectors that passed a level.
   *
   * @param passed the number that passed
   * @param judged the number that were judged
   */
  public record Score(long passed, long judged) {
    /** {@return passed/judged, or a dash if no vector was judged} */
    @Override
    public String toString() {
      return judged == 0 ? "-" : passed + "/" + judged;
    }
  }

  /** {@return the name of the decoder} */
  public String decoder() {
    return decoder;
  }

  /** {@return the result of each vector that the decoder supports, in order} */
  public List<Verdict> verdicts() {
    return verdicts;
  }

  /**
   * {@return how many vectors passed}
   *
   * @param kind {@code text}, {@code lines} or {@code events}
   * @param level the level
   */
  public Score score(String kind, Level level) {
    List<Verdict> judged =
        verdicts.stream()
            .filter(verdict -> verdict.vector().job().kind().equals(kind))
            .filter(verdict -> verdict.judged().contains(level))
            .toList();
    return new Score(
        judged.stream().filter(verdict -> verdict.passed(level)).count(), judged.size());
  }

  /**
   * {@return the families of which a vector failed, in order}
   *
   * @param level the level that failed
   */
  public Set<String> failedFamilies(Level level) {
    Set<String> families = new TreeSet<>();
    for (Verdict verdict : verdicts) {
      if (verdict.failures().containsKey(level)) {
        families.add(verdict.vector().family());
      }
    }
    return families;
  }

  /** {@return the scores as a text of some lines, for people} */
  public String summary() {
    StringBuilder summary = new StringBuilder(decoder).append('\n');
    for (String kind : KINDS) {
      for (Level level : Level.values()) {
        Score score = score(kind, level);
        if (score.judged() > 0) {
          summary.append(String.format("  %-7s %-8s %s%n", kind, level, score));
        }
      }
    }
    return summary.toString();
  }

  /**
   * {@return for each failed vector its name, the level, the difference and the clause; for people}
   *
   * @param perFamily how many vectors of a family are shown at most
   */
  public String failures(int perFamily) {
    StringBuilder failures = new StringBuilder();
    String family = "";
    int shown = 0;
    for (Verdict verdict : verdicts) {
      ConformanceVector vector = verdict.vector();
      shown = vector.family().equals(family) ? shown : 0;
      family = vector.family();
      Map<Level, String> failed = verdict.failures();
      if (!failed.isEmpty() && shown++ < perFamily) {
        failures.append(vector.id()).append(" (").append(vector.encoding()).append(")\n");
        failed.forEach(
            (level, why) ->
                failures.append("  ").append(level).append(": ").append(why).append('\n'));
        failures.append("  ").append(vector.clause()).append('\n');
      }
    }
    return failures.toString();
  }
}
