/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.detect;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.utflow.cli.Utflow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code detect}, {@code --from auto} and what {@code validate} says of standard input. */
class DetectTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] arguments = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      arguments[i] = words[i].toString();
    }
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("text"), bytes);
  }

  private JsonNode json(byte[] bytes) throws IOException {
    run("detect", "--json", file(bytes));
    return new ObjectMapper().readTree(out.toString());
  }

  /** Of each its encoding, whether it has a mark, and its line ends. */
  @ParameterizedTest
  @CsvSource({
    "UTF-8, false, UTF-8, false, well-formed-utf-8",
    "UTF-8, true, UTF-8, true, byte-order-mark",
    "UTF-16LE, false, UTF-16LE, false, code-units",
    "UTF-16BE, false, UTF-16BE, false, code-units",
    "UTF-16LE, true, UTF-16LE, true, byte-order-mark",
    "UTF-32BE, true, UTF-32BE, true, byte-order-mark",
    "UTF-32LE, false, UTF-32LE, false, code-units"
  })
  void tellsUnicode(String charset, boolean marked, String name, boolean hasMark, String why)
      throws IOException {
    String text = (marked ? "\uFEFF" : "") + "Grüße\r\nmehr\nno\rline end";
    JsonNode answer = json(text.getBytes(Charset.forName(charset)));
    assertThat(answer.get("encoding").asText()).isEqualTo(name);
    assertThat(answer.get("byteOrderMark").asBoolean()).isEqualTo(hasMark);
    assertThat(answer.get("why").asText()).isEqualTo(why);
    assertThat(answer.get("lineEnds")).hasToString("{\"lf\":1,\"crlf\":1,\"cr\":1,\"other\":0}");
    assertThat(answer.get("binary").asBoolean()).isFalse();
    assertThat(answer.get("firstIllFormed").isNull()).isTrue();
  }

  @Test
  void aLegacyEncodingIsNamedOrUndecided() throws IOException {
    byte[] bytes =
        "Grüße, schöne Straße über dem Fluss\n"
            .repeat(20)
            .getBytes(Charset.forName("windows-1252"));
    JsonNode answer = json(bytes);
    assertThat(answer.get("encoding").isNull()).isTrue();
    assertThat(answer.get("guess").get("encoding").asText()).matches("ISO-8859-1|windows-1252");
    assertThat(run("detect", file(bytes))).isEqualTo(1);
    assertThat(out.toString()).contains("undecided", "perhaps");
    assertThat(run("detect", "--from", "auto:windows-1252", file(bytes))).isZero();
    assertThat(out.toString()).contains("windows-1252, 100 % sure", "well-formed", "20 LF");
  }

  /** What was said not to be in Unicode is not guessed to be; variants of UTF-8 are told. */
  @ParameterizedTest
  @CsvSource({
    "636166E90A, ''",
    "EDA0BDEDB9880A, 'perhaps CESU-8 (99 % by its sequences)'",
    "C3A9EDA0BDEDB988F09F99880A, 'perhaps UTF-8-or-CESU-8 (99 % by its sequences)'",
    "61C0800A, 'perhaps Modified-UTF-8 (99 % by its sequences)'",
    "EDA0BDEDB988FF0A, ''"
  })
  void aGuessDoesNotContradict(String hex, String guess) throws IOException {
    assertThat(run("detect", file(HexFormat.of().parseHex(hex)))).isEqualTo(1);
    assertThat(out.toString())
        .contains("undecided: not UTF-8", guess)
        .doesNotContain("perhaps UTF-16", "perhaps UTF-8 ", "perhaps UTF-32");
  }

  @Test
  void placesAreLinesAndColumnsOfCodePoints() throws IOException {
    byte[] bytes = "a\n\uD83D\uDE00é?b\r\n?".getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '?' ? (byte) 0xFF : bytes[i];
    }
    assertThat(run("validate", "--from", "UTF-8", file(bytes))).isEqualTo(1);
    assertThat(out.toString())
        .contains("line 2, column 3, byte 8: INVALID_BYTE, FF", "line 3, column 1, byte 12");
    String ofFile = out.toString().replace(folder.resolve("text").toString(), "standard input");
    assertThat(runOnStandardInput(bytes, "validate", "--from", "UTF-8", "-")).isEqualTo(1);
    assertThat(out.toString()).isEqualTo(ofFile);
    JsonNode first = json(bytes).get("firstIllFormed");
    assertThat(first)
        .hasToString(
            "{\"byte\":8,\"line\":2,\"column\":3,\"cause\":\"INVALID_BYTE\",\"bytes\":\"FF\"}");
  }

  @Test
  void countsAndValidatesStandardInput() throws IOException {
    byte[] bytes = "eins\r\nzwei\nü\rdrei".getBytes(UTF_16LE);
    assertThat(runOnStandardInput(bytes, "count", "-")).isZero();
    assertThat(out.toString().strip()).isEqualTo("2 standard input");
    assertThat(err.toString()).contains("read as UTF-16LE").hasLineCount(1);
    assertThat(runOnStandardInput(bytes, "count", "--breaks", "any", "-")).isZero();
    assertThat(out.toString().strip()).isEqualTo("3 standard input");
    assertThat(runOnStandardInput(bytes, "count", "--breaks", "crlf", "-")).isZero();
    assertThat(out.toString().strip()).isEqualTo("1 standard input");
    assertThat(runOnStandardInput(bytes, "validate", "-")).isZero();
    assertThat(runOnStandardInput(new byte[0], "count", "-")).isZero();
    assertThat(runOnStandardInput(bytes, "detect", "-")).isZero();
    assertThat(out.toString()).contains("standard input: UTF-16LE");
  }

  /** Zeros are well-formed UTF-8, so nothing else would tell. */
  @Test
  void everySecondByteThatIsZeroIsHintedAt() throws IOException {
    run("validate", "--from", "UTF-8", file("plain text\n".getBytes(UTF_16BE)));
    assertThat(out.toString()).contains("every second byte is 0, as in UTF-16BE");
    run("validate", "--from", "UTF-8", file("plain text\n".getBytes(UTF_16LE)));
    assertThat(out.toString()).contains("every second byte is 0, as in UTF-16LE");
    run("validate", "--from", "UTF-16LE", file("plain text\n".getBytes(UTF_16LE)));
    run("validate", file("plain\0text\n".getBytes(UTF_8)));
    assertThat(out.toString()).doesNotContain("every second");
  }

  @Test
  void whatIsBinaryIsToldAndNoName() throws IOException {
    assertThat(run("detect", file(new byte[] {'P', 'K', 3, 4, 0, (byte) 0xFF, 1, 'a', 'b'})))
        .isZero();
    assertThat(out.toString()).contains("binary");
    assertThat(run("detect", folder.resolve("missing"))).isEqualTo(1);
    assertThat(err.toString()).startsWith("no such file");
    assertThat(Answer.quoted("\"\\\n\u00E9")).isEqualTo("\"\\\"\\\\\\u000a\\u00e9\"");
  }

  /** What was found is told in a line, and nothing where it was declared or is ASCII. */
  @Test
  void whatWasFoundIsToldOnce() throws IOException {
    Path utf16 = file("Grüße\n".getBytes(UTF_16LE));
    Path other = Files.write(folder.resolve("other"), "Grüße\n".getBytes(UTF_16LE));
    Path ascii = Files.writeString(folder.resolve("ascii"), "a\n");
    run("count", utf16, other);
    assertThat(err.toString().strip()).startsWith(utf16 + ": read as UTF-16LE").hasLineCount(1);
    run("count", "--from", "UTF-16LE", utf16);
    assertThat(err.toString()).isEmpty();
    run("count", ascii);
    assertThat(err.toString()).isEmpty();
    run("tail", utf16);
    assertThat(out.toString().strip()).isEqualTo("Grüße");
    run("guard", utf16);
    assertThat(out.toString()).isEqualTo("Grüße\n");
    assertThat(err.toString()).contains("read as UTF-16LE");
    run("transcode", "--to", "UTF-8", "-o", folder.resolve("made"), utf16);
    assertThat(folder.resolve("made")).hasContent("Grüße\n");
    run("inspect", utf16);
    assertThat(out.toString()).contains("Read as UTF-16LE");
  }

  @Test
  void standardInputIsInspected() {
    assertThat(runOnStandardInput("Gr\u00FC\u00DFe".getBytes(UTF_16LE), "inspect", "-")).isZero();
    assertThat(out.toString()).startsWith("standard input, 10 bytes").contains("Read as UTF-16LE");
  }

  private int runOnStandardInput(byte[] bytes, Object... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(bytes));
    try {
      return run(words);
    } finally {
      System.setIn(before);
    }
  }

  /** Where people write other digits, JSON still has those of ASCII. */
  @Test
  void jsonHasTheDigitsOfJson() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(json(new byte[] {'a', '\n', (byte) 0xC0}).get("lineEnds").get("lf").asInt())
          .isEqualTo(1);
    } finally {
      Locale.setDefault(before);
    }
  }
}
