/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import static io.utflow.examples.hl7.Exchange.framed;
import static io.utflow.examples.hl7.Exchange.octets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers in which bytes of characters are those of separators. */
class HeaderReaderTest {
  private static final String SEPARATORS = "|^~\\&!#$%*+-/=?@_.,:;";

  /** A reading as octets takes MSH-17 for MSH-18, and MSH-9 for MSH-10. */
  private static String header(String facility, String country, String charset) {
    return "MSH|^~\\&|A|" + facility + "|C|D|1||ADT^A01|ID1|P|2.5||||AL|" + country + "|" + charset;
  }

  private static String answer(String octets) {
    return new Exchange().answers(List.of(framed(octets(octets))), 4096, false).get(0);
  }

  private static String encoded(TextEncoding encoding, String text) {
    return new String(
        EncoderSpec.of(encoding).bom(BomOutput.NEVER).encode(text), StandardCharsets.ISO_8859_1);
  }

  /** All characters whose bytes, of which there are several, hold one of these octets. */
  private static List<String> charactersWith(String wanted, TextEncoding encoding) {
    EncoderSpec spec =
        EncoderSpec.of(encoding)
            .bom(BomOutput.NEVER)
            .onUnmappable(UnmappablePolicy.replaceWith(""));
    List<String> found = new ArrayList<>();
    for (int c = 0x80; c < 0x20000; c++) {
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        String character = Character.toString(c);
        String bytes = new String(spec.encode(character), StandardCharsets.ISO_8859_1);
        if (bytes.length() > 1 && bytes.chars().anyMatch(octet -> wanted.indexOf(octet) >= 0)) {
          found.add(character);
        }
      }
    }
    return found;
  }

  @Tag("whole")
  @Test
  void theTableKnowsWhichCharsetsHoldSeparatorsInCharacters() {
    Set<TextEncoding> holding = new HashSet<>();
    for (String name : Table0211.names()) {
      TextEncoding encoding = Table0211.find(name).orElseThrow();
      if (!holding.contains(encoding) && !charactersWith(SEPARATORS, encoding).isEmpty()) {
        holding.add(encoding);
      }
    }
    assertThat(Table0211.readAsText()).containsExactlyInAnyOrderElementsOf(holding);
  }

  /** Every character with a byte 7C, once and twice in the field before the identifier. */
  @Tag("whole")
  @ParameterizedTest
  @ValueSource(strings = {"ISO IR87", "JAS2020", "ISO IR159", "GB 18030-2000", "BIG-5"})
  void aCharacterWithTheByteOfASeparatorShiftsNoField(String charset) {
    TextEncoding encoding = Table0211.find(charset).orElseThrow();
    List<String> characters = charactersWith("|", encoding);
    assertThat(characters).hasSizeGreaterThan(50);
    Exchange exchange = new Exchange();
    for (String character : characters) {
      for (String facility : List.of(character, character + "x" + character)) {
        String text = header(facility, "", charset) + "\rPID|1||" + character + "\r";
        byte[] frame = framed(octets(encoded(encoding, text)));
        String answer = exchange.answers(List.of(frame), 4096, false).get(0);
        assertThat(answer)
            .contains("|C|D|A|" + encoded(encoding, facility) + "|TIME||ACK^A01^ACK|N|P|2.5||")
            .endsWith("|" + charset + "\rMSA|AA|ID1\r");
        ReceivedMessage stored = exchange.stored.remove(0);
        assertThat(stored.text()).isEqualTo(text);
        assertThat(stored.encoding()).isEqualTo(encoding);
      }
    }
  }

  @Test
  void theBytesOfTheReport() {
    String facility = "\u001B$BElK|\u001B(B"; // U+6771 U+4E07
    assertThat(answer(header(facility, "", "ISO IR87")))
        .isEqualTo(
            "MSH|^~\\&|C|D|A|"
                + facility
                + "|TIME||ACK^A01^ACK|N|P|2.5||||||ISO IR87\rMSA|AA|ID1\r");
  }

  /** As messages of Japan are: the first charset is ASCII, and the second is escaped to. */
  @ParameterizedTest
  @ValueSource(strings = {"~ISO IR87", "ASCII~ISO IR87", "ASCII~ISO IR87~ISO IR159"})
  void repeatedCharsetsAreRefusedByTheRightName(String charsets) {
    for (String facility : List.of("B", "\u001B$BElK|\u001B(B")) {
      assertThat(answer(header(facility, "JPN", charsets)))
          .contains("\rMSA|AR|ID1\rERR||MSH^1^18|103")
          .endsWith("one charset for each message; MSH-18 repeats\r");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Read as GB 18030 it names that, and read as Big5, which has no 81 7C, the field before.
    "\u0081|, BIG-5, GB 18030-2000, 'the header can be read in several charsets, and names each'",
    "\u00A4|, BIG-5, 8859/1, 'the header, read in the charset that its bytes name, names another'",
    "\u001B$BElK|\u001B(B, '', JIS X 0208, 'the header has escape sequences, and names no charset"
        + " with them'"
  })
  void aHeaderThatCannotBeReadIsNotAnsweredToAGuess(
      String facility, String country, String charset, String why) {
    assertThat(answer(header(facility, country, charset)))
        .endsWith("\rMSA|AR\rERR||MSH^1^18|103^Table value not found^HL70357|E||||" + why + "\r");
  }

  /** Places in the text: the byte 7C of a character before them is no separator. */
  @Test
  void thePlaceOfAnErrorIsCountedInTheText() {
    String big5 = "\u00A4|"; // U+5929 or its like: a second byte 7C
    assertThat(answer(header(big5, "", "BIG-5") + "\rNTE|1|" + big5 + "|\u00FF"))
        .contains("\rMSA|AE|ID1\rERR||NTE^1^3|102^");
    assertThat(answer(header(big5 + "|\u00FF", "", "BIG-5").replace("|C|D|", "|C|")))
        .contains("\rMSA|AE|ID1\rERR||MSH^1^5|102^");
    assertThat(answer(header(big5, "", "BIG-5") + "\rNTE|1|" + "x".repeat(5000)))
        .contains("\rMSA|AR|ID1\rERR|||104^Value too long");
  }

  /** U+30DD is 83 7C in Shift_JIS, which table 0211 has not, but a site may have agreed on. */
  @Test
  void theCharsetThatWasAgreedOnMayHoldSeparatorsToo() {
    TextEncoding agreed = TextEncoding.forName("Shift_JIS");
    String text = header("\u30DD", "", "") + "\r";
    ReceivedMessage message =
        new MessageReader(agreed, CharsetNames.TABLE_0211, UnaryOperator.identity())
            .read(new MllpFrame(octets(encoded(agreed, text)), false));
    assertThat(message.refusal()).isEmpty();
    assertThat(message.text()).isEqualTo(text);
    assertThat(message.header().controlId()).isEqualTo("ID1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32", "SCSU", "IBM037"})
  void anEncodingThatMllpCannotCarryIsRefusedAtTheStart(String name) {
    TextEncoding encoding = TextEncoding.forName(name);
    assertThatThrownBy(
            () -> new MessageReader(encoding, CharsetNames.TABLE_0211, UnaryOperator.identity()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MLLP");
  }

  @Test
  void theEncodingsOfTheTableCanBeCarried() {
    for (String name : Table0211.names()) {
      MllpEncoding.require(Table0211.find(name).orElseThrow());
    }
  }

  /** Byte 1C in the identifier: echoed, it would end the answer for some peers. */
  @Test
  void aBlockInAMessageIsRefusedAndNotEchoed() {
    String message = header("B", "", "8859/1").replace("ID1", "ID\u001C1");
    assertThat(answer(message)).contains("\rMSA|AR|ID1\rERR|||102^").doesNotContain("\u001C");
    assertThat(answer(header("B", "", "8859/1") + "\rNTE|1|\u001C")).contains("\rMSA|AR|ID1\r");
  }
}
