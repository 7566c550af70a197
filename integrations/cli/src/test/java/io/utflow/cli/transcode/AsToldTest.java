/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text is read as standard error says that it is read. */
class AsToldTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] arguments = Stream.of(words).map(Object::toString).toArray(String[]::new);
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  @Test
  void theMarkOverridesWhatIsDeclaredUnlessABomPolicyIsGiven() throws IOException {
    Path marked = Files.writeString(folder.resolve("marked"), "\uFEFFä\n");
    Path output = folder.resolve("output");
    assertThat(run("transcode", "-f", "windows-1252", "-t", "UTF-8", "-o", output, marked))
        .isZero();
    assertThat(err.toString())
        .contains("marked: read as UTF-8, by its byte order mark")
        .doesNotContain("says otherwise");
    assertThat(output).hasBinaryContent("ä\n".getBytes(UTF_8));
    assertThat(
            run("transcode", "-f", "windows-1252", "-t", "UTF-8", "-j", "2", "-o", output, marked))
        .isZero();
    assertThat(output).hasBinaryContent("ä\n".getBytes(UTF_8));
    for (String policy : new String[] {"per-encoding", "keep"}) {
      assertThat(
              run(
                  "transcode",
                  "-f",
                  "ISO-8859-1",
                  "-t",
                  "UTF-8",
                  "--bom",
                  policy,
                  "-o",
                  output,
                  marked))
          .isZero();
      assertThat(err.toString()).doesNotContain("read as");
      assertThat(output).hasBinaryContent("ï»¿Ã¤\n".getBytes(UTF_8));
    }
    run("transcode", "-f", "ISO-8859-1", "-t", "UTF-8", "--bom", "sniff", "-o", output, marked);
    assertThat(err.toString()).contains("read as UTF-8, by its byte order mark");
    assertThat(output).hasBinaryContent("ä\n".getBytes(UTF_8));
  }

  @Test
  void whatFromWouldChangeIsSaidWhereItDoes() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "ä\n");
    run("transcode", "-t", "UTF-8", "-o", folder.resolve("output"), text);
    assertThat(err.toString()).contains("read as UTF-8, ", "(--from NAME says otherwise)");
    Files.writeString(text, "\uFEFFä\n");
    run("transcode", "-t", "UTF-8", "-o", folder.resolve("output"), text);
    assertThat(err.toString())
        .contains("read as UTF-8, by its byte order mark")
        .doesNotContain("otherwise");
  }

  /** More of a file than its head is looked at, where all of the head is ASCII. */
  @Test
  void theLegacyEncodingHoldsBehindALongStretchOfAscii() throws IOException {
    String ascii = "x\n".repeat(50_000);
    Path late = folder.resolve("late");
    Path output = folder.resolve("output");
    for (String encoding : new String[] {"windows-1252", "UTF-8"}) {
      Files.write(late, (ascii + "Größe\n").getBytes(Charset.forName(encoding)));
      assertThat(run("transcode", "-f", "auto:windows-1252", "-t", "UTF-8", "-o", output, late))
          .isZero();
      assertThat(output).hasContent(ascii + "Größe\n");
      assertThat(run("validate", "-f", "auto:windows-1252", late)).isZero();
      assertThat(err.toString()).contains("read as " + encoding);
      assertThat(run("tail", "-n", "1", "--from", "auto:windows-1252", late)).isZero();
      assertThat(out.toString()).isEqualToNormalizingNewlines("Größe\n");
    }
    Files.writeString(late, ascii);
    assertThat(run("validate", "-f", "auto:windows-1252", late)).isZero();
    assertThat(err.toString()).isEmpty();
  }
}
