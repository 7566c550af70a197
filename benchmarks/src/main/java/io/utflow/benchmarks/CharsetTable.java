/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.CharsetSample;
import io.utflow.benchmarks.text.Pieces;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Prints, in Markdown, how many times as fast as the charset's own decoder Utflow decodes each
 * encoding, the worst figure first: chars a nanosecond of the thread's time on a processor. All
 * subjects take turns on all texts in one JVM; of each, the best of many short rounds counts.
 *
 * <p>Arguments, in any order: the sizes of pieces in bytes (8192), {@code readers} for {@code
 * TextReader} and {@code LineReader} beside the JDK's, names of encodings (all), and {@code --tsv
 * FILE} to write a {@link ResultFile}, too. Where neither the JDK nor ICU4J has an encoding, the
 * text is read in the nearest one; {@link CharsetSample} says which.
 */
public final class CharsetTable {
  private static final int WARM_UP_ROUNDS = Integer.getInteger("utflow.warmup", 5);
  private static final int ROUNDS = Integer.getInteger("utflow.rounds", 12);
  private static final long ROUND_NANOS = 1_500_000;

  /** A whole text: longer than every text. */
  private static final int WHOLE = 1 << 24;

  /** The columns, their inputs, and the subjects that are measured: ours, then their peers. */
  private record Contest(
      List<String> columns,
      Function<CharsetSample, Map<String, String>> texts,
      Function<CharsetSample, Subject[]> subjects) {}

  private static final Contest DECODERS =
      new Contest(
          List.of("chars", "chars, direct", "`String`s", "`String`s, direct"),
          CharsetSample::texts,
          CharsetTable::decoders);
  private static final Contest READERS =
      new Contest(
          List.of("read(char[8192])", "readLine()"),
          CharsetSample::linesOfText,
          ReaderTable::readers);

  /** One text in one encoding: subjects of ours, their peers, and the best speed of each. */
  private record Row(
      String encoding,
      String text,
      List<String> columns,
      Subject[] subjects,
      Pieces[] pieces,
      double[] best) {
    static Row of(CharsetSample sample, String text, Contest contest, String words, int size) {
      Pieces ours = Pieces.about(words, sample.encoding(), size, sample.isOneStream());
      Pieces peers = sample.sharesBytes() ? ours : Pieces.like(ours, sample.peer());
      Subject[] subjects = contest.subjects().apply(sample);
      int columns = contest.columns().size();
      Pieces[] pieces = new Pieces[2 * columns];
      Arrays.fill(pieces, 0, columns, ours);
      Arrays.fill(pieces, columns, 2 * columns, peers);
      double[] best = new double[2 * columns];
      return new Row(sample.name(), text, contest.columns(), subjects, pieces, best);
    }

    void requireEqualSums() {
      for (int i = 0; i < columns.size(); i++) {
        long ours = subjects[i].read(pieces[i]);
        long peers = subjects[i + columns.size()].read(pieces[i + columns.size()]);
        if (ours != peers) {
          throw new IllegalStateException(
              encoding + ", " + text + ", " + columns.get(i) + ": " + ours + ", peer " + peers);
        }
      }
    }

    /** All, and another first each time: the first to read a text fetches it from far memory. */
    void measure(int round) {
      for (int turn = 0; turn < subjects.length; turn++) {
        int i = Math.floorMod(turn + round, subjects.length);
        double speed = Speed.charsPerNanosecond(subjects[i], pieces[i], ROUND_NANOS);
        best[i] = round >= 0 ? Math.max(best[i], speed) : 0;
      }
    }

    double times(int column) {
      return best[column] / best[column + columns.size()];
    }

    List<Result> results(int size) {
      List<Result> results = new ArrayList<>();
      String setting = size == WHOLE ? ", whole" : ", pieces of " + size + " bytes";
      for (int i = 0; i < columns.size(); i++) {
        results.add(
            new Result(
                encoding + ", " + text,
                columns.get(i) + setting,
                "utflow",
                "its own",
                best[i],
                best[i + columns.size()]));
      }
      return results;
    }

    double worst() {
      double worst = Double.MAX_VALUE;
      for (int i = 0; i < columns.size(); i++) {
        worst = Math.min(worst, times(i));
      }
      return worst;
    }
  }

  private CharsetTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Kernels.awaitChoice();
    List<Integer> sizes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Contest contest = DECODERS;
    List<String> given = new ArrayList<>(List.of(arguments));
    Optional<Path> file = ResultFile.takeFrom(given);
    for (String argument : given) {
      if (argument.equals("readers")) {
        contest = READERS;
        sizes.add(WHOLE);
      } else if (argument.chars().allMatch(Character::isDigit)) {
        sizes.add(Integer.valueOf(argument));
      } else {
        names.add(argument);
      }
    }
    List<Result> results = new ArrayList<>();
    for (int size : sizes.isEmpty() ? List.of(8192) : sizes) {
      List<Row> rows = measured(rows(CharsetSample.named(names), contest, size));
      print(contest, size, rows);
      rows.forEach(row -> results.addAll(row.results(size)));
    }
    if (file.isPresent()) {
      String title = "Encodings, each in its language, ASCII and markup";
      ResultFile.write(file.get(), title, "chars/ns", results);
    }
  }

  private static List<Row> rows(List<CharsetSample> samples, Contest contest, int size) {
    List<Row> rows = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (CharsetSample sample : samples) {
      contest
          .texts()
          .apply(sample)
          .forEach(
              (name, text) -> {
                if (seen.add(sample.name() + text)) {
                  rows.add(Row.of(sample, name, contest, text, size));
                }
              });
    }
    rows.forEach(Row::requireEqualSums);
    return rows;
  }

  private static Subject[] decoders(CharsetSample sample) {
    DecoderSpec spec = DecoderSpec.of(sample.encoding());
    boolean stream = sample.isOneStream();
    return new Subject[] {
      UtflowSubjects.chars(spec),
      UtflowSubjects.charsDirect(spec),
      UtflowSubjects.strings(spec),
      UtflowSubjects.stringsDirect(spec),
      JdkSubjects.decoder(sample.peer()),
      JdkSubjects.decoderDirect(sample.peer()),
      stream ? JdkSubjects.streamedStrings(sample.peer()) : JdkSubjects.string(sample.peer()),
      stream ? JdkSubjects.streamedStrings(sample.peer()) : JdkSubjects.stringDirect(sample.peer()),
    };
  }

  private static List<Row> measured(List<Row> rows) {
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (Row row : rows) {
        row.measure(round);
      }
    }
    return rows.stream().sorted(Comparator.comparingDouble(Row::worst)).toList();
  }

  private static void print(Contest contest, int size, List<Row> rows) {
    List<String> columns = contest.columns();
    line(
        "%s, JDK %d, kernels: %s%n%n",
        size == WHOLE ? "Readers" : "Pieces of " + size + " bytes",
        Runtime.version().feature(),
        Utflow.kernel());
    line("| times %s | text |", size == WHOLE ? "the JDK's reader" : "its own decoder");
    columns.forEach(column -> line(" %s |", column));
    line(" chars/ns |%n|---|---|%s%n", "---:|".repeat(columns.size() + 1));
    for (Row row : rows) {
      line("| %s | %s |", row.encoding(), row.text());
      for (int i = 0; i < columns.size(); i++) {
        line(" %.2f |", row.times(i));
      }
      line(" %.2f |%n", row.best()[0]);
    }
    line("%n");
  }

  private static void line(String format, Object... arguments) {
    System.out.print(String.format(Locale.ROOT, format, arguments));
  }
}
