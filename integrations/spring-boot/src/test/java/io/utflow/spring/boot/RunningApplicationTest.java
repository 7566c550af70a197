/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.spring.boot.testing.DebugLog;
import io.utflow.spring.boot.testing.RunningApplication;
import io.utflow.spring.boot.testing.TextApplication;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Applications behind real ports: one with nothing but the starter, others with properties. */
class RunningApplicationTest {
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF};

  private static RunningApplication plain;
  private static RunningApplication strict;
  private static RunningApplication problems;

  @BeforeAll
  static void start() {
    plain = new RunningApplication(TextApplication.class);
    strict =
        new RunningApplication(
            TextApplication.class,
            "utflow.codec.on-malformed=report",
            "utflow.codec.line-breaks=any",
            "utflow.codec.charset=UTF-16BE",
            "spring.web.error.include-message=always",
            "spring.http.codecs.max-in-memory-size=60B",
            "spring.jackson.property-naming-strategy=SNAKE_CASE");
    problems =
        new RunningApplication(
            TextApplication.class,
            "utflow.codec.on-malformed=report",
            "spring.webflux.problemdetails.enabled=true");
  }

  @AfterAll
  static void stop() {
    plain.close();
    strict.close();
    problems.close();
  }

  @Test
  void textFlowsInPiecesOfWholeCharacters() {
    byte[] euro = "\u20AC".getBytes(StandardCharsets.UTF_8);
    byte[] first = {'a', euro[0]};
    byte[] second = {euro[1], euro[2], 'b'};
    assertThat(plain.answer("/elements", "text/plain", first, second)).isEqualTo("[a, \u20ACb]");
  }

  @Test
  void illFormedTextIsReplacedOrAnErrorOfTheClient() {
    assertThat(plain.answer("/whole", "text/plain", ILL_FORMED)).isEqualTo("a\uFFFD");
    assertThat(strict.status("/whole", "text/plain;charset=UTF-8", ILL_FORMED)).isEqualTo(400);
    assertThat(strict.status("/functional", "text/plain;charset=UTF-8", ILL_FORMED)).isEqualTo(400);
  }

  /** In a problem detail where Spring gives one, else as the message of Boot's error. */
  @Test
  void aRefusalSaysWhereAndWhy() {
    String type = "text/plain;charset=UTF-8";
    String why = "\"Text decoding error: INVALID_BYTE at byte 1 of UTF-8 text: FF\"";
    for (String path : List.of("/whole", "/functional")) {
      assertThat(problems.answer(path, type, ILL_FORMED))
          .contains("\"detail\":" + why, "\"byteOffset\":1", "\"cause\":\"INVALID_BYTE\"");
      assertThat(strict.answer(path, type, ILL_FORMED)).contains("\"message\":" + why);
    }
  }

  @Test
  void aRefusalIsOneLineAtDebug() {
    String type = "text/plain;charset=UTF-8";
    for (String path : List.of("/whole", "/functional")) {
      try (DebugLog log = new DebugLog("io.utflow.spring")) {
        assertThat(strict.status(path, type, ILL_FORMED)).isEqualTo(400);
        assertThat(strict.status(path, type, new byte[61])).isEqualTo(413);
        assertThat(strict.status(path, "text/plain;charset=x-JISAutoDetect", new byte[1]))
            .isEqualTo(415);
        assertThat(log.linesWith("refused"))
            .satisfiesExactly(
                line -> assertThat(line).startsWith("DEBUG [").contains("400: ", "at byte 1"),
                line -> assertThat(line).startsWith("DEBUG [").contains("413: ", "60"),
                line -> assertThat(line).startsWith("DEBUG [").contains("415: ", "x-JISAuto"));
      }
    }
  }

  @Test
  void halvesOfAnEmojiAreOneInTheEventsThatAreWritten() {
    for (String path : List.of("/tokens", "/events-of-tokens", "/functional-tokens")) {
      assertThat(plain.got(path)).as(path).isEqualTo("data:a\n\ndata:\uD83D\uDE00b\n\n");
      assertThat(plain.received(path)).as(path).containsExactly("a", "\uD83D\uDE00b");
    }
  }

  @Test
  void theCharsetOfThePropertiesIsThatOfBodiesWithoutOne() {
    byte[] text = "\u20AC\na\r\nb".getBytes(StandardCharsets.UTF_16BE);
    assertThat(strict.answer("/elements", "text/plain", text)).isEqualTo("[\u20AC, a, b]");
  }

  @Test
  void theLimitOfBootHolds() {
    for (String path : List.of("/whole", "/functional")) {
      assertThat(strict.status(path, "text/plain;charset=UTF-8", new byte[60])).isEqualTo(200);
      assertThat(strict.status(path, "text/plain;charset=UTF-8", new byte[61])).isEqualTo(413);
    }
    assertThat(plain.status("/whole", "text/plain", new byte[256 * 1024])).isEqualTo(200);
    assertThat(plain.status("/whole", "text/plain", new byte[256 * 1024 + 1])).isEqualTo(413);
  }

  @Test
  void anUnknownCharsetIsAnErrorOfTheClient() {
    for (String path : List.of("/whole", "/functional")) {
      assertThat(plain.status(path, "text/plain;charset=nonsense", new byte[1])).isEqualTo(415);
    }
  }

  @Test
  void jsonIsReadInItsCharset() {
    byte[] json = "{\"firstName\":\"Zo\u00EB\"}".getBytes(StandardCharsets.UTF_16);
    assertThat(plain.answer("/person", "application/json;charset=UTF-16", json))
        .isEqualTo("Zo\u00EB");
  }

  @Test
  void jsonIsReadByTheMapperOfBoot() {
    byte[] json = "{\"first_name\":\"Zo\u00EB\"}".getBytes(StandardCharsets.UTF_16);
    assertThat(strict.answer("/person", "application/json;charset=UTF-16", json))
        .isEqualTo("Zo\u00EB");
  }

  @Test
  void clientsReadByTheSameCodecs() {
    assertThat(plain.received("/bytes")).containsExactly("a", "\u20AC", "\uD83D\uDE00");
    assertThat(plain.received("/events")).containsExactly("a\u20AC\n", "\uD83D\uDE00");
  }
}
