/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.utflow.benchmarks.text.Language;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints, in Markdown, what the first text costs in a JVM that has decoded none: milliseconds of
 * processor time until 64 KiB of one {@link Language}, and until 10 MB, were decoded in pieces of 8
 * KiB, the spec included. The former are those of the thread that decodes, the latter those of the
 * whole process, its compilers included, which the JVM tells in steps of 10. Beside it the JDK's
 * {@link CharsetDecoder} in a JVM of its own. The middle one of several runs counts; the worst
 * language is first.
 *
 * <p>Arguments: the runs (5), the languages (all).
 */
public final class ColdTable {
  private static final int PIECE = 8192;
  private static final int FIRST = 1 << 16;
  private static final int ALL = 10_000_000;
  private static final String DECODE = "decode";

  /** Figures of one language, in milliseconds: ours for 64 KiB and 10 MB, the JDK's for both. */
  private record Row(Language language, double[] ours, double[] jdk) {
    double ratio() {
      return ours[1] / jdk[1];
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "| %s | %.1f | %.1f | %.0f | %.0f | %.2f |",
          language.name().toLowerCase(Locale.ROOT),
          ours[0],
          jdk[0],
          ours[1],
          jdk[1],
          ratio());
    }
  }

  private ColdTable() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length > 0 && arguments[0].equals(DECODE)) {
      decode(arguments[1].equals("utflow"), Files.readAllBytes(Path.of(arguments[2])));
      return;
    }
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    List<Language> languages =
        arguments.length > 1
            ? Arrays.stream(arguments, 1, arguments.length).map(Language::valueOf).toList()
            : List.of(Language.values());
    List<Row> rows = new ArrayList<>();
    for (Language language : languages) {
      rows.add(measured(language, runs));
    }
    rows.sort(Comparator.comparingDouble(Row::ratio).reversed());
    System.out.println("JDK " + Runtime.version().feature() + ", milliseconds of processor time\n");
    System.out.println(
        "| text | 64 KiB | by the JDK | 10 MB | by the JDK | times the JDK |\n|---|--:|--:|--:|--:|--:|");
    rows.forEach(System.out::println);
  }

  private static Row measured(Language language, int runs)
      throws IOException, InterruptedException {
    Path text = Files.createTempFile("cold", null);
    try {
      Files.write(text, language.text(ALL).getBytes(StandardCharsets.UTF_8));
      List<double[]> ours = new ArrayList<>();
      List<double[]> jdk = new ArrayList<>();
      for (int run = 0; run < runs; run++) {
        ours.add(ofNewJvm("utflow", text));
        jdk.add(ofNewJvm("jdk", text));
      }
      return new Row(language, middle(ours), middle(jdk));
    } finally {
      Files.delete(text);
    }
  }

  private static double[] middle(List<double[]> runs) {
    return IntStream.range(0, 2)
        .mapToDouble(
            i -> runs.stream().mapToDouble(run -> run[i]).sorted().toArray()[runs.size() / 2])
        .toArray();
  }

  private static double[] ofNewJvm(String subject, Path text)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ColdTable.class.getName(), DECODE, subject, text.toString()));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String figures =
        new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (jvm.waitFor() != 0) {
      throw new IllegalStateException(command + " failed");
    }
    return Arrays.stream(figures.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static void decode(boolean ours, byte[] text) {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    CharBuffer out = CharBuffer.allocate(PIECE + 1);
    long atFirst = thread.getCurrentThreadCpuTime();
    long start = process.getProcessCpuTime();
    long first = thread.getCurrentThreadCpuTime();
    TextDecoder utflow = ours ? DecoderSpec.of(TextEncoding.UTF_8).newDecoder() : null;
    CharsetDecoder jdk = ours ? null : StandardCharsets.UTF_8.newDecoder();
    long chars = 0;
    int pos = 0;
    while (pos < text.length) {
      ByteBuffer in = ByteBuffer.wrap(text, pos, Math.min(PIECE, text.length - pos));
      if (utflow != null) {
        utflow.decode(in, out.clear(), false);
      } else if (jdk != null) {
        jdk.decode(in, out.clear(), false);
      }
      // The JDK's decoder leaves a cut sequence in the input.
      pos = in.position();
      chars += out.position();
      if (atFirst <= first && pos >= FIRST - 4) {
        atFirst = thread.getCurrentThreadCpuTime();
      }
      if (text.length - pos < 4) {
        break;
      }
    }
    long end = process.getProcessCpuTime();
    if (chars == 0) {
      throw new IllegalStateException("nothing was decoded");
    }
    System.out.println((atFirst - first) / 1e6 + " " + (end - start) / 1e6);
  }
}
