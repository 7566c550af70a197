package io.utflow.benchmarks;

import io.utflow.codec.Utflow;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints, in Markdown, how many times faster Utflow reads than each peer. All subjects take turns
 * on all texts in one JVM, so that they share the machine's moods and no code is compiled for one
 * text alone; of each, the best of many short rounds counts.
 *
 * <p>Arguments: the charset (UTF-8) and the piece sizes in bytes (8192 64).
 */
public final class RatioTable {
  private static final int CHARS = 1 << 16;
  private static final int WARM_UP_ROUNDS = 10;
  private static final int ROUNDS = 25;
  private static final long ROUND_NANOS = 4_000_000;

  /** A row of the table: our subject over a peer. */
  private record Comparison(Subjects ours, Subjects peer) {}

  private static final List<Comparison> COMPARISONS =
      List.of(
          new Comparison(Subjects.UTFLOW_CHARS, Subjects.JDK_DECODER),
          new Comparison(Subjects.UTFLOW_CHARS_DIRECT, Subjects.JDK_DECODER_DIRECT),
          new Comparison(Subjects.UTFLOW_CHARS, Subjects.ICU_DECODER),
          new Comparison(Subjects.UTFLOW_STRINGS, Subjects.JDK_STRING),
          new Comparison(Subjects.UTFLOW_STRINGS, Subjects.NETTY_TO_STRING),
          new Comparison(Subjects.UTFLOW_STRINGS, Subjects.NETTY_STRING_DECODER),
          new Comparison(Subjects.UTFLOW_LINES, Subjects.SPRING_STRING_DECODER),
          new Comparison(Subjects.UTFLOW_TRANSCODER, Subjects.JDK_DECODER_AND_ENCODER),
          new Comparison(Subjects.UTFLOW_ENCODER, Subjects.JDK_GET_BYTES),
          new Comparison(Subjects.UTFLOW_VALIDATOR, Subjects.JDK_DECODER));

  private final Charset charset;
  private final int pieceSize;
  private final double[][] best = new double[Subjects.values().length][Script.values().length];

  private RatioTable(Charset charset, int pieceSize) {
    this.charset = charset;
    this.pieceSize = pieceSize;
  }

  /** Measures and prints. */
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(arguments.length > 0 ? arguments[0] : "UTF-8");
    List<Integer> sizes = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      sizes.add(Integer.valueOf(arguments[i]));
    }
    for (int size : sizes.isEmpty() ? List.of(8192, 64) : sizes) {
      RatioTable table = new RatioTable(charset, size);
      table.measure();
      System.out.println(table.markdown());
    }
  }

  private void measure() {
    List<Subject> subjects = new ArrayList<>();
    for (Subjects subject : Subjects.values()) {
      subjects.add(subject.open(charset));
    }
    List<Pieces> texts = new ArrayList<>();
    for (Script script : Script.values()) {
      texts.add(new Pieces(script.text(CHARS), charset, pieceSize));
    }
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (int text = 0; text < texts.size(); text++) {
        for (int subject = 0; subject < subjects.size(); subject++) {
          double speed = gigabytesPerSecond(subjects.get(subject), texts.get(text));
          if (round >= 0) {
            best[subject][text] = Math.max(best[subject][text], speed);
          }
        }
      }
    }
  }

  private static double gigabytesPerSecond(Subject subject, Pieces pieces) {
    long bytes = 0;
    long start = System.nanoTime();
    long nanos;
    do {
      subject.read(pieces);
      bytes += pieces.bytes();
      nanos = System.nanoTime() - start;
    } while (nanos < ROUND_NANOS);
    return (double) bytes / nanos;
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
    table.append("| times faster than |");
    for (Script script : Script.values()) {
      table.append(' ').append(name(script)).append(" |");
    }
    table.append("\n|---|").append("---:|".repeat(Script.values().length)).append('\n');
    for (Comparison row : COMPARISONS) {
      line(table, "| %s (%s) |", name(row.peer), name(row.ours));
      for (Script script : Script.values()) {
        double ours = best[row.ours.ordinal()][script.ordinal()];
        line(table, " %.2f |", ours / best[row.peer.ordinal()][script.ordinal()]);
      }
      table.append('\n');
    }
    table.append("\n| GB/s |").append(" |".repeat(Script.values().length));
    table.append("\n|---|").append("---:|".repeat(Script.values().length)).append('\n');
    for (Subjects subject : Subjects.values()) {
      line(table, "| %s |", name(subject));
      for (Script script : Script.values()) {
        line(table, " %.2f |", best[subject.ordinal()][script.ordinal()]);
      }
      table.append('\n');
    }
    return table.toString();
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
