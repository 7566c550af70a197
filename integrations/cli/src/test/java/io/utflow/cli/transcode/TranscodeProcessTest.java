/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import io.utflow.codec.testing.Jvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a process of its own can show. */
@Tag("whole")
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class TranscodeProcessTest {
  private static final String OLD = "what was there before";

  @TempDir private Path folder;

  private static ProcessBuilder transcode(Object... more) {
    List<String> arguments = new ArrayList<>(List.of("transcode", "-f", "UTF-8", "-t", "UTF-16BE"));
    for (Object argument : more) {
      arguments.add(argument.toString());
    }
    return new ProcessBuilder(Jvm.running(Utflow.class, List.of("-Xmx64m"), arguments));
  }

  private static int statusOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static String errorsOf(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  @Test
  void standardInputAndOutputAreADash() throws Exception {
    Process process = transcode("-", "-o", "-").start();
    try (OutputStream in = process.getOutputStream()) {
      in.write("\u4e16\u754c".getBytes(UTF_8));
    }
    assertThat(process.getInputStream().readAllBytes())
        .isEqualTo("\u4e16\u754c".getBytes(UTF_16BE));
    assertThat(statusOf(process)).isZero();
  }

  /** What has arrived is passed on while the input goes on. */
  @Test
  void textOfAPipeIsNotKept() throws Exception {
    Process process = transcode().start();
    OutputStream in = process.getOutputStream();
    in.write("a".getBytes(UTF_8));
    in.flush();
    assertThat(process.getInputStream().readNBytes(2)).isEqualTo("a".getBytes(UTF_16BE));
    in.close();
    assertThat(statusOf(process)).isZero();
  }

  @Test
  void aReaderThatGoesAwayEndsItSilently() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/zero")));
    Process process = transcode("/dev/zero").start();
    try (InputStream out = process.getInputStream()) {
      out.readNBytes(100);
    }
    assertThat(statusOf(process)).isEqualTo(128 + 13);
    assertThat(errorsOf(process)).isEmpty();
  }

  @Test
  void aFullDiskIsToldWithTheNameOfTheFile() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    Process process =
        transcode("-o", "/dev/full", Files.writeString(folder.resolve("in"), OLD)).start();
    assertThat(statusOf(process)).isEqualTo(1);
    assertThat(errorsOf(process)).contains("No space left on device: /dev/full").hasLineCount(1);
  }

  @Test
  void theInputMayBeTheOutput() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), OLD);
    Process process = transcode("-o", file).redirectInput(file.toFile()).start();
    assertThat(statusOf(process)).isZero();
    assertThat(file).hasBinaryContent(OLD.getBytes(UTF_16BE));
  }

  @Test
  void standardOutputMayBeNamedAsAFile() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/stdout")));
    Path in = Files.writeString(folder.resolve("in"), "a");
    Process piped = transcode("-o", "/dev/stdout", in).start();
    assertThat(piped.getInputStream().readAllBytes()).isEqualTo("a".getBytes(UTF_16BE));
    assertThat(statusOf(piped)).isZero();
    Path log = Files.writeString(folder.resolve("log"), OLD);
    Process appending =
        transcode("-o", "/dev/stdout", in)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    assertThat(statusOf(appending)).isZero();
    assertThat(log).hasContent(OLD + "\0a");
  }

  /** Two of the ways in which a terminal or a system ends a program, and what kill sends. */
  @ParameterizedTest
  @CsvSource({"HUP, 1", "INT, 2", "TERM, 15"})
  void aRunThatIsEndedLeavesNothingHalfWritten(String signal, int number) throws Exception {
    assumeFalse(isIgnored(number), "the tests ignore the signal, and so does what they start");
    Path file = Files.writeString(folder.resolve("file"), OLD);
    Process process = transcode("-o", file).start();
    OutputStream in = process.getOutputStream();
    byte[] text = new byte[1 << 20];
    in.write(text);
    in.flush();
    while (files().size() < 2) {
      assertThat(process.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    // Process.destroy would close the input as well, and so end it.
    new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
    assertThat(statusOf(process)).isEqualTo(128 + number);
    in.close();
    assertThat(files()).containsExactly(file);
    assertThat(file).hasContent(OLD);
  }

  /** Children inherit it; only Linux tells. */
  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.exists(status));
    String mask =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring(7).strip())
            .findFirst()
            .orElseThrow();
    return (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) != 0;
  }

  /** A file that may not grow, as at a full disk. */
  @Test
  void whatCannotBeWrittenLeavesTheTargetAsItWas() throws Exception {
    Path in = Files.write(folder.resolve("in"), new byte[4 << 20]);
    Path file = Files.writeString(folder.resolve("file"), OLD);
    List<String> limited = new ArrayList<>();
    limited.addAll(List.of("sh", "-c", "ulimit -f 2048; exec \"$@\"", "sh"));
    limited.addAll(transcode("-o", file, in).command());
    Process process = new ProcessBuilder(limited).start();
    assertThat(statusOf(process)).isEqualTo(1);
    assertThat(errorsOf(process)).contains("too large: " + file).hasLineCount(1);
    assertThat(file).hasContent(OLD);
    assertThat(files()).containsExactlyInAnyOrder(in, file);
  }

  /** The example of examples/README.md, with text that is not what it should be. */
  @Test
  void anIllFormedInputThatIsTheOutputStays() throws Exception {
    byte[] damaged = "line1\nline2 \u00FF\nline3 valuable\n".getBytes(ISO_8859_1);
    Path file = Files.write(folder.resolve("file"), damaged);
    Process process = transcode("-o", file).redirectInput(file.toFile()).start();
    assertThat(statusOf(process)).isEqualTo(1);
    assertThat(errorsOf(process)).contains("INVALID_BYTE at byte 12");
    assertThat(file).hasBinaryContent(damaged);
    assertThat(files()).containsExactly(file);
  }

  /** What is read from a pipe or device has been read: the text before a failure is not kept. */
  @Test
  void pipesAndDevicesAreWrittenDirectly() throws Exception {
    Path in = Files.write(folder.resolve("in"), new byte[] {'a', (byte) 0xFF});
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    Process process = transcode("-o", fifo, in).start();
    assertThat(Files.readAllBytes(fifo)).isEqualTo(new byte[] {0, 'a'});
    assertThat(statusOf(process)).isEqualTo(1);
    assertThat(errorsOf(process)).doesNotContain("nothing was written");
    Process toNull = transcode("-o", "/dev/null", in).start();
    assertThat(statusOf(toNull)).isEqualTo(1);
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    assertThat(files()).containsExactlyInAnyOrder(in, fifo);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"})
  void standardErrorMayBeNamedAsAFile(String name) throws Exception {
    assumeTrue(Files.exists(Path.of(name)));
    Path log = Files.writeString(folder.resolve("log"), OLD);
    Process appending =
        transcode("-q", "-o", name, Files.writeString(folder.resolve("in"), "a"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    assertThat(statusOf(appending)).isZero();
    assertThat(log).hasContent(OLD + "\0a");
  }

  /** It would be read and lengthened without end. */
  @Test
  void anInputThatTheShellAppendsToIsRefused() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/stdout")));
    Path file = Files.writeString(folder.resolve("file"), OLD);
    for (boolean named : new boolean[] {true, false}) {
      ProcessBuilder process = named ? transcode(file) : transcode().redirectInput(file.toFile());
      Process refused =
          process.redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile())).start();
      assertThat(statusOf(refused)).isEqualTo(2);
      assertThat(errorsOf(refused)).contains("is input and output").hasLineCount(1);
      assertThat(file).hasContent(OLD);
    }
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList();
    }
  }
}
