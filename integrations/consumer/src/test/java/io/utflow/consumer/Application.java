/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The programs in {@code src/application} and {@code src/lookups}, run by the tools of this JDK.
 */
final class Application {
  private static final Path SOURCES =
      Path.of(System.getProperty("basedir", "."), "src", "application", "java");
  private static final String MAIN = "consumer/Main.java";
  private static final String BOOT = "consumer/BootApplication.java";

  /** Names the core alone, so it is run with jars of one's choice. */
  private static final Path LOOKUPS =
      Path.of(System.getProperty("basedir", "."), "src", "lookups", "java");

  private static final Path LOOKUPS_CLASSES =
      Path.of(System.getProperty("basedir", "."), "target", "lookups");

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  /** What this application has no part in: the options of the JVM that the build was given. */
  private static final Set<String> OPTIONS_OF_OTHERS =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private Application() {}

  /** Compiles it as a module, with our jars on the module path. */
  static Path compileAsModule(Path classes) {
    compile(SOURCES, classes, "--module-path", List.of("module-info.java", MAIN, BOOT));
    return classes;
  }

  /** Compiles it without its module-info, with our jars on the class path. */
  static Path compileForClassPath(Path classes) {
    compile(SOURCES, classes, "--class-path", List.of(MAIN, BOOT));
    return classes;
  }

  /** Compiles {@code Lookups}. */
  static void compileLookups() {
    compile(LOOKUPS, LOOKUPS_CLASSES, "--class-path", List.of("consumer/Lookups.java"));
  }

  private static void compile(Path folder, Path classes, String path, List<String> sources) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("--release", "17", path, joined(Packaged.all()), "-d", classes.toString()));
    sources.forEach(source -> arguments.add(folder.resolve(source).toString()));
    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    assertThat(code).as(messages.toString()).isZero();
  }

  /**
   * What lookups find in a run with these options: see {@code Lookups}, which is {@linkplain
   * #compileLookups compiled} before.
   *
   * @param classPath what lies on the class path beside it
   */
  static Map<String, String> lookups(Path folder, List<Path> classPath, String... options)
      throws IOException, InterruptedException {
    List<Path> all = new ArrayList<>(classPath);
    all.add(LOOKUPS_CLASSES);
    List<String> arguments = new ArrayList<>(List.of("-cp", joined(all)));
    arguments.addAll(List.of(options));
    arguments.add("consumer.Lookups");
    arguments.add(folder.resolve("serialized").toString());
    arguments.add(Packaged.ours("utflow-charsets").toString());
    return run(folder, arguments.toArray(String[]::new));
  }

  static String joined(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Runs it, and returns the lines that it printed: what each module said. */
  static Map<String, String> run(Path folder, String... arguments)
      throws IOException, InterruptedException {
    return run(JAVA, folder, arguments);
  }

  /** As {@link #run(Path, String...)}, by another JVM. */
  static Map<String, String> run(Path java, Path folder, String... arguments)
      throws IOException, InterruptedException {
    // It ends before the second compiler of the JVM is of use.
    List<String> command =
        new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(Arrays.asList(arguments));
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().keySet().removeAll(OPTIONS_OF_OTHERS);
    Process process = builder.start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("ended: " + printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return said(printed);
  }

  /** The launcher of a JDK of that release beside the one that runs, if there is one. */
  static Optional<Path> javaOfRelease(int release) throws IOException {
    Path parent = Path.of(System.getProperty("java.home")).toRealPath().getParent();
    try (Stream<Path> beside = Files.list(parent)) {
      return beside
          .filter(home -> isRelease(home, release))
          .map(home -> home.resolve("bin").resolve("java"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  private static boolean isRelease(Path home, int release) {
    try {
      return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"" + release + ".");
    } catch (IOException none) {
      return false;
    }
  }

  private static Map<String, String> said(String printed) {
    Map<String, String> said = new TreeMap<>();
    for (String line : printed.lines().filter(each -> each.contains("=")).toList()) {
      int equals = line.indexOf('=');
      said.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return said;
  }
}
