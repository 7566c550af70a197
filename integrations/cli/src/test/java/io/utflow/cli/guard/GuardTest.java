/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.CliProcess;
import io.utflow.cli.Utflow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class GuardTest {
  private static final String UNTRUSTED =
      "a\tb\u001B]0;evil\u0007\u009B2J\u202E\r\n\uD83D\uDE00 \u20AC\n";
  private static final String SHOWN =
      "a\tb\\x1b]0;evil\\x07\\x9b2J\\u202e\\r\n\uD83D\uDE00 \u20AC\n";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(words);
  }

  @Test
  void whatATerminalWouldObeyIsShown() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), UNTRUSTED);
    assertThat(run("guard", file.toString())).isZero();
    assertThat(out).hasToString(SHOWN);
  }

  @Test
  void theMarkOrAnOptionTellsTheEncoding() throws IOException {
    Path marked = folder.resolve("marked");
    Files.write(marked, ("\uFEFF" + UNTRUSTED).getBytes(StandardCharsets.UTF_16LE));
    Path unmarked = folder.resolve("unmarked");
    Files.write(unmarked, UNTRUSTED.getBytes(StandardCharsets.UTF_16BE));
    assertThat(run("guard", marked.toString())).isZero();
    assertThat(run("guard", "--from", "UTF-16BE", unmarked.toString())).isZero();
    assertThat(out).hasToString(SHOWN + SHOWN);
  }

  @Test
  void nulIsShownOrLeftOut() throws IOException {
    String file = Files.writeString(folder.resolve("log"), "a\0\0b\n").toString();
    assertThat(run("guard", file)).isZero();
    assertThat(run("guard", "--drop-nul", file)).isZero();
    assertThat(out).hasToString("a\\x00\\x00b\nab\n");
  }

  @Test
  void anotherPresetByItsName() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), UNTRUSTED);
    assertThat(run("guard", "-f", "UTF-8", "--preset", "unicode-assignables", file.toString()))
        .isZero();
    assertThat(out).hasToString("a\tb\uFFFD]0;evil\uFFFD\uFFFD2J\u202E\r\n\uD83D\uDE00 \u20AC\n");
    assertThat(run("guard", "--preset", "terminal", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no guard has the name 'terminal'").hasLineCount(1);
    assertThat(run("guard", folder.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no such file");
  }

  /** Standard input is shown as it comes: the first line before the second is sent. */
  @Test
  void standardInputIsAStream() throws Exception {
    Process process = CliProcess.of("guard").start();
    OutputStream in = process.getOutputStream();
    try (BufferedReader shown = process.inputReader(StandardCharsets.UTF_8)) {
      in.write("one\u001B[2J\n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      assertThat(shown.readLine()).isEqualTo("one\\x1b[2J");
      in.write("tw\u202Eo\n".getBytes(StandardCharsets.UTF_8));
      in.close();
      assertThat(shown.readLine()).isEqualTo("tw\\u202eo");
      assertThat(shown.readLine()).isNull();
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
