/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.files;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.PrintedOutput;
import io.utflow.cli.Utflow;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code count}, {@code validate}, {@code transcode --jobs}: files by all cores. */
@Tag("whole")
@Timeout(300)
class FileCommandsTest {
  private static final String TEXT = "Grüße, 世界 \uD83D\uDE00\r\nline\n".repeat(100_000);

  @TempDir private Path folder;
  private Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("text");
  }

  private int run(Object... arguments) {
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err), words).execute(words);
  }

  @Test
  void countsTerminators() throws IOException {
    Files.write(file, TEXT.getBytes(UTF_16));
    assertThat(run("count", file)).isZero();
    assertThat(run("count", "--breaks", "CRLF", "--jobs", 1, file)).isZero();
    assertThat(out.toString().lines()).containsExactly("200000 " + file, "100000 " + file);
    Path second = Files.writeString(folder.resolve("two"), "a\nb\nc");
    assertThat(run("count", file, second)).isZero();
    assertThat(out.toString().lines().skip(2))
        .containsExactly("200000 " + file, "2 " + second, "200002 total");
  }

  /** As wc and grep: the others are read all the same. */
  @Test
  void whatIsMissingIsToldAndTheRestIsRead() throws IOException {
    Files.writeString(file, "a\nb\n");
    Path missing = folder.resolve("missing");
    assertThat(run("count", file, missing, file)).isEqualTo(1);
    assertThat(out.toString().lines()).containsExactly("2 " + file, "2 " + file, "4 total");
    assertThat(err.toString().strip()).isEqualTo("no such file: " + missing);
    assertThat(run("validate", missing, file)).isEqualTo(1);
    assertThat(out.toString()).endsWith(file + ": well-formed" + System.lineSeparator());
  }

  @Test
  void countsAsWcDoesInEncodingsThatCannotBeSplit() throws IOException {
    Files.write(file, "\u65E5\u672C\r\n\u8A9E\n".repeat(1000).getBytes("ISO-2022-JP"));
    assertThat(run("count", "--from", "ISO-2022-JP", file)).isZero();
    assertThat(out.toString().lines()).containsExactly("2000 " + file);
  }

  @Test
  void tellsWhereTheFirstErrorsAre() throws IOException {
    byte[] bytes = TEXT.getBytes(UTF_8);
    Files.write(file, bytes);
    assertThat(run("validate", file)).isZero();
    bytes[8] = (byte) 0xFF;
    bytes[bytes.length - 1] = (byte) 0xC0;
    Files.write(file, bytes);
    assertThat(run("validate", file)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            file + ": well-formed",
            file + ": line 1, column 7, byte 8: INVALID_BYTE, FF",
            file + ": line 200000, column 5, byte " + (bytes.length - 1) + ": OVERLONG, C0",
            file + ": 2 ill-formed");
  }

  @Test
  void transcodesByAllCores() throws IOException {
    Files.write(file, ("\uFEFF" + TEXT).getBytes(UTF_16LE));
    Path target = folder.resolve("target");
    for (int jobs = 0; jobs < 4; jobs++) {
      assertThat(
              run("transcode", "-f", "UTF-16", "-t", "UTF-8", "-j", jobs, "-o", target, file, file))
          .isZero();
      assertThat(Files.readString(target)).isEqualTo(TEXT + TEXT);
    }
    assertThat(
            run(
                "transcode",
                "-f",
                "UTF-16",
                "-t",
                "ISO-2022-JP",
                "-j",
                2,
                "--on-unmappable",
                "skip",
                "-q",
                "-o",
                target,
                file))
        .isZero();
    assertThat(run("transcode", "-f", "UTF-8", "-t", "UTF-8", "-j", -1, file)).isEqualTo(2);
  }

  @Test
  void reportsTheFirstErrorAndLeavesTheTarget() throws IOException {
    byte[] bytes = TEXT.getBytes(UTF_8);
    bytes[2_000_000] = (byte) 0xFF;
    bytes[2_500_000] = (byte) 0xFF;
    Files.write(file, bytes);
    Path target = Files.writeString(folder.resolve("target"), "as it was");
    assertThat(run("transcode", "-f", "UTF-8", "-t", "UTF-16LE", "-j", 3, "-o", target, file))
        .isEqualTo(1);
    assertThat(err.toString()).contains("2000000").doesNotContain("2500000");
    assertThat(Files.readString(target)).isEqualTo("as it was");
  }

  @Test
  void fewerThanNoJobsAreRefused() throws IOException {
    Files.writeString(file, "a");
    assertThat(run("count", "-j", -1, file)).isEqualTo(2);
    assertThat(err.toString()).contains("-1 jobs: give 0 or more");
    assertThat(run("count", "-j", 0, file)).isZero();
  }

  /** What a command has printed is written when it says that it has succeeded. */
  @ParameterizedTest
  @ValueSource(strings = {"count", "validate", "inspect", "transcode --list", "count --help"})
  void aFullDiskIsALine(String command) throws IOException {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "skipped: there is no /dev/full");
    Files.writeString(file, "a\n");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    if (words.size() == 1) {
      words.add(file.toString());
    }
    try (OutputStream disk = new FileOutputStream(full)) {
      PrintWriter printed = PrintedOutput.to(disk);
      assertThat(
              Utflow.commandLine(printed, new PrintWriter(err))
                  .execute(words.toArray(String[]::new)))
          .isEqualTo(1);
    }
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(words.get(0) + ": No space left on device: standard output");
  }

  /** A file of /proc says that it has no bytes, one of /sys that it has 4096. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/filesystems", "/sys/devices/system/cpu/online"})
  void aFileThatDoesNotTellItsSizeIsReadToItsEnd(String name) throws IOException {
    Path path = Path.of(name);
    assumeTrue(Files.isReadable(path), () -> "skipped: there is no " + name);
    String text = Files.readString(path);
    assertThat(run("count", path)).isZero();
    assertThat(run("validate", path)).isZero();
    assertThat(out.toString().lines())
        .containsExactly(text.lines().count() + " " + name, name + ": well-formed");
    for (int jobs = 0; jobs < 3; jobs++) {
      assertThat(run("transcode", "-f", "UTF-8", "-t", "UTF-8", "-j", jobs, "-o", file, path))
          .isZero();
      assertThat(file).hasContent(text);
    }
  }

  @Test
  void pipesAndFoldersAreRefused() {
    assertThat(run("count", folder)).isEqualTo(1);
    assertThat(err.toString()).contains("a folder, which only convert takes").hasLineCount(1);
    assumeTrue(Files.exists(Path.of("/dev/null")), "skipped: there is no /dev/null");
    assertThat(run("count", "/dev/null")).isEqualTo(1);
    assertThat(err.toString())
        .contains("not a regular file, so it cannot be entered in the middle");
  }
}
