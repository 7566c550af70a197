/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.spring.CodecSpec;
import io.utflow.spring.UtflowCodecs;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.web.server.WebFilter;

/**
 * Puts Utflow's codecs before Spring's own, in servers and clients. A bean of {@link CodecSpec}
 * takes the place of the properties; {@code utflow.codec.enabled=false} leaves all to Spring.
 */
@AutoConfiguration(after = CodecsAutoConfiguration.class)
@ConditionalOnClass({CodecConfigurer.class, CodecCustomizer.class})
@ConditionalOnBooleanProperty(name = "utflow.codec.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UtflowCodecProperties.class)
public final class UtflowCodecsAutoConfiguration {
  /** Behind Boot's own, which are 0, and before those of the application, which have no order. */
  static final int ORDER = 10;

  UtflowCodecsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  CodecSpec utflowCodecSpec(
      UtflowCodecProperties properties, ObjectProvider<CodecSpecCustomizer> customizers) {
    CodecSpec spec = SpecOfProperties.of(properties);
    for (CodecSpecCustomizer customizer : customizers.orderedStream().toList()) {
      spec = customizer.customize(spec);
    }
    return spec;
  }

  @Bean
  @Order(ORDER)
  CodecCustomizer utflowCodecCustomizer(CodecSpec spec) {
    return configurer -> UtflowCodecs.register(configurer, spec);
  }

  @Bean
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  WebFilter utflowContentTypeFilter() {
    return UtflowCodecs.contentTypeFilter();
  }
}
