/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.utflow.micrometer.UtflowMeters;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Counts what the codecs read and write, where {@code utflow-micrometer} is on the class path and
 * there is one {@link MeterRegistry}, or a primary one. A bean of {@link UtflowMeters} takes the
 * place of the one made here, with tags of its own, say; {@code utflow.metrics.enabled=false}
 * counts nothing. A {@code CodecSpec} that is a bean of the application is used as it is.
 */
@AutoConfiguration(
    before = UtflowCodecsAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, UtflowMeters.class})
@ConditionalOnBooleanProperty(name = "utflow.metrics.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UtflowMetricsProperties.class)
public final class UtflowMetricsAutoConfiguration {
  UtflowMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnSingleCandidate(MeterRegistry.class)
  @ConditionalOnMissingBean
  UtflowMeters utflowMeters(MeterRegistry registry) {
    return UtflowMeters.of(registry);
  }

  /** The last one, so that it counts whatever decoder those of the application have put in. */
  @Bean
  @ConditionalOnBean(UtflowMeters.class)
  @Order(Ordered.LOWEST_PRECEDENCE)
  CodecSpecCustomizer utflowMetricsCustomizer(UtflowMeters meters) {
    return spec ->
        spec.decoder(meters.decoding(spec.decoder())).encoder(meters.encoding(spec.encoder()));
  }
}
