/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import io.utflow.spring.UtflowCodecs;
import io.utflow.spring.boot.testing.DebugLog;
import io.utflow.spring.boot.testing.RunningApplication;
import io.utflow.spring.boot.testing.TextApplication;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.web.codec.CodecCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.SpringVersion;

/** One bean puts the codecs into the servers and clients of Boot 3. */
class BootThreeTest {
  private static RunningApplication application;

  @Configuration(proxyBeanMethods = false)
  @Import(TextApplication.class)
  static class Application {
    @Bean
    CodecCustomizer utflow() {
      return UtflowCodecs::register;
    }
  }

  @BeforeAll
  static void start() {
    application =
        new RunningApplication(
            Application.class,
            "spring.webflux.problemdetails.enabled=true",
            "spring.http.codecs.max-in-memory-size=60B",
            "spring.jackson.property-naming-strategy=SNAKE_CASE");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @Test
  void thisIsBootThree() {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
    assertThat(SpringVersion.getVersion()).startsWith("6.2.");
    assertThat(Version.identify().get("netty-common").artifactVersion()).startsWith("4.1.");
  }

  @Test
  void textFlowsInPiecesOfWholeCharacters() {
    byte[] euro = "\u20AC".getBytes(StandardCharsets.UTF_8);
    byte[] first = {'a', euro[0]};
    byte[] second = {euro[1], euro[2], 'b'};
    assertThat(application.answer("/elements", "text/plain", first, second))
        .isEqualTo("[a, \u20ACb]");
  }

  @Test
  void theLimitOfBootHolds() {
    for (String path : List.of("/whole", "/functional")) {
      assertThat(application.status(path, "text/plain", new byte[60])).isEqualTo(200);
      assertThat(application.status(path, "text/plain", new byte[61])).isEqualTo(413);
    }
  }

  @Test
  void anUnknownCharsetIsAnErrorOfTheClient() {
    assertThat(application.status("/whole", "text/plain;charset=nonsense", new byte[1]))
        .isEqualTo(415);
  }

  @Test
  void jsonIsReadInItsCharsetByTheMapperOfBoot() {
    byte[] json = "{\"first_name\":\"Zo\u00EB\"}".getBytes(StandardCharsets.UTF_16);
    assertThat(application.answer("/person", "application/json;charset=UTF-16", json))
        .isEqualTo("Zo\u00EB");
  }

  @Test
  void halvesOfAnEmojiAreOneInTheEventsThatAreWritten() {
    for (String path : List.of("/tokens", "/events-of-tokens", "/functional-tokens")) {
      assertThat(application.got(path)).as(path).isEqualTo("data:a\n\ndata:\uD83D\uDE00b\n\n");
      assertThat(application.received(path)).as(path).containsExactly("a", "\uD83D\uDE00b");
    }
  }

  /** What is refused whatever the spec says. */
  @Test
  void aRefusalSaysWhereAndWhy() {
    byte[] json = {0, '"', (byte) 0xDC, 0, 0, '"'};
    try (DebugLog log = new DebugLog("io.utflow.spring")) {
      assertThat(application.answer("/person", "application/json;charset=UTF-16BE", json))
          .contains("\"byteOffset\":2", "\"cause\":\"UNPAIRED_LOW_SURROGATE\"", "\"status\":400");
      assertThat(log.linesWith("refused"))
          .singleElement()
          .satisfies(line -> assertThat(line).startsWith("DEBUG [").contains("400: ", "at byte 2"));
    }
  }

  @Test
  void clientsReadByTheSameCodecs() {
    assertThat(application.received("/bytes")).containsExactly("a", "\u20AC", "\uD83D\uDE00");
    assertThat(application.received("/events")).containsExactly("a\u20AC\n", "\uD83D\uDE00");
  }
}
