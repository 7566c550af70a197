/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import static io.utflow.examples.hl7.Exchange.framed;
import static io.utflow.examples.hl7.Exchange.octets;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

class ReceiverTest {
  private static final int MOST = 100_000;

  /** Characters that the charsets have; what is not here is ASCII. */
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("8859/1", "Gr\u00FC\u00DFe"),
          Map.entry("8859/2", "\u0141\u00F3d\u017A"),
          Map.entry("8859/3", "\u0124\u0109"),
          Map.entry("8859/4", "\u0100\u0137"),
          Map.entry("8859/5", "\u041C\u0438\u0440"),
          Map.entry("8859/6", "\u0633\u0644\u0627\u0645"),
          Map.entry("8859/7", "\u0395\u03BB\u03BB\u03AC\u03C2"),
          Map.entry("8859/8", "\u05E9\u05DC\u05D5\u05DD"),
          Map.entry("8859/9", "\u0130\u015F\u011F"),
          Map.entry("8859/15", "5 \u20AC \u0153"),
          Map.entry("ISO IR14", "\uFF94\uFF8F\uFF80\uFF9E"),
          Map.entry("ISO IR87", "\u5C71\u7530 \u592A\u90CE"),
          Map.entry("JAS2020", "\u5C71\u7530"),
          Map.entry("JIS X 0202", "\u5C71\u7530"),
          Map.entry("ISO IR159", "\u5C71\u7530 \u4E02"),
          Map.entry("GB 18030-2000", "\u5F20\u4F1F \uD840\uDC0B"),
          Map.entry("KS X 1001", "\uAE40\uBBFC\uC218"),
          Map.entry("CNS 11643-1992", "\u9673\u5927\u6587"),
          Map.entry("BIG-5", "\u9673\u5927\u6587 \u529F"),
          Map.entry("UNICODE", "\u00FC \u4E16 \uD83D\uDE00"),
          Map.entry("UNICODE UTF-8", "\u00FC \u4E16 \uD83D\uDE00"));

  private static String message(String charset, String id, String name) {
    return "MSH|^~\\&|APP|FAC|REC|RFAC|20261125||ADT^A01^ADT_A01|"
        + id
        + "|P|2.5.1||||||"
        + charset
        + "\rPID|1||7||"
        + name
        + "\rPV1|1\r";
  }

  static Iterable<String> names() {
    return Table0211.names();
  }

  /** Every charset of table 0211, at every cut; the identifier comes back in the same bytes. */
  @ParameterizedTest
  @MethodSource("names")
  void aMessageIsReadAndAnsweredInItsCharset(String charset) {
    String sample = SAMPLES.getOrDefault(charset, "John");
    TextEncoding encoding = Table0211.find(charset).orElseThrow();
    String text = message(charset, sample, sample + "^" + sample);
    byte[] bytes = EncoderSpec.of(encoding).encode(text);
    String answer =
        "MSH|^~\\&|REC|RFAC|APP|FAC|TIME||ACK^A01^ACK|N|P|2.5.1||||||"
            + charset
            + "\rMSA|AA|"
            + sample
            + "\r";
    String expected =
        new String(EncoderSpec.of(encoding).encode(answer), StandardCharsets.ISO_8859_1);
    int cuts = 0;
    Exchange exchange = new Exchange();
    for (List<byte[]> cut : Cuts.hostile(framed(bytes))) {
      assertThat(exchange.answers(cut, MOST, ++cuts % 2 == 0)).containsExactly(expected);
    }
    assertThat(exchange.stored)
        .hasSize(cuts)
        .allSatisfy(
            stored -> {
              assertThat(stored.text()).isEqualTo(text);
              assertThat(stored.encoding()).isEqualTo(encoding);
            });
  }

  static Stream<Arguments> refused() {
    String head = "MSH|^~\\&|A|B|C|D|1||ADT^A01|\u00FC7|P|2.5.1||||||";
    String back = "MSH|^~\\&|C|D|A|B|TIME||ACK^A01^ACK|N|P|2.5.1";
    String notFound = "ERR||MSH^1^18|103^Table value not found^HL70357|E||||";
    return Stream.of(
        Arguments.of(
            head + "UNICODE UTF-16\r",
            back
                + "\rMSA|AR|\u00FC7\r"
                + notFound
                + "its bytes may end an MLLP frame; send UNICODE UTF-8\r"),
        Arguments.of(
            head + "UNICODE UTF-32",
            back
                + "\rMSA|AR|\u00FC7\r"
                + notFound
                + "its bytes may end an MLLP frame; send UNICODE UTF-8\r"),
        Arguments.of(
            head + "~ISO IR87\rPID|1\r",
            back
                + "\rMSA|AR|\u00FC7\r"
                + notFound
                + "one charset for each message; MSH-18 repeats\r"),
        Arguments.of(
            head + "latin1\r",
            back + "\rMSA|AR|\u00FC7\r" + notFound + "MSH-18 is not in table 0211\r"),
        Arguments.of(
            "MSH|^~\\&|A|B|C|D|1||ADT^A01||P|2.5.1\r",
            back
                + "\r"
                + "MSA|AR\r"
                + "ERR||MSH^1^10|101^Required field missing^HL70357|E||||MSH-10 is empty\r"),
        // Without MSH-18 it is ASCII, and this is not: the place is told.
        Arguments.of(
            "MSH|^~\\&|A|B|C|D|1||ADT^A01|7|P|2.5.1\rNTE|1|a\rNTE|2||M\u00FCller\r",
            back
                + "\rMSA|AE|7\rERR||NTE^2^3|102^Data type error^HL70357|E||||"
                + "INVALID_BYTE at byte 54 of US-ASCII text: FC\r"),
        // An ill-formed header is echoed as it came.
        Arguments.of(
            "MSH#*~!%#A#B#C#D#1##ADT*A01#\u00FC7#P#2.5.1######UNICODE UTF-8\r",
            "MSH#*~!%#C#D#A#B#TIME##ACK*A01*ACK#N#P#2.5.1######UNICODE UTF-8\rMSA#AE#\u00FC7\r"
                + "ERR##MSH*1*10#102*Data type error*HL70357#E####"
                + "INVALID_BYTE at byte 28 of UTF-8 text: FC\r"),
        Arguments.of(
            "PID|1\r",
            "MSH|^~\\&|||||TIME||ACK|N|P|2.5.1\rMSA|AR\r"
                + "ERR|||100^Segment sequence error^HL70357|E||||"
                + "a message begins with MSH and its separators\r"),
        Arguments.of(
            "\u00FE\u00FF\u0000M\u0000S\u0000H",
            "MSH|^~\\&|||||TIME||ACK|N|P|2.5.1\rMSA|AR\r"
                + "ERR|||100^Segment sequence error^HL70357|E||||"
                + "UTF-16 and UTF-32 cannot be sent in MLLP; send UNICODE UTF-8\r"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatCannotBeReadIsRefusedAndToldWhy(String message, String answer) {
    Exchange exchange = new Exchange();
    for (List<byte[]> cut : Cuts.hostile(framed(octets(message)))) {
      assertThat(exchange.answers(cut, MOST, false)).containsExactly(answer);
    }
    assertThat(exchange.stored).isEmpty();
  }

  @Test
  void aMessageThatIsTooLongIsRefusedByItsHeader() {
    String text = message("UNICODE UTF-8", "7", "x".repeat(5000));
    assertThat(new Exchange().answers(List.of(framed(octets(text))), 4096, false).get(0))
        .contains("\rMSA|AR|7\rERR|||104^Value too long^HL70357|E||||");
  }

  @Test
  void whatCannotBeStoredIsNotAcknowledged() {
    Receiver receiver =
        new Receiver(
            new MessageReader(
                TextEncoding.UTF_8, CharsetNames.TABLE_0211, UnaryOperator.identity()),
            message -> Mono.error(new IllegalStateException("full")),
            new SimpleMeterRegistry());
    MllpFrame frame = new MllpFrame(octets(message("", "7", "x")), false);
    assertThat(Exchange.withoutFrame(receiver.answer(frame).block()))
        .contains("\rMSA|AE|7\rERR|||207^Application internal error^HL70357|E||||")
        .doesNotContain("full");
  }
}
