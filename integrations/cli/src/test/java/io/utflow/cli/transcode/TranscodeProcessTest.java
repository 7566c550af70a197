/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.CliProcess;
import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the system does to a run: signals, pipes, full disks, standard output. */
@Tag("whole")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class TranscodeProcessTest {
  private static final String OLD = "what was there before";

  @TempDir private Path folder;

  private static final Object[] WORDS = {"transcode", "-f", "UTF-8", "-t", "UTF-16BE"};
  private final StringWriter err = new StringWriter();

  private static Object[] words(Object... more) {
    return Stream.concat(Stream.of(WORDS), Stream.of(more)).toArray();
  }

  private static ProcessBuilder transcode(Object... more) {
    return CliProcess.of(words(more));
  }

  /** Without a process, where the output is none of the process. */
  private int run(Object... more) {
    String[] words = Stream.of(words(more)).map(Object::toString).toArray(String[]::new);
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    return Utflow.commandLine(nowhere, new PrintWriter(err, true)).execute(words);
  }

  /** As {@link #run}, with a file as standard input. */
  private int runFrom(Path input, Object... more) throws IOException {
    InputStream before = System.in;
    try (InputStream in = Files.newInputStream(input)) {
      System.setIn(in);
      return run(more);
    } finally {
      System.setIn(before);
    }
  }

  private static int statusOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static String errorsOf(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  /** Both are a dash, and what has arrived is passed on while the input goes on. */
  @Test
  void textOfAPipeIsNotKept() throws Exception {
    Process process = transcode("-", "-o", "-").start();
    OutputStream in = process.getOutputStream();
    in.write("a".getBytes(UTF_8));
    in.flush();
    assertThat(process.getInputStream().readNBytes(2)).isEqualTo("a".getBytes(UTF_16BE));
    in.write("\u4e16\u754c".getBytes(UTF_8));
    in.close();
    assertThat(process.getInputStream().readAllBytes())
        .isEqualTo("\u4e16\u754c".getBytes(UTF_16BE));
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
    Path in = Files.writeString(folder.resolve("in"), OLD);
    assertThat(run("-o", "/dev/full", in)).isEqualTo(1);
    assertThat(err.toString()).contains("No space left on device: /dev/full").hasLineCount(1);
  }

  @Test
  void theInputMayBeTheOutput() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), OLD);
    assertThat(runFrom(file, "-o", file)).isZero();
    assertThat(file).hasBinaryContent(OLD.getBytes(UTF_16BE));
  }

  @Test
  void standardOutputMayBeNamedAsAFile() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/stdout")));
    Path in = Files.writeString(folder.resolve("in"), "a");
    Path log = Files.writeString(folder.resolve("log"), OLD);
    Process appending =
        transcode("-o", "/dev/stdout", in)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    assertThat(statusOf(appending)).isZero();
    assertThat(log).hasContent(OLD + "\0a");
  }

  /** Two of the ways in which a terminal or a system ends a program, and what kill sends. */
  @Test
  void aRunThatIsEndedLeavesNothingHalfWritten() throws Exception {
    Map<String, Integer> signals = new TreeMap<>(Map.of("HUP", 1, "INT", 2, "TERM", 15));
    for (int number : List.copyOf(signals.values())) {
      if (isIgnored(number)) {
        System.out.println("TranscodeProcessTest: signal " + number + " is ignored by the tests");
        signals.values().remove(number);
      }
    }
    assumeFalse(signals.isEmpty(), "the tests ignore the signals, and so does what they start");
    Map<String, Process> begun = new TreeMap<>();
    for (String signal : signals.keySet()) {
      Path file = Files.createDirectory(folder.resolve(signal)).resolve("file");
      begun.put(signal, transcode("-o", Files.writeString(file, OLD)).start());
    }
    for (Map.Entry<String, Process> each : begun.entrySet()) {
      Path own = folder.resolve(each.getKey());
      Process process = each.getValue();
      OutputStream in = process.getOutputStream();
      in.write(new byte[1 << 20]);
      in.flush();
      while (files(own).size() < 2) {
        assertThat(process.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      // Process.destroy would close the input as well, and so end it.
      new ProcessBuilder("kill", "-" + each.getKey(), "" + process.pid()).start().waitFor();
      assertThat(statusOf(process)).isEqualTo(128 + signals.get(each.getKey()));
      in.close();
      assertThat(files(own)).containsExactly(own.resolve("file"));
      assertThat(own.resolve("file")).hasContent(OLD);
    }
  }

  /** Children inherit it; only Linux tells. */
  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.exists(status), "there is no /proc");
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
    assertThat(files(folder)).containsExactlyInAnyOrder(in, file);
  }

  /** The example of examples/README.md, with text that is not what it should be. */
  @Test
  void anIllFormedInputThatIsTheOutputStays() throws IOException {
    byte[] damaged = "line1\nline2 \u00FF\nline3 valuable\n".getBytes(ISO_8859_1);
    Path file = Files.write(folder.resolve("file"), damaged);
    assertThat(runFrom(file, "-o", file)).isEqualTo(1);
    assertThat(err.toString()).contains("INVALID_BYTE at byte 12");
    assertThat(file).hasBinaryContent(damaged);
    assertThat(files(folder)).containsExactly(file);
  }

  /** What is read from a pipe or device has been read: the text before a failure is not kept. */
  @Test
  void pipesAndDevicesAreWrittenDirectly() throws Exception {
    Path in = Files.write(folder.resolve("in"), new byte[] {'a', (byte) 0xFF});
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> run("-o", fifo, in));
    assertThat(Files.readAllBytes(fifo)).isEqualTo(new byte[] {0, 'a'});
    assertThat(status.get()).isEqualTo(1);
    assertThat(err.toString()).doesNotContain("nothing was written");
    assertThat(run("-o", "/dev/null", in)).isEqualTo(1);
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    assertThat(files(folder)).containsExactlyInAnyOrder(in, fifo);
  }

  @Test
  void standardErrorMayBeNamedAsAFile() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/stderr")));
    for (String name : List.of("/dev/stderr", "/dev/fd/2", "/proc/self/fd/2")) {
      assertThat(Output.isStandard(Path.of(name))).isTrue();
    }
    Path log = Files.writeString(folder.resolve("log"), OLD);
    Process appending =
        transcode("-q", "-o", "/dev/stderr", Files.writeString(folder.resolve("in"), "a"))
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
    List<Process> both = new ArrayList<>();
    for (ProcessBuilder each : List.of(transcode(file), transcode().redirectInput(file.toFile()))) {
      both.add(each.redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile())).start());
    }
    for (Process refused : both) {
      assertThat(statusOf(refused)).isEqualTo(2);
      assertThat(errorsOf(refused)).contains("is input and output").hasLineCount(1);
      assertThat(file).hasContent(OLD);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
