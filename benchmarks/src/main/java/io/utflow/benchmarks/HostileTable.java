/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.HostileText;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.TooLongPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Prints, in Markdown, how fast the worst input is read that a peer can send: all ill-formed, or
 * ill-formed in turn with well-formed. Pieces of 8 KiB; all take turns in one JVM; of each, the
 * best of many short rounds counts. The validator stops at the first ill-formed sequence, so its
 * figure is that of a stream already refused. The lowest figure is marked.
 */
public final class HostileTable {
  private static final int WARM_UP_ROUNDS = 4;
  private static final int ROUNDS = 10;
  private static final long ROUND_NANOS = 4_000_000;
  private static final List<String> SURFACES =
      List.of("chars", "strings", "lines", "validator, refused", "transcoder");

  /** One measured cell. */
  private static final class Cell {
    private final HostileText input;
    private final String surface;
    private final String policy;
    private final Subject subject;
    private double best;

    private Cell(HostileText input, String surface, String policy, Subject subject) {
      this.input = input;
      this.surface = surface;
      this.policy = policy;
      this.subject = subject;
    }

    private void measure(boolean counts) {
      double speed = 1000 * Speed.gigabytesPerSecond(subject, input.pieces(), ROUND_NANOS);
      best = counts ? Math.max(best, speed) : 0;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.0f MB/s, %s %s, %s, %s",
          best,
          input.encoding().name(),
          input.name(),
          surface,
          policy);
    }
  }

  private final List<List<Cell>> rows = new ArrayList<>();
  private long observed;

  private HostileTable() {
    for (HostileText input : HostileText.bytes()) {
      DecoderSpec spec = DecoderSpec.of(input.encoding());
      rows.add(decoding(input, "REPLACE, observed", spec.observer(sequence -> observed++)));
    }
    for (MalformedPolicy policy : List.of(MalformedPolicy.REPLACE, MalformedPolicy.SKIP)) {
      String name = policy == MalformedPolicy.SKIP ? "SKIP" : "REPLACE";
      for (HostileText input : HostileText.bytes()) {
        rows.add(decoding(input, name, DecoderSpec.of(input.encoding()).onMalformed(policy)));
      }
      for (HostileText input : HostileText.texts()) {
        EncoderSpec spec = EncoderSpec.of(input.encoding()).onMalformed(policy);
        rows.add(List.of(new Cell(input, "encoder", name, UtflowSubjects.encoder(spec))));
      }
    }
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException {
    Kernels.awaitChoice();
    HostileTable table = new HostileTable();
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      boolean counts = round >= 0;
      table.rows.forEach(row -> row.forEach(cell -> cell.measure(counts)));
    }
    System.out.print(table.markdown());
  }

  private static List<Cell> decoding(HostileText input, String policy, DecoderSpec spec) {
    // A line without an end is cut, so that reading goes on.
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF).onTooLong(TooLongPolicy.TRUNCATE);
    boolean utf8 = input.encoding().equals(TextEncoding.UTF_8);
    EncoderSpec to = EncoderSpec.of(utf8 ? TextEncoding.UTF_16LE : TextEncoding.UTF_8);
    List<Subject> subjects =
        List.of(
            UtflowSubjects.chars(spec),
            UtflowSubjects.strings(spec),
            UtflowSubjects.lines(spec, lines),
            UtflowSubjects.validator(spec),
            UtflowSubjects.transcoder(spec, to));
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      cells.add(new Cell(input, SURFACES.get(i), policy, subjects.get(i)));
    }
    return cells;
  }

  private String markdown() {
    Cell lowest =
        rows.stream()
            .flatMap(List::stream)
            .min(Comparator.comparingDouble(cell -> cell.best))
            .orElseThrow();
    StringBuilder decoders = new StringBuilder("| MB/s | policy |");
    SURFACES.forEach(surface -> decoders.append(' ').append(surface).append(" |"));
    decoders.append("\n|---|---|").append("---:|".repeat(SURFACES.size())).append('\n');
    StringBuilder encoders =
        new StringBuilder("| MB/s of chars | policy | encoder |\n|---|---|---:|\n");
    for (List<Cell> row : rows) {
      append(row, lowest, row.size() == 1 ? encoders : decoders);
    }
    return String.format(
        Locale.ROOT,
        "JDK %d, kernels: %s%n%n%s%n%s%nlowest: %s%n",
        Runtime.version().feature(),
        Utflow.kernel(),
        decoders,
        encoders,
        lowest);
  }

  private static void append(List<Cell> row, Cell lowest, StringBuilder table) {
    Cell first = row.get(0);
    table.append("| ").append(first.input.encoding().name()).append(' ').append(first.input.name());
    table.append(" | ").append(first.policy).append(" |");
    for (Cell cell : row) {
      String format = cell == lowest ? " **%.0f** |" : " %.0f |";
      table.append(String.format(Locale.ROOT, format, cell.best));
    }
    table.append('\n');
  }
}
