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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in charsets, as a user has them. */
class TranscodeCharsetsTest {
  /** Longer than what is read at once. */
  private static final int TIMES = 70_000;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... arguments) {
    List<String> all = new ArrayList<>(List.of("transcode"));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return Utflow.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "windows-1252, Gr\u00FC\u00DFe \u20AC/",
    "shift_jis, \u65E5\u672C\u8A9E a\u30BD/",
    "GB18030, \u4E16\u754C \uD83D\uDE42/",
    "iso-2022-jp, \u65E5\u672Ca/",
    "euc-kr, \uD55C\uAE00 a/",
    "Big5-HKSCS, \u4E16\u754Ca/",
    "IBM930, \u65E5\u672CA/",
    "cesu-8, a\u65E5\uD83D\uDE42/",
    "modified-utf-8, a\u65E5\uD83D\uDE42/",
    "SCSU, \u041C\u043E\u65E5\uD83D\uDE42/",
    "BOCU-1, \u041C\u043E\u65E5\uD83D\uDE42/",
  })
  void aFileGoesThereAndBack(String name, String line) throws IOException {
    String text = line.replace('/', '\n').repeat(TIMES);
    Path utf8 = file("utf8", text.getBytes(UTF_8));
    Path legacy = folder.resolve("legacy");
    Path back = folder.resolve("back");
    assertThat(run("--from", "utf-8", "--to", name, "-o", legacy, utf8)).as(err + "").isZero();
    assertThat(run("--from", name, "--to", "utf-8", "-o", back, legacy)).as(err + "").isZero();
    assertThat(Files.mismatch(utf8, back)).isEqualTo(-1);
    if (Charset.isSupported(name) && !name.equals("IBM930")) {
      assertThat(Files.readString(legacy, Charset.forName(name))).isEqualTo(text);
    }
  }

  @Test
  void whatIsIllFormedIsToldWithItsOffset() throws IOException {
    Path input = file("input", new byte[] {(byte) 0x93, (byte) 0xFA, 'a', (byte) 0x85, 'A'});
    Path output = folder.resolve("output");
    assertThat(run("-f", "Shift_JIS", "-t", "utf-8", "-o", output, input)).isEqualTo(1);
    assertThat(output).doesNotExist();
    assertThat(err.toString()).contains("UNMAPPED at byte 3 of Shift_JIS text: 85");
  }

  @Test
  void whatHasNoPlaceIsToldOrReplaced() throws IOException {
    Path input = file("input", "a\u65E5b".getBytes(UTF_8));
    Path output = folder.resolve("output");
    assertThat(run("-f", "utf-8", "-t", "windows-1252", "-o", output, input)).isEqualTo(1);
    assertThat(output).doesNotExist();
    assertThat(err.toString()).contains("UNMAPPABLE at byte 1 of UTF-8 text: E6 97 A5");
    assertThat(run("-f", "utf-8", "-t", "l1", "--on-unmappable", "hex", "-o", output, input))
        .isZero();
    assertThat(output).hasContent("a&#x65E5;b");
  }

  /** A second file begins anew, which the reader of the one output could not know. */
  @ParameterizedTest
  @ValueSource(strings = {"SCSU", "BOCU-1"})
  void filesAreNotJoinedWhereThatIsNoText(String name) throws IOException {
    Path one = file("one", "\u3042\u3044".getBytes(UTF_8));
    assertThat(run("-f", "utf-8", "-t", name, "-o", folder.resolve("o"), one, one)).isEqualTo(2);
    assertThat(err.toString()).contains("several files cannot become one in " + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iso-2022-jp", "ISO-2022-KR", "shift_jis"})
  void filesBecomeOneStream(String name) throws IOException {
    Path first = file("first", "\u3042\u3044".getBytes(UTF_8));
    Path second = file("second", "\u3046a".getBytes(UTF_8));
    Path legacy = folder.resolve("legacy");
    Path back = folder.resolve("back");
    assertThat(run("-f", "utf-8", "-t", name, "-o", legacy, first, second)).as(err + "").isZero();
    assertThat(run("-f", name, "-t", "utf-8", "-o", back, legacy)).as(err + "").isZero();
    assertThat(back).hasContent("\u3042\u3044\u3046a");
  }

  @Test
  void allAreListed() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString().lines())
        .contains(
            "UTF-8",
            "windows-1252",
            "Shift_JIS",
            "HZ-GB-2312",
            "x-user-defined",
            "web-windows-1252",
            "web-x-mac-cyrillic",
            "web-GBK",
            "CESU-8",
            "SCSU",
            "BOCU-1",
            "UTF-EBCDIC")
        .doesNotHaveDuplicates();
  }

  @Test
  void aMisspeltCharsetIsToldWithTheNearest() {
    assertThat(run("-f", "shift-jiss", "-t", "utf-8", "-o", folder.resolve("o"))).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean").contains("Shift_JIS");
  }

  /** What iconv drops by an option is dropped here by two. */
  @Test
  void anOptionOfIconvIsToldWhatDoesThatHere() {
    assertThat(run("-f", "utf-8", "-t", "ascii//translit", "-o", folder.resolve("o"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("NearestCharacters", "; here --on-unmappable=nearest (see --help)");
    err.getBuffer().setLength(0);
    for (String from : List.of("sjis//IGNORE", "sjis -c")) {
      assertThat(run("-f", from, "-t", "utf-8", "-o", folder.resolve("o"))).isEqualTo(2);
    }
    assertThat(run("-c", "-f", "sjis", "-t", "utf-8", "-o", folder.resolve("o"))).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("iconv's").contains("--on-unmappable=skip"));
  }
}
