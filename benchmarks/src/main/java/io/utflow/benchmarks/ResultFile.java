/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.codec.Utflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results as a file: comments that say what was compared, where and when, then a line for each
 * result, its columns between tabs. Charts and pages are made of these files, and tests compare
 * them.
 */
public final class ResultFile {
  private static final String HEAD = "text\tsetting\tours\tpeer\tour %1$s\tpeer's %1$s\ttimes";

  private ResultFile() {}

  /** Takes {@code --tsv FILE} out of the arguments, if it is there. */
  static Optional<Path> takeFrom(List<String> arguments) {
    int option = arguments.indexOf("--tsv");
    if (option < 0) {
      return Optional.empty();
    }
    arguments.remove(option);
    if (option == arguments.size()) {
      throw new IllegalArgumentException("--tsv needs the name of a file");
    }
    return Optional.of(Path.of(arguments.remove(option)));
  }

  /** Writes the results that this JVM has measured. */
  static void write(Path file, String title, String unit, List<Result> results) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + title);
    lines.add("# machine: " + machine());
    lines.add("# JDK: " + Runtime.version() + ", " + System.getProperty("java.vm.vendor"));
    lines.add("# kernels: " + Utflow.kernel());
    lines.add("# commit: " + System.getProperty("utflow.commit", "not told by -Dutflow.commit"));
    lines.add("# date: " + LocalDate.now(ZoneOffset.UTC));
    lines.add(String.format(Locale.ROOT, HEAD, unit));
    for (Result each : results) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s\t%s\t%s\t%s\t%.4f\t%.4f\t%.2f",
              each.text(),
              each.setting(),
              each.ours(),
              each.peer(),
              each.ourSpeed(),
              each.peerSpeed(),
              each.times()));
    }
    Files.write(file, lines);
  }

  /** The results of a file. */
  public static List<Result> read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .skip(1)
          .map(line -> line.split("\t"))
          .map(
              cells ->
                  new Result(
                      cells[0],
                      cells[1],
                      cells[2],
                      cells[3],
                      Double.parseDouble(cells[4]),
                      Double.parseDouble(cells[5])))
          .toList();
    }
  }

  /** The value of a comment in the file: {@code JDK}, {@code date} and so on. */
  public static String comment(Path file, String name) throws IOException {
    String start = "# " + name + ": ";
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length()))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(file + " has no comment " + name));
    }
  }

  private static String machine() throws IOException {
    Path cpu = Path.of("/proc/cpuinfo");
    String processor = System.getProperty("os.arch");
    if (Files.isReadable(cpu)) {
      List<String> lines = Files.readAllLines(cpu);
      processor = value(lines, "model name").orElse(processor) + avx512(lines);
    }
    return String.format(
        Locale.ROOT,
        "%s, %d processors, %s",
        processor,
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"));
  }

  private static String avx512(List<String> cpu) {
    String flags = value(cpu, "flags").orElse("");
    return Arrays.asList(flags.split(" ")).contains("avx512_vbmi2") ? ", AVX-512" : "";
  }

  private static Optional<String> value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst();
  }
}
