/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import io.utflow.conformance.Level;
import io.utflow.conformance.Report;
import io.utflow.conformance.Suite;
import io.utflow.conformance.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The tables of docs/conformance.md, made of reports. */
final class ConformanceTable {
  static final String BEGIN = "<!-- made by mvn -Pconformance, from here -->";
  static final String END = "<!-- to here -->";

  private static final List<Level> MEANING = List.of(Level.WHOLE, Level.COUNT);
  private static final Map<String, List<Level>> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("text", List.of(Level.values()));
    COLUMNS.put("lines", List.of(Level.WHOLE, Level.CUTS, Level.PROMPT));
    COLUMNS.put("events", List.of(Level.WHOLE, Level.CUTS, Level.PROMPT));
  }

  private ConformanceTable() {}

  static String of(List<Report> reports) {
    List<String> lines = new ArrayList<>();
    COLUMNS.forEach(
        (kind, levels) -> {
          lines.add(
              "### " + kind.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + kind.substring(1));
          lines.add("");
          lines.add(head("decoder", levels));
          lines.add("|---".repeat(levels.size() + 1) + "|");
          for (Report report : reports) {
            lines.addAll(scores(report, kind));
          }
          lines.add("");
        });
    lines.add("### Families");
    lines.add("");
    lines.add("| family | clause | `WHOLE` red | `COUNT` red |");
    lines.add("|---|---|---|---|");
    lines.addAll(families(reports));
    lines.add("");
    lines.add("### The other levels");
    lines.add("");
    lines.add("| decoder | level | families |");
    lines.add("|---|---|---|");
    reports.forEach(report -> lines.addAll(cuts(report)));
    return String.join("\n", lines) + "\n";
  }

  private static String head(String first, List<Level> levels) {
    return "| "
        + first
        + " | "
        + String.join(" | ", levels.stream().map(l -> "`" + l + "`").toList())
        + " |";
  }

  /** The row of a decoder in the table of a kind; none if it takes no part. */
  static List<String> scores(Report report, String kind) {
    if (report.score(kind, Level.WHOLE).judged() == 0) {
      return List.of();
    }
    List<String> cells = new ArrayList<>(List.of(report.decoder()));
    COLUMNS.get(kind).forEach(level -> cells.add(report.score(kind, level).toString()));
    return List.of(row(cells));
  }

  static Set<String> kinds() {
    return COLUMNS.keySet();
  }

  /** What bytes mean: for each family who has it otherwise. */
  private static List<String> families(List<Report> reports) {
    Map<String, String> clauses = new TreeMap<>();
    Suite.all()
        .vectors()
        .forEach(vector -> clauses.merge(vector.family(), vector.clause(), ConformanceTable::both));
    List<String> rows = new ArrayList<>();
    clauses.forEach(
        (family, clause) -> {
          List<String> red =
              MEANING.stream()
                  .map(level -> String.join("; ", red(reports, family, level)))
                  .toList();
          if (red.stream().anyMatch(names -> !names.isEmpty())) {
            rows.add(row(List.of(family, clause, red.get(0), red.get(1))));
          }
        });
    return rows;
  }

  /** The clause that the family has in common: the shortest. */
  private static String both(String one, String other) {
    return one.length() <= other.length() ? one : other;
  }

  private static Set<String> red(List<Report> reports, String family, Level level) {
    Set<String> names = new LinkedHashSet<>();
    for (Report report : reports) {
      if (report.failedFamilies(level).contains(family)) {
        names.add(shortName(report));
      }
    }
    return names;
  }

  /** Without versions, and without what is after a comma; of Utflow the surface too. */
  static String shortName(Report report) {
    String name = report.decoder();
    return name.startsWith("Utflow")
        ? name
        : name.replaceFirst(",.*", "").replaceAll(" \\d[\\w.]*", "");
  }

  /**
   * What becomes of the cuts of a decoder: the families that are red, all of an encoding as one.
   */
  static List<String> cuts(Report report) {
    List<String> rows = new ArrayList<>();
    for (Level level : Level.values()) {
      Set<String> red = report.failedFamilies(level);
      if (!MEANING.contains(level) && !red.isEmpty()) {
        rows.add(row(List.of(report.decoder(), "`" + level + "`", grouped(report, level, red))));
      }
    }
    return rows;
  }

  private static String grouped(Report report, Level level, Set<String> red) {
    Map<String, Set<String>> judged = new LinkedHashMap<>();
    for (Verdict verdict : report.verdicts()) {
      if (verdict.judged().contains(level)) {
        String family = verdict.vector().family();
        judged.computeIfAbsent(group(family), name -> new LinkedHashSet<>()).add(family);
      }
    }
    List<String> names = new ArrayList<>();
    judged.forEach(
        (group, families) -> {
          if (families.size() > 1 && red.containsAll(families)) {
            names.add(group + "/*");
          } else {
            families.stream().filter(red::contains).forEach(names::add);
          }
        });
    return String.join(", ", names);
  }

  private static String group(String family) {
    return family.substring(0, family.indexOf('/'));
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
