/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.NamedText;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Prints, in Markdown, how many times faster Utflow reads than each peer: a text to a line, the one
 * with the worst figure first. All subjects take turns on all texts in one JVM, so that they share
 * the state of the machine and no code is compiled for one text alone; for each, the best of many
 * short rounds counts. Each comes first in turn, because the first to read a text fetches it from
 * far memory: a tenth of a round if the text is ASCII.
 *
 * <p>Arguments, in any order: the charset (UTF-8), one that writes no byte order mark; the piece
 * sizes in bytes (8192 64); what to compare: decode, encode, lines, handlers, operators (all); the
 * texts: languages, repeating, generated, mislabelled (all but the last), or {@code --texts FOLDER}
 * for those of the reader. {@code --tsv FILE} also writes the results of all sizes as a {@link
 * ResultFile}.
 */
public final class RatioTable {
  public static final int CHARS = 1 << 16;
  private static final int WARM_UP_ROUNDS = 10;
  private static final int ROUNDS = 25;
  private static final long ROUND_NANOS = 4_000_000;

  private final Charset charset;
  private final int pieceSize;
  private final List<Comparison> comparisons;
  private final List<NamedText> texts;
  private final Map<Contender, Subject> subjects = new EnumMap<>(Contender.class);
  private final Map<Contender, double[]> best = new EnumMap<>(Contender.class);

  private RatioTable(
      Charset charset, int pieceSize, List<Comparison> comparisons, List<NamedText> texts) {
    this.charset = charset;
    this.pieceSize = pieceSize;
    this.comparisons = comparisons;
    this.texts = texts;
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Kernels.awaitChoice();
    Charset charset = StandardCharsets.UTF_8;
    List<Integer> sizes = new ArrayList<>();
    Set<Comparison.Theme> themes = EnumSet.noneOf(Comparison.Theme.class);
    Set<NamedText.Source> sources = EnumSet.noneOf(NamedText.Source.class);
    List<NamedText> files = new ArrayList<>();
    List<String> given = new ArrayList<>(List.of(arguments));
    Optional<Path> file = ResultFile.takeFrom(given);
    for (Iterator<String> rest = given.iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      if (argument.equals("--texts")) {
        files.addAll(NamedText.filesOf(Path.of(rest.next())));
      } else if (Character.isDigit(argument.charAt(0))) {
        sizes.add(Integer.valueOf(argument));
      } else if (NamedText.Source.isNamed(argument)) {
        sources.add(NamedText.Source.valueOf(argument.toUpperCase(Locale.ROOT)));
      } else if (Charset.isSupported(argument)) {
        charset = Charset.forName(argument);
      } else {
        themes.add(Comparison.Theme.named(argument));
      }
    }
    List<Comparison> comparisons =
        (themes.isEmpty() ? EnumSet.allOf(Comparison.Theme.class) : themes)
            .stream().flatMap(theme -> theme.comparisons().stream()).toList();
    if (sources.isEmpty() && files.isEmpty()) {
      sources.addAll(EnumSet.complementOf(EnumSet.of(NamedText.Source.MISLABELLED)));
    }
    List<Result> results = new ArrayList<>();
    for (int size : sizes.isEmpty() ? List.of(8192, 64) : sizes) {
      List<NamedText> texts = new ArrayList<>(files);
      sources.forEach(source -> source.texts(size).forEach(texts::add));
      RatioTable table = new RatioTable(charset, size, comparisons, texts);
      table.measure();
      System.out.println(table.markdown());
      results.addAll(table.results());
    }
    if (file.isPresent()) {
      ResultFile.write(file.get(), charset + ", cut between characters", "GB/s", results);
    }
  }

