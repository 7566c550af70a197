/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.NamedText;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.Utflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Pairs of subjects that do the same, each pair on pieces of its own of every text. All take turns
 * in one JVM, as in {@link RatioTable}; of each the best of many short rounds counts. A text is a
 * line of the table, the one with the worst figure first.
 */
final class Duels {
  private static final int WARM_UP_ROUNDS = 12;
  private static final int ROUNDS = 30;
  private static final long ROUND_NANOS = 1_000_000;

  /** A column: both sides read the same pieces. */
  record Duel(String name, Function<String, Pieces> cut, Subject ours, Subject peer) {}

  private static final class Cell {
    private final Duel duel;
    private final Pieces pieces;
    private double ours;
    private double peer;

    Cell(Duel duel, NamedText text) {
      this.duel = duel;
      this.pieces = duel.cut().apply(text.text());
      long expected = duel.peer().read(pieces);
      long sum = duel.ours().read(pieces);
      if (sum != expected || !pieces.isReleased()) {
        String what = sum == expected ? "a buffer is not released" : sum + " is not " + expected;
        throw new IllegalStateException(duel.name() + ", " + text.name() + ": " + what);
      }
    }

    /** Both sides; the first to read a text fetches it from far memory, so they take turns. */
    void measure(boolean counts, boolean oursFirst) {
      if (oursFirst) {
        ours = best(ours, duel.ours(), counts);
      }
      peer = best(peer, duel.peer(), counts);
      if (!oursFirst) {
        ours = best(ours, duel.ours(), counts);
      }
    }

    private double best(double before, Subject subject, boolean counts) {
      double speed = Speed.gigabytesPerSecond(subject, pieces, ROUND_NANOS);
      return counts ? Math.max(before, speed) : before;
    }

    double times() {
      return ours / peer;
    }

    Result result(String text, String title) {
      String[] sides = title.split(" against ");
      return new Result(text, duel.name(), sides[0], sides[1], ours, peer);
    }
  }

  private record Row(String name, List<Cell> cells) {
    double worst() {
      return cells.stream().mapToDouble(Cell::times).min().orElse(Double.NaN);
    }
  }

  private Duels() {}

  /** Measures all pairs on all texts and prints the ratios, then the speeds; gives the results. */
  static List<Result> print(String title, List<NamedText> texts, List<Duel> duels) {
    List<Row> rows = new ArrayList<>();
    for (NamedText text : texts) {
      rows.add(new Row(text.name(), duels.stream().map(duel -> new Cell(duel, text)).toList()));
    }
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      boolean counts = round >= 0;
      boolean oursFirst = (round & 1) == 0;
      rows.forEach(row -> row.cells().forEach(cell -> cell.measure(counts, oursFirst)));
    }
    rows.sort(Comparator.comparingDouble(Row::worst));
    System.out.printf(
        Locale.ROOT,
        "%s, JDK %d, kernels: %s%n%n",
        title,
        Runtime.version().feature(),
        Utflow.kernel());
    table("times faster than", rows, duels, Cell::times);
    table("GB/s of ours", rows, duels, cell -> cell.ours);
    return rows.stream()
        .flatMap(row -> row.cells().stream().map(cell -> cell.result(row.name(), title)))
        .toList();
  }

  private static void table(
      String title, List<Row> rows, List<Duel> duels, Function<Cell, Double> figure) {
    StringBuilder lines = new StringBuilder("| ").append(title).append(" |");
    duels.forEach(duel -> lines.append(' ').append(duel.name()).append(" |"));
    lines.append("\n|---|").append("---:|".repeat(duels.size())).append('\n');
    for (Row row : rows) {
      lines.append("| ").append(row.name()).append(" |");
      row.cells()
          .forEach(cell -> lines.append(String.format(Locale.ROOT, " %.2f |", figure.apply(cell))));
      lines.append('\n');
    }
    System.out.println(lines);
  }
}
