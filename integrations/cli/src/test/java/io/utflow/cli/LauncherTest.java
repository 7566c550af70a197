/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The launcher, beside a jar that stands for the packaged one, and the completion. */
@Tag("whole")
class LauncherTest {
  private static final boolean WINDOWS = File.separatorChar == '\\';

  @TempDir private Path folder;

  private Path home;

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectories(folder.resolve("a home"));
    String script = WINDOWS ? "utflow.bat" : "utflow";
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path launcher = Files.copy(Path.of("src", "cli", script), bin.resolve(script));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Utflow.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream jar = Files.newOutputStream(home.resolve("utflow-cli.jar"))) {
      new JarOutputStream(jar, manifest).close();
    }
  }

  @Test
  void itHandsOverArgumentsInputAndStatus() throws Exception {
    Path launcher = home.resolve("bin").resolve(WINDOWS ? "utflow.bat" : "utflow");
    byte[] euro = {0x20, (byte) 0xAC};
    assertThat(run(launcher, euro, "transcode", "-q", "-f", "UTF-16BE", "-t", "UTF-8"))
        .isEqualTo("0:€");
    assertThat(run(launcher, euro, "transcode", "-f", "no such name", "-t", "UTF-8"))
        .startsWith("2:")
        .contains("\"no such name\" names no encoding");
  }

  @Test
  void itIsFoundBehindALink() throws Exception {
    assumeTrue(!WINDOWS, "skipped: Windows has no links of this kind");
    Path links = Files.createDirectories(folder.resolve("links"));
    Path absolute = Files.createSymbolicLink(links.resolve("one"), home.resolve("bin/utflow"));
    Path relative = Files.createSymbolicLink(links.resolve("two"), Path.of("one"));
    for (Path link : List.of(absolute, relative)) {
      String jar = arguments(link, "--version").replaceFirst("(?s).* -jar (.*) --version\n", "$1");
      assertThat(Path.of(jar).toRealPath()).isEqualTo(home.toRealPath().resolve("utflow-cli.jar"));
    }
  }

  /** The second compiler is left out where there is little to read, and nowhere else. */
  @Test
  void aShortRunHasOneCompiler() throws Exception {
    assumeTrue(!WINDOWS, "skipped: the launcher of Windows has no such rule");
    String small = Files.writeString(folder.resolve("small file"), "a\n").toString();
    String large = Files.write(folder.resolve("large"), new byte[17 << 20]).toString();
    String option = "-XX:TieredStopAtLevel=1 -jar";
    assertThat(arguments("count", small)).contains(option).endsWith("count " + small + "\n");
    assertThat(arguments("--version")).contains(option);
    assertThat(arguments("count", small, large)).doesNotContain(option);
    assertThat(arguments("count", large, small)).doesNotContain(option);
    assertThat(arguments("count", small, "-")).doesNotContain(option);
    assertThat(arguments("count", small, small, small, small)).contains(option);
    assertThat(arguments("count", small, small, small, small, small)).doesNotContain(option);
    assertThat(arguments("convert", "--in-place", folder.toString())).doesNotContain(option);
    assertThat(arguments("lens")).doesNotContain(option);
  }

  /** In the locale of a container the JVM would read the name of a file as other bytes. */
  @Test
  void namesOfFilesAreUtf8WhereNoLocaleIsSet() throws Exception {
    assumeTrue(!WINDOWS, "skipped: names are no bytes there");
    Map<String, String> bare = Map.of("LC_ALL", "C");
    assertThat(printed(home.resolve("bin").resolve("utflow"), bare, "--version"))
        .startsWith("LC_ALL=C.UTF-8 ");
    Map<String, String> set = Map.of("LC_ALL", "", "LC_CTYPE", "de_DE.UTF-8", "LANG", "C");
    assertThat(printed(home.resolve("bin").resolve("utflow"), set, "--version"))
        .startsWith("LC_ALL= ");
  }

  private String arguments(String... words) throws Exception {
    return arguments(home.resolve("bin").resolve("utflow"), words);
  }

  /** What the launcher gives to the JVM. */
  private String arguments(Path launcher, String... words) throws Exception {
    return printed(launcher, Map.of(), words);
  }

  /** The locale and the arguments of a program that stands for the JVM. */
  private String printed(Path launcher, Map<String, String> locale, String... words)
      throws Exception {
    Path bin = Files.createDirectories(folder.resolve("jvm").resolve("bin"));
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho \"LC_ALL=$LC_ALL $@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(Arrays.asList(words));
    builder.environment().put("JAVA_HOME", folder.resolve("jvm").toString());
    builder.environment().putAll(locale);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed;
  }

  /** It is made from the commands, and takes none for a path. */
  @Test
  void completionKnowsEveryCommandAndOption() {
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    CommandLine commands = Utflow.commandLine(nowhere, nowhere);
    String completion = AutoComplete.bash("utflow", commands);
    assertThat(commands.getCommandName()).isEqualTo("utflow");
    assertThat(commands.getSubcommands()).containsKey("transcode");
    commands
        .getSubcommands()
        .forEach(
            (name, command) -> {
              assertThat(completion).contains("_picocli_utflow_" + name.replace('-', '_') + "()");
              command
                  .getCommandSpec()
                  .options()
                  .forEach(option -> assertThat(completion).contains(option.longestName()));
            });
  }

  private String run(Path launcher, byte[] input, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(Arrays.asList(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectErrorStream(true);
    builder.redirectInput(Files.write(folder.resolve("input"), input).toFile());
    Path output = folder.resolve("output");
    Process process = builder.redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    return process.exitValue() + ":" + Files.readString(output, StandardCharsets.UTF_8);
  }
}
