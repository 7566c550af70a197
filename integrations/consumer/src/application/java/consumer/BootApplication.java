/* SPDX-License-Identifier: Apache-2.0 */
package consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A registry, and what the starter configures by itself. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class BootApplication {
  @Bean
  MeterRegistry registry() {
    return new SimpleMeterRegistry();
  }

  static ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(BootApplication.class)
        .web(WebApplicationType.NONE)
        .properties("spring.main.banner-mode=off")
        .run();
  }
}
