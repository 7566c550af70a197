/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs targets one after the other, each in a process of Jazzer's, and says how many inputs each
 * was given and how much they reach. {@code -P jazzer} calls it. What breaks a law, and the inputs
 * that reached something new, stay in {@code target/jazzer}.
 */
public final class GuidedFuzz {
  /** So many inputs of so many bytes are written in the form of a corpus. */
  private static final int KEPT = 60;

  private static final int KEPT_BYTES = 160;

  private static final int LONGEST = 400;

  private GuidedFuzz() {}

  /**
   * Runs targets.
   *
   * @param args the seconds that each has, the names of their classes with commas between, and what
   *     is in the names of those to run
   * @throws IllegalStateException if a law was broken
   */
  public static void main(String[] args) throws Exception {
    List<String> broken = new ArrayList<>();
    for (String name : args[1].split(",")) {
      if (name.contains(args[2]) && !run(Class.forName(name.strip()), args[0])) {
        broken.add(name);
      }
    }
    if (!broken.isEmpty()) {
      throw new IllegalStateException("laws are broken: " + broken + ", see target/jazzer");
    }
  }

  private static boolean run(Class<?> target, String seconds) throws Exception {
    Path home = Paths.get("jazzer", target.getSimpleName());
    Path corpus = Files.createDirectories(home.resolve("corpus"));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int number = 0;
    for (byte[] input : Corpus.of(target)) {
      Files.write(corpus.resolve("given-" + number++), input);
      all.writeBytes(input);
    }
    // No input is made that is longer than the longest that is given.
    Files.write(corpus.resolve("given"), Arrays.copyOf(all.toByteArray(), LONGEST));
    File log = home.resolve("log").toFile();
    List<String> command =
        new ArrayList<>(
            List.of(
                "java",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=io.utflow.**",
                // Who looks is not what is looked at.
                "--instrumentation_excludes=io.utflow.codec.guided.**:io.utflow.codec.scripts.**:"
                    + "io.utflow.codec.testing.**",
                "--reproducer_path=" + home,
                "-artifact_prefix=" + home + File.separator,
                "-max_total_time=" + seconds,
                "-max_len=" + LONGEST,
                "-len_control=0",
                "-rss_limit_mb=0",
                "-print_final_stats=1",
                corpus.toString()));
    words(target, home).ifPresent(words -> command.add("-dict=" + words));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    int status = process.waitFor();
    List<String> said = Files.readAllLines(log.toPath());
    System.out.printf(
        "%s: %s; %s%n",
        target.getSimpleName(), last(said, "stat::number_of_executed_units"), last(said, "cov: "));
    keep(corpus, home.resolve(target.getSimpleName() + ".txt"));
    if (status != 0) {
      said.stream().skip(Math.max(0, said.size() - 60)).forEach(System.out::println);
    }
    return status == 0;
  }

  /** Words of the target's language, which a fuzzer hardly writes by chance: {@code NAME.dict}. */
  private static Optional<Path> words(Class<?> target, Path home) throws IOException {
    try (InputStream in = target.getResourceAsStream(target.getSimpleName() + ".dict")) {
      if (in == null) {
        return Optional.empty();
      }
      Path words = home.resolve("words");
      Files.copy(in, words, StandardCopyOption.REPLACE_EXISTING);
      return Optional.of(words);
    }
  }

  private static String last(List<String> said, String word) {
    return said.stream().filter(line -> line.contains(word)).reduce("-", (a, b) -> b);
  }

  /** The shortest inputs, for whoever wants to commit some. */
  private static void keep(Path corpus, Path to) throws IOException {
    try (Stream<Path> inputs = Files.list(corpus)) {
      List<String> lines = new ArrayList<>();
      for (Path input :
          inputs.sorted(Comparator.comparing(path -> path.toFile().length())).toList()) {
        if (input.toFile().length() <= KEPT_BYTES && lines.size() < KEPT) {
          lines.add(Corpus.line(Files.readAllBytes(input)));
        }
      }
      Files.write(to, lines);
    }
  }
}
