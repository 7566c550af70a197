/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import static io.utflow.examples.syslog.SyslogLines.counted;
import static io.utflow.examples.syslog.SyslogLines.octets;
import static io.utflow.examples.syslog.SyslogLines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.guard.TextGuard;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SyslogParserTest {
  private static final int MOST = 2048;
  private static final String NONE = "1 - - - - - ";

  private static final String LEGACY =
      ",\"encoding\":\"windows-1252\"" + by("ill_formed_utf_8", 100);

  /** Why the encoding was chosen, and how sure that is. */
  private static String by(String evidence, int percent) {
    return ",\"detected\":{\"by\":\"" + evidence + "\",\"percent\":" + percent + "}";
  }

  private static String lineOf(String message) {
    List<String> lines = SyslogLines.of(List.of(octets(counted("<13>" + message))), MOST, false);
    assertThat(lines).hasSize(1);
    String common = "{\"peer\":\"peer\",\"format\":\"rfc";
    assertThat(lines.get(0)).startsWith(common).endsWith("}");
    return lines
        .get(0)
        .substring(common.length(), lines.get(0).length() - 1)
        .replace(",\"facility\":\"user\",\"severity\":\"notice\"", "");
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        // RFC 5424, §6.5, examples 1 to 4.
        Arguments.of(
            utf8(
                "1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root'"
                    + " failed for lonvick on /dev/pts/8"),
            "5424\",\"timestamp\":\"2003-10-11T22:14:15.003Z\",\"host\":\"mymachine.example.com\","
                + "\"application\":\"su\",\"id\":\"ID47\","
                + "\"message\":\"'su root' failed for lonvick on /dev/pts/8\""
                + by("byte_order_mark", 100)),
        Arguments.of(
            "1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time",
            "5424\",\"timestamp\":\"2003-08-24T05:14:15.000003-07:00\",\"host\":\"192.0.2.1\","
                + "\"application\":\"myproc\",\"process\":\"8710\",\"message\":\"%% It's time\""),
        Arguments.of(
            NONE + "[ex@32473 iut=\"3\" eventSource=\"Application\"] An entry",
            "5424\",\"data\":[{\"id\":\"ex@32473\",\"parameters\":[{\"name\":\"iut\",\"value\":\"3\"},"
                + "{\"name\":\"eventSource\",\"value\":\"Application\"}]}],\"message\":\"An"
                + " entry\""),
        Arguments.of(
            NONE + "[a@1 x=\"1\" x=\"2\"][b]",
            "5424\",\"data\":[{\"id\":\"a@1\",\"parameters\":[{\"name\":\"x\",\"value\":\"1\"},"
                + "{\"name\":\"x\",\"value\":\"2\"}]},{\"id\":\"b\",\"parameters\":[]}],"
                + "\"message\":\"\""),
        // §6.3.3: three escapes, and a backslash that is none; UTF-8.
        Arguments.of(
            NONE + utf8("[a@1 x=\"\\\\ \\\" \\] \\n \u00E9\uD83D\uDE00\"] y"),
            "5424\",\"data\":[{\"id\":\"a@1\",\"parameters\":[{\"name\":\"x\","
                + "\"value\":\"\\\\ \\\" ] \\\\n \u00E9\uD83D\uDE00\"}]}],\"message\":\"y\""),
        // Broken structured data is shown, not lost.
        Arguments.of(NONE + "[a@1 x=1] y", "5424\",\"message\":\"[a@1 x=1] y\""),
        Arguments.of(NONE + "[a@1 x=\"1\"", "5424\",\"message\":\"[a@1 x=\\\"1\\\"\""),
        Arguments.of(NONE + "[a]x", "5424\",\"message\":\"[a]x\""),
        Arguments.of(NONE + "[] x", "5424\",\"message\":\"[] x\""),
        Arguments.of(NONE + "-", "5424\",\"message\":\"\""),
        Arguments.of(NONE + "- ", "5424\",\"message\":\"\""),
        // RFC 3164, as it is seen.
        Arguments.of(
            "Oct 11 22:14:15 mymachine su: 'su root' failed",
            "3164\",\"timestamp\":\"Oct 11 22:14:15\",\"host\":\"mymachine\","
                + "\"application\":\"su\",\"message\":\"'su root' failed\""),
        Arguments.of(
            "2026-11-25T22:43:45.371266+00:00 vm app[12]: x",
            "3164\",\"timestamp\":\"2026-11-25T22:43:45.371266+00:00\",\"host\":\"vm\","
                + "\"application\":\"app\",\"process\":\"12\",\"message\":\"x\""),
        Arguments.of(
            "Feb  5 17:32:18 su: no host",
            "3164\",\"timestamp\":\"Feb  5 17:32:18\","
                + "\"application\":\"su\",\"message\":\"no host\""),
        Arguments.of("Use the BFG!", "3164\",\"message\":\"Use the BFG!\""),
        Arguments.of("1 - - - x", "3164\",\"message\":\"1 - - - x\""),
        Arguments.of("", "3164\",\"message\":\"\""));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void findsTheFields(String message, String json) {
    assertThat(lineOf(message)).isEqualTo(json);
  }

  static Stream<Arguments> encodings() {
    return Stream.of(
        Arguments.of(
            utf8("\uFEFFgr\u00FC\u00DFe"), "\"gr\u00FC\u00DFe\"" + by("byte_order_mark", 100)),
        Arguments.of(utf8("gr\u00FC\u00DFe"), "\"gr\u00FC\u00DFe\"" + by("well_formed_utf_8", 97)),
        // It announces UTF-8 and is not: the sender is believed, and the damage told.
        Arguments.of(
            utf8("\uFEFF") + "gr\u00FC\u00DFe",
            "\"gr\uFFFD\uFFFDe\"" + by("byte_order_mark", 100) + ",\"illFormed\":2"),
        Arguments.of("gr\u00FC\u00DFe", "\"gr\u00FC\u00DFe\"" + LEGACY),
        Arguments.of("5 \u0080", "\"5 \u20AC\"" + LEGACY),
        // Byte 81 has no character there.
        Arguments.of("\u0081", "\"\uFFFD\"" + LEGACY + ",\"illFormed\":1"),
        // UTF-16 without a mark, of an agent on Windows.
        Arguments.of(
            "\0g\0r\0\u00FC\0\u00DF\0e",
            "\"gr\u00FC\u00DFe\",\"encoding\":\"UTF-16BE\"" + by("code_units", 99)),
        // Cut by a relay inside of a character: after eight characters it stays UTF-8.
        Arguments.of(
            utf8("\u00E4".repeat(8)) + "\u00C3",
            "\""
                + "\u00E4".repeat(8)
                + "\uFFFD\""
                + by("well_formed_utf_8", 99)
                + ",\"illFormed\":1"),
        // A mark is one only where the message begins.
        Arguments.of(utf8("a\uFEFFb"), "\"a\uFEFFb\"" + by("well_formed_utf_8", 88)));
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void findsTheEncoding(String message, String json) {
    assertThat(lineOf(NONE + "- " + message)).isEqualTo("5424\",\"message\":" + json);
    assertThat(lineOf("a: " + message))
        .isEqualTo("3164\",\"application\":\"a\",\"message\":" + json);
  }

  @Test
  void aLineWithoutAPriorityHasNoFields() {
    for (String line : new String[] {"hello", "<192>x", "<007>x", "<>x", "<1", "\u00FC: x"}) {
      assertThat(SyslogLines.of(List.of(octets(line)), MOST, false).get(0))
          .contains("\"format\":\"unknown\",\"message\":\"" + line + "\"");
    }
  }

  /** ESC, RIGHT-TO-LEFT OVERRIDE and a line break, in UTF-8. */
  @Test
  void whatDeceivesReadersOfLogsIsShown() {
    MessageText text =
        new MessageText(
            DecoderSpec.of(TextEncoding.UTF_8),
            DecoderSpec.of(TextEncoding.forName("windows-1252")),
            MOST,
            TextGuard.forLogs()::guard);
    byte[] bytes = octets(utf8("a\u001B[31m\u202Eb\nc"));
    assertThat(text.decode(bytes, 0).text()).isEqualTo("a\\x1b[31m\\u202eb\\nc");
    assertThat(text.decodeUtf8(bytes)).isEqualTo("a\\x1b[31m\\u202eb\\nc");
  }

  /** Law L1, from the bytes of a connection to its lines of JSON. */
  @Test
  void theLinesAreTheSameForEveryCut() {
    String all =
        Stream.concat(messages(), encodings())
            .map(arguments -> "<13>" + arguments.get()[0])
            .reduce("", (before, message) -> before + counted(message));
    byte[] bytes = octets(all);
    List<String> whole = SyslogLines.of(Cuts.whole(bytes), MOST, false);
    assertThat(whole).hasSize(26);
    for (List<byte[]> cut : Cuts.hostile(bytes)) {
      assertThat(SyslogLines.of(cut, MOST, true)).isEqualTo(whole);
    }
  }
}
