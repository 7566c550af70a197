/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.Utflow;
import io.utflow.cli.source.Found;
import io.utflow.cli.source.From;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log of ASCII that goes on in another encoding. */
class LogTextTest {
  private final StringWriter err = new StringWriter();

  private LogText log(String from, byte[] soFar) {
    Found found = From.parse(from).find(ByteBuffer.wrap(soFar), true);
    LastLines lines = new LastLines(soFar.length, found.spec());
    return new LogText("log", From.parse(from), found, lines, new PrintWriter(err, true));
  }

  private static String append(LogText log, byte[] bytes) {
    return bytes.length == 0 ? "" : log.decode(ByteBuffer.wrap(bytes));
  }

  /** However it is cut, and whether nothing comes for a while at the cut. */
  @ParameterizedTest
  @CsvSource({
    "auto:GBK, GBK, 中文日志 一",
    "auto:GBK, UTF-8, 中文日志 一",
    "auto:GBK, UTF-8, é",
    "auto:windows-1252, windows-1252, Größe",
    "auto:windows-1252, UTF-8, Größe",
    "auto:Shift_JIS, Shift_JIS, ログ 表",
    "auto, UTF-8, Größe",
    "GBK, GBK, 中文日志 一"
  })
  void whatIsAppendedTells(String from, String charset, String word) {
    String text = "ok\r\n" + word + "\nok\n" + word + word + "\n";
    byte[] bytes = text.getBytes(Charset.forName(charset));
    for (int cut = 0; cut <= bytes.length; cut++) {
      for (boolean idle : new boolean[] {false, true}) {
        LogText log = log(from, "started\n".getBytes(UTF_8));
        String read = append(log, Arrays.copyOf(bytes, cut)) + (idle ? log.idle() : "");
        read += append(log, Arrays.copyOfRange(bytes, cut, bytes.length));
        assertThat(read + log.idle() + log.idle() + log.finish())
            .as("cut at %d, %s", cut, idle)
            .isEqualTo(text);
      }
    }
    assertThat(err.toString().isEmpty()).isEqualTo(!from.contains(":") || charset.equals("UTF-8"));
  }

  /** A complete line is shown when nothing more comes; two characters decide nothing. */
  @Test
  void noLineIsWithheldAndTheNextIsJudgedAnew() {
    LogText log = log("auto:GBK", "started\n".getBytes(UTF_8));
    byte[] ambiguous = "小\n".getBytes(Charset.forName("GBK"));
    String first = new String(ambiguous, UTF_8);
    assertThat(first).isEqualTo("\u0421\n");
    assertThat(append(log, ambiguous)).isEmpty();
    assertThat(log.idle()).isEqualTo(first);
    assertThat(append(log, "中".getBytes(Charset.forName("GBK")))).isEqualTo("中");
    assertThat(log.idle()).isEmpty();
    assertThat(append(log, ambiguous)).isEqualTo("小\n");
    assertThat(err.toString())
        .contains("log: read as GBK, not UTF-8, so what auto names")
        .hasLineCount(1);
  }

  /** A half of a character is no line, and waits. */
  @Test
  void aLineThatHasNotEndedWaits() {
    LogText log = log("auto:windows-1252", new byte[0]);
    assertThat(append(log, new byte[] {'a', (byte) 0xC3})).isEqualTo("a");
    assertThat(log.idle()).isEmpty();
    assertThat(append(log, new byte[] {(byte) 0xA9, '\n'})).isEmpty();
    assertThat(log.idle()).isEqualTo("é\n");
  }

  @Test
  void theNextFileIsJudgedAnew() {
    LogText log = log("auto:GBK", "started\n".getBytes(UTF_8));
    assertThat(append(log, "中文日志\n".getBytes(Charset.forName("GBK")))).isEqualTo("中文日志\n");
    log.beginAgain();
    assertThat(append(log, "中文日志\n".getBytes(UTF_8))).isEqualTo("中文日志\n");
    log.beginAgain();
    assertThat(append(log, "\uFEFFé\n".getBytes(UTF_8)) + log.idle()).isEqualTo("é\n");
    LogText utf16 = log("auto:GBK", "\uFEFFa\n".getBytes(UTF_16LE));
    utf16.beginAgain();
    assertThat(append(utf16, "é\n".getBytes(UTF_16LE))).isEqualTo("é\n");
    LogText declared = log("GBK", new byte[0]);
    declared.beginAgain();
    assertThat(append(declared, "中".getBytes(Charset.forName("GBK")))).isEqualTo("中");
  }

  /** Without a name for what it may be it is still told that it is not UTF-8. */
  @ParameterizedTest
  @CsvSource({"started, 9", "größe, 9"})
  void whatIsNotUtf8IsTold(String soFar, int at) {
    LogText log = log("auto", (soFar + "\n").getBytes(UTF_8));
    assertThat(append(log, new byte[] {'a', (byte) 0xFF, (byte) 0xFF, '\n'}))
        .isEqualTo("a\uFFFD\uFFFD\n");
    assertThat(err.toString()).contains("log: not UTF-8 at byte " + at + "; read as UTF-8");
    assertThat(err.toString().lines().filter(line -> line.contains("at byte"))).hasSize(1);
  }

  @Test
  @Timeout(300)
  void aLogThatIsFollowed(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("log"), "started\n");
    try (PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        BufferedReader lines = new BufferedReader(reader)) {
      Thread tail =
          new Thread(
              () ->
                  Utflow.commandLine(new PrintWriter(writer), new PrintWriter(err, true))
                      .execute("tail", "-f", "-n", "1", "--from", "auto:GBK", "" + file));
      tail.start();
      assertThat(lines.readLine()).isEqualTo("started");
      append(file, "é\n".getBytes(UTF_8));
      assertThat(lines.readLine()).isEqualTo("é");
      append(file, "中文日志\n".getBytes(Charset.forName("GBK")));
      assertThat(lines.readLine()).isEqualTo("中文日志");
      tail.interrupt();
      tail.join();
    }
  }

  private static void append(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.APPEND);
  }
}
