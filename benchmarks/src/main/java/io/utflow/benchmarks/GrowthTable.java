/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.Pieces;
import io.utflow.benchmarks.text.Script;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints, in Markdown, how fast streams from 1 KB to 1 GB are read: a stream that is a million
 * times longer is to take a million times longer. Each cell is the same number of bytes, as many
 * streams as that takes, in the best of some rounds. The text is UTF-8 of mixed scripts in pieces
 * of 8 KiB, the same pieces again and again.
 *
 * <p>Arguments: the MiB of each cell, and of the longest stream (1024); the rounds (3).
 */
public final class GrowthTable {
  private static final int PIECE = 8192;
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final int[] LENGTHS = {KIB, 64 * KIB, MIB, 64 * MIB, 1024 * MIB};
  private static final long WARM_UP_NANOS = 1_500_000_000;

  private final Map<String, Subject> subjects = new LinkedHashMap<>();
  private final Map<Integer, List<Pieces>> streams = new LinkedHashMap<>();
  private final Map<String, double[]> best = new LinkedHashMap<>();
  private final long bytesOfCell;

  private GrowthTable(long bytesOfCell) {
    this.bytesOfCell = bytesOfCell;
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    subjects.put("chars", UtflowSubjects.chars(spec));
    subjects.put("strings", UtflowSubjects.strings(spec));
    subjects.put("lines", UtflowSubjects.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF)));
    subjects.put(
        "to UTF-16LE", UtflowSubjects.transcoder(spec, EncoderSpec.of(TextEncoding.UTF_16LE)));
    subjects.keySet().forEach(subject -> best.put(subject, new double[LENGTHS.length]));
    for (int length : LENGTHS) {
      if (length <= bytesOfCell) {
        streams.put(length, streams(length));
      }
    }
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws InterruptedException {
    Kernels.awaitChoice();
    long mebibytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    GrowthTable table = new GrowthTable(mebibytes * MIB);
    table.warmUp();
    for (int round = 0; round < rounds; round++) {
      table.measure();
    }
    System.out.print(table.markdown());
  }

  /** Streams of about {@code length} bytes that together hold at least the whole text once. */
  private static List<Pieces> streams(int length) {
    int pieceSize = Math.min(PIECE, length);
    String text = Script.MIXED.text(RatioTable.CHARS);
    List<byte[]> ring = Pieces.of(text, StandardCharsets.UTF_8, pieceSize).arrays();
    List<Pieces> streams = new ArrayList<>();
    int next = 0;
    do {
      List<byte[]> stream = new ArrayList<>(length / pieceSize);
      while (stream.size() < length / pieceSize) {
        stream.add(ring.get(next++ % ring.size()));
      }
      streams.add(Pieces.ofBytes(stream));
    } while (next < ring.size());
    return streams;
  }

  private void warmUp() {
    for (Subject subject : subjects.values()) {
      for (Pieces stream : streams.getOrDefault(MIB, List.of())) {
        Speed.gigabytesPerSecond(subject, stream, WARM_UP_NANOS);
      }
    }
  }

  private void measure() {
    for (Map.Entry<String, Subject> subject : subjects.entrySet()) {
      for (int i = 0; i < LENGTHS.length; i++) {
        List<Pieces> some = streams.get(LENGTHS[i]);
        double[] speeds = best.get(subject.getKey());
        if (some != null && speeds != null) {
          speeds[i] = Math.max(speeds[i], gigabytesPerSecond(subject.getValue(), some));
        }
      }
    }
  }

  private double gigabytesPerSecond(Subject subject, List<Pieces> some) {
    long bytes = 0;
    long start = System.nanoTime();
    for (int next = 0; bytes < bytesOfCell; next = (next + 1) % some.size()) {
      Pieces stream = some.get(next);
      subject.read(stream);
      bytes += stream.bytes();
    }
    return (double) bytes / (System.nanoTime() - start);
  }

  private String markdown() {
    StringBuilder table = new StringBuilder();
    table.append("UTF-8, mixed scripts, pieces of 8 KiB, JDK ").append(Runtime.version().feature());
    table.append(", kernels: ").append(Utflow.kernel()).append("\n\n");
    table.append("| GB/s (times the figure of 1 MB) | 1 KB | 64 KB | 1 MB | 64 MB | 1 GB |\n");
    table.append("|---|---:|---:|---:|---:|---:|\n");
    best.forEach(
        (subject, speeds) -> {
          table.append("| ").append(subject).append(" |");
          for (double speed : speeds) {
            String cell = String.format(Locale.ROOT, " %.2f (%.2f) |", speed, speed / speeds[2]);
            table.append(speed == 0 ? " - |" : cell);
          }
          table.append('\n');
        });
    return table.toString();
  }
}
