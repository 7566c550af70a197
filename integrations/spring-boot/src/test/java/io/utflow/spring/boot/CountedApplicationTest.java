/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.spring.boot.testing.RunningApplication;
import io.utflow.spring.boot.testing.TextApplication;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What applications behind real ports count. */
@Tag("whole")
class CountedApplicationTest {
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF};

  @Test
  void requestsAndAnswersAreCountedInTheRegistryOfTheApplication() {
    try (RunningApplication application = new RunningApplication(Counted.class)) {
      application.answer("/whole", "text/plain;charset=UTF-8", ILL_FORMED);
      application.answer("/whole", "text/plain;charset=UTF-16BE", new byte[] {0, 'b', 0, 'c'});
      MeterRegistry registry = application.bean(MeterRegistry.class);
      assertThat(registry).isExactlyInstanceOf(SimpleMeterRegistry.class);
      assertThat(count(registry, "utflow.bytes", "decode", "UTF-8")).isEqualTo(2);
      assertThat(count(registry, "utflow.ill.formed", "decode", "UTF-8")).isEqualTo(1);
      assertThat(count(registry, "utflow.bytes", "decode", "UTF-16BE")).isEqualTo(4);
      assertThat(count(registry, "utflow.bytes", "encode", "UTF-8"))
          .isEqualTo("a\uFFFDbc".getBytes(StandardCharsets.UTF_8).length);
      assertThat(application.bean(Counted.class).seen).containsExactly("INVALID_BYTE");
    }
  }

  @Test
  void clientsAreCountedToo() {
    try (RunningApplication application = new RunningApplication(Counted.class)) {
      application.received("/events");
      MeterRegistry registry = application.bean(MeterRegistry.class);
      assertThat(count(registry, "utflow.bytes", "decode", "UTF-8")).isPositive();
    }
  }

  /** That of the application is Boot's: it is there without a word of ours. */
  @Test
  void disabledNothingIsCounted() {
    try (RunningApplication application =
        new RunningApplication(TextApplication.class, "utflow.metrics.enabled=false")) {
      assertThat(application.status("/whole", "text/plain", ILL_FORMED)).isEqualTo(200);
      MeterRegistry registry = application.bean(MeterRegistry.class);
      assertThat(registry.find("utflow.bytes").counters()).isEmpty();
    }
  }

  private static double count(
      MeterRegistry registry, String name, String direction, String encoding) {
    return registry.get(name).tags("direction", direction, "encoding", encoding).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  @Configuration
  @Import(TextApplication.class)
  static class Counted {
    final List<String> seen = new ArrayList<>();

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }

    @Bean
    CodecSpecCustomizer illFormedTextIsSeen() {
      return spec ->
          spec.decoder(spec.decoder().observer(sequence -> seen.add(sequence.cause().name())));
    }
  }
}
