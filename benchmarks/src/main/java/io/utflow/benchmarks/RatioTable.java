/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Prints, in Markdown, how many times faster Utflow reads than each peer. All subjects take turns
 * on all texts in one JVM, so that they share the state of the machine and no code is compiled for
 * one text alone; of each, the best of many short rounds counts.
 *
 * <p>Arguments: the charset (UTF-8), one that writes no byte order mark; the piece sizes in bytes
 * (8192 64); and what to compare: decode, encode, lines, handlers, operators (all).
 */
public final class RatioTable {
  static final int CHARS = 1 << 16;
  private static final int WARM_UP_ROUNDS = 10;
  private static final int ROUNDS = 25;
  private static final long ROUND_NANOS = 4_000_000;

  private final Charset charset;
  private final int pieceSize;
  private final List<Comparison> comparisons;
  private final Map<Contender, Subject> subjects = new EnumMap<>(Contender.class);
  private final Map<Contender, double[]> best = new EnumMap<>(Contender.class);

  private RatioTable(Charset charset, int pieceSize, List<Comparison> comparisons) {
    this.charset = charset;
    this.pieceSize = pieceSize;
    this.comparisons = comparisons;
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException {
    Kernels.awaitChoice();
    Charset charset = Charset.forName(arguments.length > 0 ? arguments[0] : "UTF-8");
    List<Integer> sizes = new ArrayList<>();
    Set<Comparison.Theme> themes = EnumSet.noneOf(Comparison.Theme.class);
    for (int i = 1; i < arguments.length; i++) {
      if (Character.isDigit(arguments[i].charAt(0))) {
        sizes.add(Integer.valueOf(arguments[i]));
      } else {
        themes.add(Comparison.Theme.named(arguments[i]));
      }
    }
    List<Comparison> comparisons =
        (themes.isEmpty() ? EnumSet.allOf(Comparison.Theme.class) : themes)
            .stream().flatMap(theme -> theme.comparisons().stream()).toList();
    for (int size : sizes.isEmpty() ? List.of(8192, 64) : sizes) {
      RatioTable table = new RatioTable(charset, size, comparisons);
      table.measure();
      System.out.println(table.markdown());
    }
  }

  private void measure() {
    for (Comparison row : comparisons) {
      open(row.ours());
      open(row.peer());
    }
    List<Pieces> texts = new ArrayList<>();
    for (Script script : Script.values()) {
      Pieces pieces = Pieces.of(script.text(CHARS), charset, pieceSize);
      texts.add(pieces);
      checkSums(pieces);
    }
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (int text = 0; text < texts.size(); text++) {
        for (Map.Entry<Contender, Subject> subject : subjects.entrySet()) {
          Pieces pieces = texts.get(text);
          double speed = Speed.gigabytesPerSecond(subject.getValue(), pieces, ROUND_NANOS);
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
      best.put(contender, new double[Script.values().length]);
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
    heading(table, "times faster than");
    for (Comparison row : comparisons) {
      line(table, "| %s (%s) |", name(row.peer()), name(row.ours()));
      double[] ours = best.get(row.ours());
      double[] peer = best.get(row.peer());
      for (int text = 0; text < Script.values().length; text++) {
        cell(table, ours == null || peer == null ? Double.NaN : ours[text] / peer[text]);
      }
      table.append('\n');
    }
    table.append('\n');
    heading(table, "GB/s");
    for (Map.Entry<Contender, double[]> subject : best.entrySet()) {
      line(table, "| %s |", name(subject.getKey()));
      for (double speed : subject.getValue()) {
        cell(table, speed);
      }
      table.append('\n');
    }
    return table.toString();
  }

  private static void heading(StringBuilder table, String title) {
    line(table, "| %s |", title);
    for (Script script : Script.values()) {
      line(table, " %s |", name(script));
    }
    table.append("\n|---|").append("---:|".repeat(Script.values().length)).append('\n');
  }

  private static void cell(StringBuilder table, double figure) {
    line(table, Double.isNaN(figure) ? " - |" : " %.2f |", figure);
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
