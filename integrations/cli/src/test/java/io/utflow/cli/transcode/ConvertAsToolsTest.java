/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code convert} writes is what iconv, uconv, dos2unix and unix2dos write. */
@Tag("whole")
class ConvertAsToolsTest {
  /** Without the characters of which the tables of vendors have two, such as the wave dash. */
  private static final String TEXT =
      "Plain text, 0123456789.\nGrüße, café, Øre, œuvre, “x” – €\nŻółć, Příliš, Őszi\n"
          + "Καλημέρα\nПривет, їжак\nשלום\nمرحبا\nสวัสดี\n日本語、かな、カナ\n中文 简体 繁體\n한국어\n";

  /** Vendors have added characters to these, the euro sign among them, and not the same. */
  private static final String OF_MANY_VENDORS = "GBK|BIG5|EUC-KR|EUC-TW";

  private static final String IDEOGRAPHS = "Plain text, 0123456789.\n中文 繁體\n日本語\n한국어\n";

  private static final List<String> ENCODINGS =
      List.of(
          "UTF-8",
          "UTF-16LE",
          "UTF-16BE",
          "UTF-32LE",
          "UTF-32BE",
          "ISO-8859-1",
          "ISO-8859-2",
          "ISO-8859-5",
          "ISO-8859-6",
          "ISO-8859-7",
          "ISO-8859-8",
          "ISO-8859-9",
          "ISO-8859-15",
          "WINDOWS-1250",
          "WINDOWS-1251",
          "WINDOWS-1252",
          "WINDOWS-1253",
          "WINDOWS-1255",
          "WINDOWS-1256",
          "KOI8-R",
          "KOI8-U",
          "IBM437",
          "IBM850",
          "IBM866",
          "TIS-620",
          "GBK",
          "GB18030",
          "BIG5",
          "EUC-JP",
          "SHIFT_JIS",
          "EUC-KR",
          "EUC-TW");

  @TempDir private Path folder;

  private static int run(String... words) {
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    return Utflow.commandLine(nowhere, nowhere, words).execute(words);
  }

  private Path output(Path input, String... command) throws Exception {
    Path output = folder.resolve("of-" + command[0]);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.waitFor();
    return output;
  }

  private static void assumeThere(String tool) {
    try {
      new ProcessBuilder(tool, "--version")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      System.out.println("ConvertAsToolsTest: skipped, " + tool + " is not installed");
      assumeTrue(false, tool + " is not installed");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"iconv", "uconv"})
  void bothDirectionsInThirtyEncodings(String tool) throws Exception {
    assumeThere(tool);
    Path all = folder.resolve("all");
    List<String> differ = new ArrayList<>();
    for (String encoding : ENCODINGS) {
      Files.writeString(all, encoding.matches(OF_MANY_VENDORS) ? IDEOGRAPHS : TEXT);
      // iconv leaves out what the encoding does not have.
      Path has = folder.resolve("has");
      Files.copy(output(all, "iconv", "-c", "-f", "UTF-8", "-t", encoding), has);
      Path back = folder.resolve("back");
      Files.copy(output(has, "iconv", "-f", encoding, "-t", "UTF-8"), back);
      byte[] there = Files.readAllBytes(output(back, tool, "-f", "UTF-8", "-t", encoding));
      byte[] here = Files.readAllBytes(output(has, tool, "-f", encoding, "-t", "UTF-8"));
      Path forth = Files.copy(back, folder.resolve("forth"));
      run("convert", "--from", encoding, "--to", "UTF-8", "--in-place", has.toString());
      run("convert", "--from", "UTF-8", "--to", encoding, "--in-place", forth.toString());
      boolean isSame =
          Files.mismatch(has, Files.write(folder.resolve("here"), here)) < 0
              && Files.mismatch(forth, Files.write(folder.resolve("there"), there)) < 0;
      if (!isSame) {
        differ.add(encoding);
      }
      for (Path made : List.of(has, back, forth)) {
        Files.delete(made);
      }
    }
    assertThat(differ).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dos2unix", "unix2dos"})
  void lineEnds(String tool) throws Exception {
    assumeThere(tool);
    boolean isLf = tool.equals("dos2unix");
    String text = "a\r\nb\nc\rd\r\r\n\n\r\n\r";
    Path file = folder.resolve("file");
    // After CR CR unix2dos 7.4 takes an LF for a bare one, and writes CR CR CR LF.
    Files.writeString(file, isLf ? text : text.replace("\r\r", "\r"));
    byte[] theirs = Files.readAllBytes(output(file, tool));
    String style = isLf ? "lf" : "crlf";
    assertThat(run("convert", "--line-ends", style, "--in-place", file.toString())).isZero();
    assertThat(file).hasBinaryContent(theirs);
  }

  /** The model of the two tools, where they are not installed: as their manual says. */
  @Test
  void lineEndsByTheManual() throws IOException {
    String text = "a\r\nb\nc\rd\r\r\n\n\r\n\r";
    Path file = Files.writeString(folder.resolve("file"), text);
    assertThat(run("convert", "--line-ends", "lf", "--in-place", file.toString())).isZero();
    assertThat(file).hasBinaryContent(text.replace("\r\n", "\n").getBytes(UTF_8));
  }
}
