/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.CliProcess;
import io.utflow.cli.Utflow;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("whole")
@Timeout(300)
class TailTest {
  @TempDir private Path folder;
  private Path log;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void beginTheLog() throws IOException {
    log = folder.resolve("log");
    Files.write(log, "\uFEFFeins\r\nzwei\r\ndrei für \uD834\uDD1E\r\n".getBytes(UTF_16LE));
  }

  private int run(Object... arguments) {
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err), words).execute(words);
  }

  @Test
  void theMarkTellsTheEncoding() {
    assertThat(run("tail", "--number", log)).isZero();
    assertThat(out.toString().lines())
        .containsExactly("     1  eins", "     2  zwei", "     3  drei für \uD834\uDD1E");
  }

  @Test
  void theLastLinesOnly() {
    assertThat(run("tail", "-n", 1, log)).isZero();
    assertThat(out.toString().lines()).containsExactly("drei für \uD834\uDD1E");
    assertThat(run("tail", "-n", 2, "--number", log)).isZero();
    assertThat(out.toString().lines().skip(1))
        .containsExactly("     2  zwei", "     3  drei für \uD834\uDD1E");
    assertThat(run("tail", "-n", -1, log)).isEqualTo(2);
    assertThat(run("tail", "-n", 0, log)).isZero();
    assertThat(run("tail", "-n", 9, "--from", "UTF-16LE", log)).isZero();
    assertThat(out.toString()).hasLineCount(6);
  }

  /** From the end it finds the lines that reading all of the file finds. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
  void theLastLinesAreTheSameFromTheEnd(String encoding) throws IOException {
    Random random = new Random(7);
    String[] parts = {"\n", "\r\n", "\r", "\u2028", "\u0A0A", "\n\u0A00", "é", "\uD834\uDD1E", "a"};
    for (int trial = 0; trial < Product.sampled(30, 3); trial++) {
      StringBuilder text = new StringBuilder(trial % 2 == 0 ? "\uFEFF" : "");
      int length = random.nextInt(trial % 10 == 0 ? 40_000 : 12);
      for (int i = 0; i < length; i++) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      byte[] bytes = text.toString().getBytes(Charset.forName(encoding));
      Files.write(log, trial % 5 == 4 ? Arrays.copyOf(bytes, bytes.length + 1) : bytes);
      List<String> all = printed("--from", encoding, log);
      for (int last : new int[] {0, 1, 2, 7, 5000}) {
        assertThat(printed("-n", last, "--from", encoding, log))
            .isEqualTo(all.subList(Math.max(0, all.size() - last), all.size()));
      }
    }
  }

  /** The lines, told apart although they hold breaks that are no line ends to Java. */
  private List<String> printed(Object... arguments) {
    out.getBuffer().setLength(0);
    Object[] command = Stream.concat(Stream.of("tail"), Arrays.stream(arguments)).toArray();
    assertThat(run(command)).isZero();
    List<String> printed = List.of(out.toString().split("\n", -1));
    return printed.subList(0, printed.size() - 1);
  }

  /** Before the last lines nothing is read: a hole of a terabyte takes no time. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLongFileIsNotRead() throws IOException {
    try (FileChannel channel =
        FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(ByteBuffer.wrap("\neins\nzwei\n".getBytes(UTF_8)), 1L << 40);
    }
    assertThat(run("tail", "-n", 1, log)).isZero();
    assertThat(out.toString().lines()).containsExactly("zwei");
  }

  @Test
  void aPipeIsReadOnce() {
    assertThat(piped("eins\nzwei\ndrei")).isEqualTo("zwei\ndrei\n");
  }

  /** What is printed of the last two lines of standard input. */
  private String piped(String text) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(UTF_8)));
    try {
      assertThat(run("tail", "-n", 2, "-")).isZero();
    } finally {
      System.setIn(before);
    }
    return out.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aReaderThatGoesAwayEndsItSilently() throws Exception {
    Files.writeString(log, "a line\n".repeat(1_000_000));
    Process process = CliProcess.of("tail", "--follow", log).start();
    try (InputStream in = process.getInputStream()) {
      in.readNBytes(10);
    }
    assertThat(process.waitFor()).isEqualTo(128 + 13);
    assertThat(process.getErrorStream().readAllBytes()).isEmpty();
  }

  @Test
  void aFullDiskIsALine() throws Exception {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no /dev/full");
    Process process = CliProcess.of("tail", log).redirectOutput(full).start();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(process.getErrorStream().readAllBytes())
        .asString(UTF_8)
        .endsWith("tail: No space left on device: standard output" + System.lineSeparator());
  }

  /** Elsewhere a sign has another meaning, and an encoding is --from. */
  @Test
  void whatOtherTailsTakeOtherwiseIsRefused() {
    assertThat(run("tail", "-n", "+2", log)).isEqualTo(2);
    assertThat(run("tail", "-f", "UTF-16LE", log)).isEqualTo(2);
    assertThat(err.toString())
        .contains("'+2' is not a number of lines", "--from names its encoding")
        .hasLineCount(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aMissingFileIsALine() {
    assertThat(run("tail", folder.resolve("missing"))).isEqualTo(1);
    assertThat(err.toString()).startsWith("tail: no such file: ").hasLineCount(1);
  }

  @Test
  void whatIsAppendedFollows() throws Exception {
    try (PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        BufferedReader lines = new BufferedReader(reader)) {
      Thread tail =
          new Thread(
              () ->
                  Utflow.commandLine(new PrintWriter(writer, true), new PrintWriter(err))
                      .execute("tail", "-f", "-n", "1", log.toString()));
      tail.start();
      assertThat(lines.readLine()).isEqualTo("drei für \uD834\uDD1E");
      byte[] more = "vier \uD834\uDD1E\r\nfünf\r\n".getBytes(UTF_16LE);
      int insideThePair = 2 * "vier ".length() + 3;
      append(Arrays.copyOf(more, insideThePair));
      append(Arrays.copyOfRange(more, insideThePair, more.length));
      assertThat(lines.readLine()).isEqualTo("vier \uD834\uDD1E");
      assertThat(lines.readLine()).isEqualTo("fünf");
      tail.interrupt();
      tail.join();
    }
  }

  private void append(byte[] bytes) throws IOException {
    Files.write(log, bytes, StandardOpenOption.APPEND);
  }

  /** Truncated, rotated, and gone for a while: nothing is lost, and it is told. */
  @Test
  void followsWhatTakesThePlaceOfALog() throws Exception {
    try (PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        BufferedReader lines = new BufferedReader(reader)) {
      Thread tail =
          new Thread(
              () ->
                  Utflow.commandLine(new PrintWriter(writer, true), new PrintWriter(err, true))
                      .execute("tail", "-f", "-n", "1", log.toString()));
      tail.start();
      assertThat(lines.readLine()).isEqualTo("drei für \uD834\uDD1E");
      append("vier".getBytes(UTF_16LE));
      Files.move(log, folder.resolve("log.1"));
      Files.writeString(log, "\uFEFFone is the first line\n");
      assertThat(lines.readLine()).isEqualTo("vier");
      assertThat(lines.readLine()).isEqualTo("one is the first line");
      Files.writeString(log, "\uFEFFé\n");
      assertThat(lines.readLine()).isEqualTo("é");
      tail.interrupt();
      tail.join();
    }
    assertThat(err.toString())
        .containsSubsequence("rotated: the new file is read", "truncated: read from its start");
  }

  /** By a model that decodes all of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "windows-1252",
        "GBK",
        "GB18030",
        "Shift_JIS",
        "EUC-JP",
        "Big5",
        "EUC-KR",
        "KOI8-R",
        "ISO-8859-7",
        "IBM037",
        "ISO-2022-JP",
        "UTF-7"
      })
  void theLastLinesAreThoseOfAnyEncoding(String encoding) throws IOException {
    String letters = encoding.matches("GB.*|Shift.*|EUC.*|Big5|ISO-2022-JP") ? "一三" : "ab";
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append(letters.repeat(i % 40)).append(i).append(i % 3 == 0 ? "\r\n" : "\n");
    }
    text.append("the last");
    assumeTrue(TextEncoding.find(encoding).isPresent(), () -> "skipped: no " + encoding);
    Files.write(log, EncoderSpec.of(TextEncoding.forName(encoding)).encode(text.toString()));
    List<String> all = text.toString().lines().toList();
    for (int last : new int[] {0, 1, 2, 700, 9000}) {
      assertThat(printed("-n", last, "--from", encoding, log))
          .isEqualTo(all.subList(Math.max(0, all.size() - last), all.size()));
    }
    boolean hasState = encoding.matches("ISO-2022-JP|UTF-7|IBM037");
    assertThat(err.toString().contains("read from its start")).isEqualTo(hasState);
  }

  // Resuming.

  private String resumed(Object... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = log;
    assertThat(run(all)).isZero();
    return err.toString().replaceFirst("(?s).*resume at ([0-9]+)\\s*$", "$1");
  }

  @Test
  void goesOnWhereItWasLeft() throws IOException {
    String next = resumed("tail", "--resume", 0);
    assertThat(out.toString().lines()).containsExactly("eins", "zwei", "drei für \uD834\uDD1E");
    assertThat(next).isEqualTo(String.valueOf(Files.size(log)));
    Files.write(log, "vier\r\nfü".getBytes(UTF_16LE), StandardOpenOption.APPEND);
    String unfinished = resumed("tail", "--resume", next);
    assertThat(out.toString().lines()).containsExactly("vier");
    Files.write(log, "nf\n".getBytes(UTF_16LE), StandardOpenOption.APPEND);
    resumed("tail", "--resume", unfinished);
    assertThat(out.toString().lines()).containsExactly("fünf");
  }

  /** Any offset will do: a line belongs to it if it begins there or behind it. */
  @Test
  void resumesAtAnyByte() {
    for (int offset = 3; offset <= 14; offset++) {
      resumed("tail", "--resume", offset);
      assertThat(out.toString().lines())
          .as("from %d", offset)
          .containsExactly("zwei", "drei für \uD834\uDD1E");
    }
    assertThat(run("tail", "--resume", 3, "-n", 2, log)).isEqualTo(2);
    assertThat(run("tail", "--resume", -3, log)).isEqualTo(2);
  }

  @Test
  void aTruncatedLogIsReadFromItsStart() throws IOException {
    Files.write(log, "\uFEFFneu\n".getBytes(UTF_16LE));
    resumed("tail", "--resume", 1000);
    assertThat(out.toString().lines()).containsExactly("neu");
    assertThat(err.toString()).contains("shorter than 1000 bytes");
  }

  /** A part of a byte order mark would tell another encoding. */
  @Test
  void waitsForTheFirstBytes() throws IOException {
    byte[] all = "\uFEFFa\nb\n".getBytes(UTF_16LE);
    Files.write(log, Arrays.copyOf(all, 1));
    List<String> lines = new java.util.ArrayList<>();
    ResumedLog resumed = resumedLog(lines, new java.util.ArrayList<>());
    int[] length = {1};
    resumed.read(
        0,
        () -> {
          if (length[0] == all.length) {
            return false;
          }
          append(Arrays.copyOfRange(all, length[0], length[0] + 1));
          length[0]++;
          return true;
        });
    assertThat(lines).containsExactly("a", "b");
  }

  private ResumedLog resumedLog(List<String> lines, List<String> notes) {
    StringBuilder line = new StringBuilder();
    LineSink sink =
        new LineSink() {
          @Override
          public void piece(String text) {
            line.append(text);
          }

          @Override
          public void endOfLine() {
            lines.add(line.toString());
            line.setLength(0);
          }
        };
    return new ResumedLog(log, io.utflow.codec.TextEncoding.UTF_8, sink, notes::add);
  }

  /**
   * A text without a mark needs no fourth byte, and one that may begin with a mark waits for it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hi\n", "\n", "0\n", "\u00E9\n", "\uFEFF\n"})
  void shortLinesAreNotWithheld(String text) throws IOException {
    Files.writeString(log, text);
    List<String> lines = new java.util.ArrayList<>();
    List<List<String>> seen = new java.util.ArrayList<>();
    resumedLog(lines, new java.util.ArrayList<>())
        .read(
            0,
            () -> {
              seen.add(List.copyOf(lines));
              return false;
            });
    assertThat(seen).containsExactly(List.of(text.replaceAll("[\uFEFF\n]", "")));
  }

  /** SIGTERM and Ctrl-C are how it ends when it follows. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aSignalTellsWhereToResume() throws Exception {
    Process process = CliProcess.of("tail", "--resume", "0", "-f", log).start();
    String lines = "eins\nzwei\ndrei für \uD834\uDD1E\n";
    InputStream in = process.getInputStream();
    assertThat(in.readNBytes(lines.getBytes(UTF_8).length)).asString(UTF_8).isEqualTo(lines);
    process.toHandle().destroy();
    assertThat(process.getErrorStream().readAllBytes())
        .asString(UTF_8)
        .isEqualTo(log + ": resume at " + Files.size(log) + "\n");
    assertThat(process.waitFor()).isEqualTo(128 + 15);
  }

  /** Only what has been printed is passed over, also where much more is there. */
  @Test
  void endsInTheMiddleOfALog() throws IOException {
    String text = "a line\n".repeat(100_000);
    Files.writeString(log, text);
    List<String> lines = new java.util.ArrayList<>();
    long next =
        resumedLog(lines, new java.util.ArrayList<>())
            .read(
                0,
                new ResumedLog.Growth() {
                  @Override
                  public boolean await() {
                    return true;
                  }

                  @Override
                  public boolean isOver() {
                    return lines.size() > 1000;
                  }
                });
    assertThat(next).isEqualTo(7L * lines.size()).isLessThan(text.length());
  }

  /** In all ways to read it, with numbers, from the end and from an offset. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE"})
  void longLinesAreWhole(String encoding) throws IOException {
    StringBuilder text = new StringBuilder("\uFEFF");
    for (int length : new int[] {4094, 4095, 4096, 4097, 100_000, 3, 300_000}) {
      text.append("\uD83D\uDE00é".repeat(length / 3)).append("x".repeat(length % 3)).append("\r\n");
    }
    Files.write(log, text.toString().getBytes(Charset.forName(encoding)));
    List<String> lines = text.substring(1).lines().toList();
    assertThat(printed(log)).isEqualTo(lines);
    assertThat(printed("-n", 3, log)).isEqualTo(lines.subList(4, 7));
    assertThat(printed("--resume", 0, log)).isEqualTo(lines);
    assertThat(printed("--resume", 5, log)).isEqualTo(lines.subList(1, 7));
    assertThat(printed("-n", 2, "--number", log).get(0)).isEqualTo("     6  " + lines.get(5));
  }

  @Test
  void ofAPipeTheLastLinesAreCutAndThatIsTold() {
    String most = "x".repeat(1 << 20);
    assertThat(piped("first\n" + most + "\n" + most + "yz\n")).isEqualTo(most + "\n" + most + "\n");
    assertThat(err.toString())
        .contains("cut: the line that begins at byte " + ("first\n" + most + "\n").length());
  }

  @Test
  void aRotatedLogIsReadToItsEndAndThenTheNewOne() throws IOException {
    List<String> notes = new java.util.ArrayList<>();
    List<String> lines = new java.util.ArrayList<>();
    ResumedLog resumed = resumedLog(lines, notes);
    int[] waits = {0};
    long next =
        resumed.read(
            0,
            () -> {
              switch (waits[0]++) {
                case 0 -> {
                  Files.write(log, "vier".getBytes(UTF_16LE), StandardOpenOption.APPEND);
                  Files.move(log, folder.resolve("log.1"));
                }
                case 1 -> Files.write(log, "one\n".getBytes(UTF_8));
                case 2 -> Files.write(log, "two\n".getBytes(UTF_8), StandardOpenOption.APPEND);
                case 3 -> Files.write(log, "1\n".getBytes(UTF_8));
                default -> {
                  return false;
                }
              }
              return true;
            });
    assumeTrue(!notes.isEmpty(), "this file system tells no file from another");
    assertThat(notes)
        .containsExactly("rotated: the new file is read", "truncated: read from its start");
    assertThat(lines)
        .containsExactly("eins", "zwei", "drei für \uD834\uDD1E", "vier", "one", "two", "1");
    assertThat(next).isEqualTo(2);
  }
}
