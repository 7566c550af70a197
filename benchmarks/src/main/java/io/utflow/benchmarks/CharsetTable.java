/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Prints, in Markdown, how many times as fast as the charset's own decoder Utflow decodes each
 * encoding, the worst figure first: chars a nanosecond of the thread's time on a processor. All
 * subjects take turns on all texts in one JVM; of each, the best of many short rounds counts.
 *
 * <p>Arguments, in any order: the sizes of pieces in bytes (8192), and names of encodings (all).
 * Where neither the JDK nor ICU4J has an encoding, the text is read in the nearest one; {@link
 * CharsetSample} says which.
 */
public final class CharsetTable {
  private static final int WARM_UP_ROUNDS = Integer.getInteger("utflow.warmup", 5);
  private static final int ROUNDS = Integer.getInteger("utflow.rounds", 12);
  private static final long ROUND_NANOS = 1_500_000;
  private static final List<String> COLUMNS =
      List.of("chars", "chars, direct", "`String`s", "`String`s, direct");

  /** One text in one encoding: subjects of ours, their peers, and the best speed of each. */
  private record Row(
      String encoding, String text, Subject[] subjects, Pieces[] pieces, double[] best) {
    static Row of(CharsetSample sample, String text, Subject[] subjects, String words, int size) {
      Pieces ours = Pieces.about(words, sample.encoding(), size, sample.isOneStream());
      Pieces peers = sample.sharesBytes() ? ours : Pieces.like(ours, sample.peer());
      int columns = COLUMNS.size();
      Pieces[] pieces = new Pieces[2 * columns];
      Arrays.fill(pieces, 0, columns, ours);
      Arrays.fill(pieces, columns, 2 * columns, peers);
      return new Row(sample.name(), text, subjects, pieces, new double[2 * columns]);
    }

    void requireEqualSums() {
      for (int i = 0; i < COLUMNS.size(); i++) {
        long ours = subjects[i].read(pieces[i]);
        long peers = subjects[i + COLUMNS.size()].read(pieces[i + COLUMNS.size()]);
        if (ours != peers) {
          throw new IllegalStateException(
              encoding + ", " + text + ", " + COLUMNS.get(i) + ": " + ours + ", peer " + peers);
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
      return best[column] / best[column + COLUMNS.size()];
    }

    double worst() {
      double worst = Double.MAX_VALUE;
      for (int i = 0; i < COLUMNS.size(); i++) {
        worst = Math.min(worst, times(i));
      }
      return worst;
    }
  }

  private CharsetTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException {
    Kernels.awaitChoice();
    List<Integer> sizes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.chars().allMatch(Character::isDigit)) {
        sizes.add(Integer.valueOf(argument));
      } else {
        names.add(argument);
      }
    }
    for (int size : sizes.isEmpty() ? List.of(8192) : sizes) {
      print(size, measured(rows(CharsetSample.named(names), size)));
    }
  }

  private static List<Row> rows(List<CharsetSample> samples, int size) {
    List<Row> rows = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (CharsetSample sample : samples) {
      Subject[] subjects = subjects(sample);
      sample
          .texts()
          .forEach(
              (name, text) -> {
                if (seen.add(sample.name() + text)) {
                  rows.add(Row.of(sample, name, subjects, text, size));
                }
              });
    }
    rows.forEach(Row::requireEqualSums);
    return rows;
  }

  private static Subject[] subjects(CharsetSample sample) {
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

  private static void print(int size, List<Row> rows) {
    line(
        "Pieces of %d bytes, JDK %d, kernels: %s%n%n",
        size, Runtime.version().feature(), Utflow.kernel());
    line("| times its own decoder | text |");
    COLUMNS.forEach(column -> line(" %s |", column));
    line(" chars/ns |%n|---|---|%s%n", "---:|".repeat(COLUMNS.size() + 1));
    for (Row row : rows) {
      line("| %s | %s |", row.encoding(), row.text());
      for (int i = 0; i < COLUMNS.size(); i++) {
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
