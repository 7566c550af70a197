/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.spring.boot.testing.Printed;
import io.utflow.spring.boot.testing.RunningApplication;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.codec.DecodingException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** A servlet application behind a real port: Spring MVC has no codecs, its WebClient has. */
@Tag("whole")
class ServletApplicationTest {
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF, 'b'};
  private static final String REPORT = "utflow.codec.on-malformed=report";
  private static final String QUIET = "logging.level.io.utflow.spring.boot=error";

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Controller.class)
  static class Application {}

  @RestController
  static class Controller {
    @PostMapping("/whole")
    String whole(@RequestBody String text) {
      return text;
    }

    @GetMapping(path = "/bytes", produces = "text/plain;charset=UTF-8")
    byte[] bytes() {
      return ILL_FORMED;
    }

    @GetMapping(path = "/tokens", produces = "text/event-stream")
    Flux<String> tokens() {
      return Flux.just("a\uD83D", "\uDE00b");
    }

    @GetMapping(path = "/events", produces = "text/event-stream")
    byte[] events() {
      return "\uFEFFdata: a\u20AC\rdata\r\rdata: b\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    }
  }

  @Test
  void theStartSaysWhyTheServerIsNotServed() {
    try (Printed log = new Printed();
        RunningApplication application = new RunningApplication(Application.class, REPORT)) {
      assertThat(application.status("/whole", "text/plain;charset=UTF-8", ILL_FORMED))
          .isEqualTo(200);
      assertThat(application.got("/tokens")).isEqualTo("data:a?\n\ndata:?b\n\n");
      assertThat(log.linesWith("WARN"))
          .singleElement()
          .asString()
          .contains("servlet application", "HttpMessageConverter", "WebClient", "utflow.codec");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"utflow.codec.enabled=false", QUIET})
  void theWarningCanBeTurnedOff(String property) {
    try (Printed log = new Printed()) {
      new RunningApplication(Application.class, property).close();
      assertThat(log.linesWith("WARN")).isEmpty();
    }
  }

  /** Of the two webs on the class path Boot takes that of servlets, unless it is told. */
  @Test
  void toldToBeReactiveTheServerIsServed() {
    try (Printed log = new Printed();
        RunningApplication application =
            new RunningApplication(
                Application.class, REPORT, "spring.main.web-application-type=reactive")) {
      assertThat(application.status("/whole", "text/plain;charset=UTF-8", ILL_FORMED))
          .isEqualTo(400);
      assertThat(log.linesWith("WARN")).isEmpty();
    }
  }

  @Test
  void webClientHasTheCodecs() {
    try (RunningApplication application =
        new RunningApplication(Application.class, REPORT, QUIET)) {
      assertThatThrownBy(() -> application.received("/bytes"))
          .isInstanceOf(DecodingException.class)
          .hasMessageContaining("INVALID_BYTE at byte 1");
      assertThat(application.received("/events")).containsExactly("a\u20AC\n", "b");
    }
  }
}
