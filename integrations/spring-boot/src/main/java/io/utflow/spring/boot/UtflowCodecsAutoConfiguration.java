/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import io.utflow.spring.CodecSpec;
import io.utflow.spring.UtflowCodecs;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
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
 * Puts Utflow's codecs before Spring's own, in WebFlux servers and in {@code WebClient}. A bean of
 * {@link CodecSpec} takes the place of the properties; {@code utflow.codec.enabled=false} leaves
 * all to Spring. In a servlet application only {@code WebClient} has codecs, and a warning says so.
 */
@AutoConfiguration(
    after = CodecsAutoConfiguration.class,
    beforeName = "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration")
@ConditionalOnClass({CodecConfigurer.class, CodecCustomizer.class})
@ConditionalOnBooleanProperty(name = "utflow.codec.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UtflowCodecProperties.class)
public final class UtflowCodecsAutoConfiguration {
  /** After Boot's own, which are 0, and before those of the application, which have no order. */
  static final int ORDER = 10;

  private static final Log LOG = LogFactory.getLog(UtflowCodecsAutoConfiguration.class);

  private static final String IN_SERVLET_APPLICATION =
      "This is a servlet application: Spring MVC, RestClient and RestTemplate read and write bodies"
          + " by HttpMessageConverters, of which Utflow has none. So utflow.codec.* does nothing to"
          + " requests; only the WebClient.Builder of spring-boot-starter-webclient has Utflow's"
          + " codecs. A server has them with spring-boot-starter-webflux and without"
          + " spring-boot-starter-webmvc, or with spring.main.web-application-type=reactive.";

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

  /** Warns at the start that the properties have no effect on requests. */
  @Bean
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  SmartInitializingSingleton utflowServletWarning() {
    return () -> LOG.warn(IN_SERVLET_APPLICATION);
  }

  @Bean
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  WebFilter utflowContentTypeFilter() {
    return UtflowCodecs.contentTypeFilter();
  }
}
