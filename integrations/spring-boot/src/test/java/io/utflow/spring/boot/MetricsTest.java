/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.micrometer.UtflowMeters;
import io.utflow.spring.CodecSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Where there is a registry the spec counts, and else it is the one that there was. */
class MetricsTest {
  private static final byte[] ILL_FORMED = {'a', (byte) 0xFF};

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  CodecsAutoConfiguration.class,
                  UtflowCodecsAutoConfiguration.class,
                  UtflowMetricsAutoConfiguration.class));

  private final ApplicationContextRunner withRegistry =
      runner.withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new);

  @Test
  void aRegistryCounts() {
    withRegistry.run(
        context -> {
          spec(context).decoder().decode(ILL_FORMED);
          spec(context).encoder().newEncoder().encode("abc");
          assertThat(count(context, "utflow.bytes", "direction", "decode")).isEqualTo(2);
          assertThat(count(context, "utflow.ill.formed", "cause", "INVALID_BYTE")).isEqualTo(1);
          assertThat(count(context, "utflow.bytes", "direction", "encode")).isEqualTo(3);
        });
  }

  /** Boot makes it by an auto-configuration of its own, which has to come first. */
  @Test
  void theRegistryOfBootCounts() {
    runner
        .withConfiguration(
            AutoConfigurations.of(
                CompositeMeterRegistryAutoConfiguration.class,
                SimpleMetricsExportAutoConfiguration.class,
                MetricsAutoConfiguration.class))
        .run(
            context -> {
              spec(context).decoder().decode(ILL_FORMED);
              assertThat(count(context, "utflow.ill.formed", "cause", "INVALID_BYTE")).isEqualTo(1);
            });
  }

  @Test
  void withoutARegistryNothingIsWired() {
    runner.run(
        context -> {
          assertThat(context).doesNotHaveBean(UtflowMeters.class).hasNotFailed();
          assertNothingIsPaid(spec(context));
        });
  }

  @Test
  void disabledNothingIsWired() {
    withRegistry
        .withPropertyValues("utflow.metrics.enabled=false")
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(UtflowMeters.class).hasNotFailed();
              assertNothingIsPaid(spec(context));
            });
  }

  @Test
  void withoutMicrometerOrOurMetersNothingIsWired() {
    for (Class<?> missing : List.of(MeterRegistry.class, UtflowMeters.class)) {
      runner
          .withClassLoader(new FilteredClassLoader(missing))
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                assertNothingIsPaid(spec(context));
              });
    }
  }

  /** Which of two that are equal is meant, only the application can say. */
  @Test
  void ofTwoRegistriesThePrimaryOneCounts() {
    ApplicationContextRunner two =
        runner
            .withBean("first", SimpleMeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(
                "second",
                SimpleMeterRegistry.class,
                SimpleMeterRegistry::new,
                definition -> definition.setPrimary(false));
    two.run(context -> assertThat(context).doesNotHaveBean(UtflowMeters.class).hasNotFailed());
    two.withBean(
            "third",
            SimpleMeterRegistry.class,
            SimpleMeterRegistry::new,
            definition -> definition.setPrimary(true))
        .run(
            context -> {
              spec(context).decoder().decode(ILL_FORMED);
              MeterRegistry third = context.getBean("third", MeterRegistry.class);
              assertThat(third.get("utflow.bytes").tag("direction", "decode").counter().count())
                  .isEqualTo(2);
            });
  }

  @Test
  void aListenerAndAnObserverOfTheApplicationAreToldAsWell() {
    List<Object> told = new ArrayList<>();
    withRegistry
        .withBean(CodecSpecCustomizer.class, () -> spec -> spec.decoder(listened(told)))
        .run(
            context -> {
              spec(context).decoder().decode(ILL_FORMED);
              assertThat(told).containsExactly("INVALID_BYTE", 2L);
              assertThat(count(context, "utflow.bytes", "direction", "decode")).isEqualTo(2);
              assertThat(count(context, "utflow.ill.formed", "cause", "INVALID_BYTE")).isEqualTo(1);
            });
  }

  private static DecoderSpec listened(List<Object> told) {
    return DecoderSpec.of(TextEncoding.UTF_8)
        .observer(sequence -> told.add(sequence.cause().name()))
        .listener((encoding, read, written, illFormed) -> told.add(read));
  }

  @Test
  void metersOfTheApplicationTakeThePlaceOfOurs() {
    MeterRegistry own = new SimpleMeterRegistry();
    withRegistry
        .withBean(UtflowMeters.class, () -> UtflowMeters.of(own, "server", "chat"))
        .run(
            context -> {
              spec(context).decoder().decode(ILL_FORMED);
              assertThat(own.get("utflow.bytes").tags("server", "chat", "direction", "decode"))
                  .satisfies(found -> assertThat(found.counter().count()).isEqualTo(2));
              assertThat(context.getBean(SimpleMeterRegistry.class).getMeters()).isEmpty();
            });
  }

  @Test
  void aSpecOfTheApplicationIsUsedAsItIs() {
    CodecSpec own = CodecSpec.DEFAULT.lines(LineBreaks.UNICODE);
    withRegistry
        .withBean("own", CodecSpec.class, () -> own)
        .run(context -> assertThat(spec(context)).isSameAs(own));
  }

  private static void assertNothingIsPaid(CodecSpec spec) {
    assertThat(spec).isEqualTo(CodecSpec.DEFAULT);
    assertThat(spec.decoder()).isEqualTo(DecoderSpec.of(TextEncoding.UTF_8));
    assertThat(spec.decoder().listener()).isEmpty();
    assertThat(spec.encoder()).isEqualTo(EncoderSpec.of(TextEncoding.UTF_8));
    assertThat(spec.encoder().listener()).isEmpty();
  }

  private static CodecSpec spec(AssertableApplicationContext context) {
    return context.getBean(CodecSpec.class);
  }

  private static double count(
      AssertableApplicationContext context, String name, String tag, String value) {
    MeterRegistry registry = context.getBean(MeterRegistry.class);
    return registry.get(name).tag("encoding", "UTF-8").tag(tag, value).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }
}
