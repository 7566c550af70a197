/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InspectTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int inspect(byte[] bytes, String... options) throws IOException {
    return inspect(Files.write(folder.resolve("file"), bytes), options);
  }

  private int inspect(Path file, String... options) {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "inspect";
    arguments[1] = file.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    return Utflow.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(arguments);
  }

  private String printed() {
    return out.toString().replaceFirst(".*[/\\\\]file", "file").replaceAll("\\R", "\n");
  }

  @Test
  void printsTheGridTheCutsAndTheErrors() throws IOException {
    int status = inspect(Texts.hex("67 C3BC 20 E4B896 C0 F09F9880 0A"), "--cuts", "5");
    assertThat(printed())
        .isEqualTo(
            """
            file, 13 bytes, here 13 from 0. No byte order mark. Read as UTF-8, as configured.

                         0  67 C3 BC 20 E4|B8 96 C0 F0 9F|98 80 0A
                            g  ü  ..    世|.. .. >< 😀 ..|.. .. \u240A

            Cuts inside characters:
                         5  E4 | B8 96  U+4E16 CJK UNIFIED IDEOGRAPHS 4E16
                        10  F0 9F | 98 80  U+1F600 GRINNING FACE

            Ill-formed:
                         7  C0  OVERLONG. A longer form than the character needs. Unicode §3.9, D92, Table 3-7; RFC 3629 §3, §10.
            """);
    assertThat(status).isEqualTo(1);
  }

  @Test
  void aMarkDecides() throws IOException {
    assertThat(inspect(Texts.hex("FFFE 3DD800DE"), "--cuts", "3")).isZero();
    assertThat(printed())
        .contains("FF FE decided: UTF-16LE", "FF FE 3D|D8 00 DE", "3D | D8 00 DE  U+1F600");
  }

  /** A file of three gigabytes, most of it a hole; its end is seen at once. */
  @Test
  void showsTheSurroundingsOfAByteOfALargeFile() throws IOException {
    Path file = folder.resolve("file");
    long at = 3_000_000_000L;
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.seek(at - 2);
      large.write("é\u20AC".getBytes(StandardCharsets.UTF_8));
      large.write(0xFF);
    }
    assertThat(inspect(file, "--at", "" + at, "--length", "16")).isEqualTo(1);
    assertThat(printed())
        .contains(
            "3,000,000,004 bytes, here 12 from 2,999,999,992", ">E2 82 AC FF", "3000000003  FF");
  }

  /** What turns or moves a terminal is not printed. */
  @Test
  void isSafeToPrint() throws IOException {
    byte[] bytes =
        "\u00E9\u20AC\u001B[31m\u202E\u05D0\u0301\u0007.".getBytes(StandardCharsets.UTF_8);
    inspect(bytes, "--at", "12", "--length", "16");
    assertThat(printed()).contains("from 2").doesNotContain("\u001B", "\u202E", "\u05D0", "\u0007");
  }

  @Test
  void kanjiAreNoOtherCharactersAndNoAscii() throws IOException {
    String text = "a" + "\u4E2D\u6587".repeat(100);
    assertThat(inspect(text.getBytes("GB18030"), "--from", "GB18030", "--at", "101")).isZero();
    assertThat(inspect(text.getBytes("ISO-2022-JP"), "--from", "ISO-2022-JP", "--at", "101"))
        .isZero();
    assertThat(printed().replaceAll("[^\\p{IsHan}]", "")).matches("(\u4E2D\u6587|\u6587\u4E2D)+");
  }

  /** A sequence at an edge is shown whole, and the byte that is asked for always. */
  @Test
  void edgesInsideSequencesAreNoErrors() throws IOException {
    byte[] utf8 = ("x".repeat(255) + "\uD83D\uDE00\n").getBytes(StandardCharsets.UTF_8);
    assertThat(inspect(utf8)).isZero();
    assertThat(printed()).contains("260 bytes, here 259 from 0");
    byte[] utf16 = ("\uFEFF" + "\uD83D\uDE00".repeat(1000)).getBytes(StandardCharsets.UTF_16LE);
    assertThat(inspect(utf16, "--at", "1000", "--length", "16")).isZero();
    assertThat(inspect("a\u20AC".getBytes(StandardCharsets.UTF_8), "--at", "3", "--length", "1"))
        .isZero();
    assertThat(printed()).contains("here 3 from 1", " E2 82>AC");
  }

  /** A file of /proc says that it has no bytes, one of /sys that it has 4096. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/version", "/sys/devices/system/cpu/online"})
  void aFileThatDoesNotTellItsSizeIsToldInALine(String name) {
    assumeTrue(Files.isReadable(Path.of(name)), () -> "skipped: there is no " + name);
    assertThat(inspect(Path.of(name))).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo(
            "inspect: its size is not known, so it cannot be entered in the middle: " + name);
    assertThat(printed()).isEmpty();
  }

  @Test
  void whatCannotBeShownIsToldInALine() throws IOException {
    assertThat(inspect(folder.resolve("none"))).isEqualTo(1);
    assertThat(inspect(new byte[3], "--at", "3")).isEqualTo(2);
    assertThat(inspect(new byte[3], "--length", "0")).isEqualTo(2);
    assertThat(inspect(new byte[3], "--at=-5")).isEqualTo(2);
    assertThat(inspect(new byte[0], "--at", "0")).isEqualTo(2);
    assertThat(inspect(folder)).isEqualTo(1);
    assertThat(inspect(new byte[0])).isZero();
    assertThat(err.toString()).contains("not a regular file, so it cannot be entered");
    assertThat(err.toString().lines())
        .hasSize(6)
        .allMatch(line -> line.startsWith("inspect: ") && !line.contains("Exception"));
  }
}