  private void measure() {
    for (Comparison row : comparisons) {
      open(row.ours());
      open(row.peer());
    }
    List<Pieces> pieces = new ArrayList<>();
    for (NamedText text : texts) {
      Pieces cut = text.cut().apply(charset, pieceSize);
      pieces.add(cut);
      checkSums(cut);
    }
    List<Map.Entry<Contender, Subject>> turns = new ArrayList<>(subjects.entrySet());
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      Collections.rotate(turns, 1);
      for (int text = 0; text < pieces.size(); text++) {
        for (Map.Entry<Contender, Subject> subject : turns) {
          double speed =
              Speed.gigabytesPerSecond(subject.getValue(), pieces.get(text), ROUND_NANOS);
          double[] speeds = best.get(subject.getKey());
          if (round >= 0 && speeds != null) {
            speeds[text] = Math.max(speeds[text], speed);
          }
        }
      }
    }
  }

  private void open(Contender contender) {
    if (contender.reads(charset) && !subjects.containsKey(contender)) {
      subjects.put(contender, contender.open(charset));
      best.put(contender, new double[texts.size()]);
    }
  }

  /** Checks that both sides yield as many chars, or bytes, and release every buffer once. */
  private void checkSums(Pieces pieces) {
    for (Comparison row : comparisons) {
      Subject ours = subjects.get(row.ours());
      Subject peer = subjects.get(row.peer());
      if (ours != null && peer != null && row.yieldsEqualSums()) {
        long expected = peer.read(pieces);
        long sum = ours.read(pieces);
        if (sum != expected) {
          throw new IllegalStateException(row + ": " + sum + " is not " + expected);
        }
        if (!pieces.isReleased()) {
          throw new IllegalStateException(row + ": a buffer was not released, or twice");
        }
      }
    }
  }

  private String markdown() {
    StringBuilder table = new StringBuilder();
    line(
        table,
        "%s, pieces of %d bytes, JDK %s, kernels: %s%n%n",
        charset,
        pieceSize,
        jdk(),
        Utflow.kernel());
    List<Comparison> rows = measured();
    heading(
        table,
        "times faster than",
        rows.stream().map(row -> name(row.peer()) + " (" + name(row.ours()) + ")"));
    texts.stream()
        .map(NamedText::name)
        .sorted(Comparator.comparingDouble(name -> worst(rows, name)))
        .forEach(
            name -> {
              line(table, "| %s |", name);
              rows.forEach(row -> line(table, " %.2f |", times(row, name)));
              table.append('\n');
            });
    table.append('\n');
    heading(table, "GB/s", best.keySet().stream().map(RatioTable::name));
    for (int text = 0; text < texts.size(); text++) {
      line(table, "| %s |", texts.get(text).name());
      for (double[] speeds : best.values()) {
        line(table, " %.2f |", speeds[text]);
      }
      table.append('\n');
    }
    return table.toString();
  }

  private List<Comparison> measured() {
    return comparisons.stream()
        .filter(row -> best.containsKey(row.ours()) && best.containsKey(row.peer()))
        .toList();
  }

  private List<Result> results() {
    List<Result> results = new ArrayList<>();
    for (int text = 0; text < texts.size(); text++) {
      for (Comparison row : measured()) {
        results.add(
            new Result(
                texts.get(text).name(),
                "pieces of " + pieceSize + " bytes",
                name(row.ours()),
                name(row.peer()),
                speed(row.ours(), text),
                speed(row.peer(), text)));
      }
    }
    return results;
  }

  private double worst(List<Comparison> rows, String text) {
    return rows.stream().mapToDouble(row -> times(row, text)).min().orElse(Double.NaN);
  }

  private double times(Comparison row, String name) {
    int text = texts.stream().map(NamedText::name).toList().indexOf(name);
    return speed(row.ours(), text) / speed(row.peer(), text);
  }

  private double speed(Contender contender, int text) {
    return Objects.requireNonNull(best.get(contender))[text];
  }

  private static void heading(StringBuilder table, String title, Stream<String> columns) {
    List<String> names = columns.toList();
    line(table, "| %s |", title);
    names.forEach(name -> line(table, " %s |", name));
    table.append("\n|---|").append("---:|".repeat(names.size())).append('\n');
  }

  private static void line(StringBuilder table, String format, Object... arguments) {
    table.append(String.format(Locale.ROOT, format, arguments));
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String jdk() {
    return Integer.toString(Runtime.version().feature());
  }
}
