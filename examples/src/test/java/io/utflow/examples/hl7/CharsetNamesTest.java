/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import static io.utflow.examples.hl7.Exchange.framed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.examples.Examples;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names for MSH-18 that a site gives, beside those of table 0211. */
class CharsetNamesTest {
  private static String message(String charset, String name) {
    return "MSH|^~\\&|A|" + name + "|C|D|1||ADT^A01|ID1|P|2.5||||||" + charset + "\rPID|1||" + name;
  }

  private static String octets(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /**
   * U+30BD and U+30DD end in 5C and 7C in Shift_JIS, U+4E17 in 5C in GBK: a separator, or the
   * escape, inside a character.
   */
  @ParameterizedTest
  @CsvSource({
    "Windows-1252, windows-1252, 5 \u20AC",
    "UTF-8, UTF-8, \u00FC \uD83D\uDE00",
    "utf8, UTF-8, \u00FC \uD83D\uDE00",
    "8859/1, windows-1252, 5 \u20AC",
    "Shift_JIS, windows-31j, \u30BD\u30DD\u30BD",
    "GBK, GBK, \u4E17\u5F20"
  })
  void aMessageIsReadAndAnsweredInTheEncodingOfTheName(
      String charset, String encodingName, String name) {
    TextEncoding encoding = TextEncoding.forName(encodingName);
    EncoderSpec spec = EncoderSpec.of(encoding);
    String text = message(charset, name);
    Exchange exchange = new Exchange(new CharsetNames(Map.of(charset, encoding)));
    int cuts = 0;
    for (List<byte[]> cut : Cuts.hostile(framed(spec.encode(text)))) {
      assertThat(exchange.answers(cut, 4096, ++cuts % 2 == 0))
          .containsExactly(
              "MSH|^~\\&|C|D|A|"
                  + octets(spec.encode(name))
                  + "|TIME||ACK^A01^ACK|N|P|2.5||||||"
                  + charset
                  + "\rMSA|AA|ID1\r");
    }
    assertThat(exchange.stored)
        .hasSize(cuts)
        .allSatisfy(stored -> assertThat(stored.text()).isEqualTo(text));
  }

  /** A name that nobody gave is refused, and the table still holds. */
  @Test
  void otherNamesAreWhatTheyWere() {
    Exchange exchange =
        new Exchange(new CharsetNames(Map.of("UTF-8", TextEncoding.forName("UTF-8"))));
    for (String name : List.of("utf-8", "UTF-8 ", "Windows-1252")) {
      byte[] frame = framed(message(name, "B").getBytes(StandardCharsets.US_ASCII));
      assertThat(exchange.answers(List.of(frame), 4096, false).get(0))
          .contains("\rMSA|AR|ID1\r")
          .endsWith("MSH-18 is not in table 0211\r");
    }
    for (String name : Table0211.names()) {
      byte[] frame = framed(message(name, "B").getBytes(StandardCharsets.US_ASCII));
      assertThat(exchange.answers(List.of(frame), 4096, false).get(0)).contains("\rMSA|AA|ID1\r");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32", "SCSU", "IBM037"})
  void anEncodingThatMllpCannotCarryIsRefusedAtTheStart(String name) {
    Map<String, TextEncoding> names = Map.of("own", TextEncoding.forName(name));
    assertThatThrownBy(() -> new CharsetNames(names))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MLLP");
    StringWriter err = new StringWriter();
    PrintWriter errors = new PrintWriter(err, true);
    String[] command = {"hl7", "--port", "0", "--charset-name", "own=" + name};
    assertThat(Examples.commandLine(errors, errors).execute(command)).isEqualTo(2);
    assertThat(err.toString()).contains("MLLP");
  }
}
