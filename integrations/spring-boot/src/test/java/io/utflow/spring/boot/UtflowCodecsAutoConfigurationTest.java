/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.spring.CodecSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.codec.CodecConfigurer;

/** Which beans there are, and what the properties make of them. */
class UtflowCodecsAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JacksonAutoConfiguration.class,
                  CodecsAutoConfiguration.class,
                  UtflowCodecsAutoConfiguration.class));

  @Test
  void nothingSetIsTheDefault() {
    runner.run(
        context -> assertThat(context.getBean(CodecSpec.class)).isEqualTo(CodecSpec.DEFAULT));
  }

  @Test
  void propertiesSayHowTextIsRead() {
    TextEncoding encoding = TextEncoding.forName("windows-1252");
    CodecSpec expected =
        CodecSpec.DEFAULT
            .decoder(
                DecoderSpec.of(encoding)
                    .onMalformed(MalformedPolicy.replaceWith("?").atMost(3))
                    .bom(BomPolicy.SNIFF))
            .encoder(EncoderSpec.of(encoding));
    runner
        .withPropertyValues(
            "utflow.codec.charset=windows-1252",
            "utflow.codec.on-malformed=replace",
            "utflow.codec.replacement=?",
            "utflow.codec.max-malformed=3",
            "utflow.codec.bom=sniff")
        .run(context -> assertThat(context.getBean(CodecSpec.class)).isEqualTo(expected));
  }

  @Test
  void illFormedTextIsReportedOrLeftOut() {
    assertPolicy("report", MalformedPolicy.REPORT);
    assertPolicy("skip", MalformedPolicy.SKIP);
    assertPolicy("replace", MalformedPolicy.REPLACE);
  }

  private void assertPolicy(String value, MalformedPolicy expected) {
    runner
        .withPropertyValues("utflow.codec.on-malformed=" + value)
        .run(
            context ->
                assertThat(context.getBean(CodecSpec.class).decoder().onMalformed())
                    .isEqualTo(expected));
  }

  @Test
  void linesAreSplitOnRequest() {
    runner
        .withPropertyValues("utflow.codec.line-breaks=any")
        .run(
            context ->
                assertThat(context.getBean(CodecSpec.class))
                    .isEqualTo(CodecSpec.DEFAULT.lines(LineBreaks.ANY)));
    runner
        .withPropertyValues("utflow.codec.line-breaks=crlf", "utflow.codec.max-line-length=80")
        .run(
            context ->
                assertThat(context.getBean(CodecSpec.class).lines())
                    .contains(LineSpec.of(LineBreaks.CRLF).maxChars(80)));
  }

  @Test
  void disabledLeavesNothing() {
    runner
        .withPropertyValues("utflow.codec.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(CodecSpec.class).hasNotFailed());
  }

  @Test
  void withoutTheCodecsOfSpringThereIsNothing() {
    for (Class<?> missing : List.of(CodecConfigurer.class, CodecCustomizer.class)) {
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(UtflowCodecsAutoConfiguration.class))
          .withClassLoader(new FilteredClassLoader(missing))
          .run(context -> assertThat(context).doesNotHaveBean(CodecSpec.class).hasNotFailed());
    }
  }

  @Test
  void aSpecOfTheApplicationTakesThePlaceOfTheProperties() {
    runner
        .withPropertyValues("utflow.codec.on-malformed=skip")
        .withBean("own", CodecSpec.class, () -> OWN)
        .run(context -> assertThat(context.getBean(CodecSpec.class)).isSameAs(OWN));
  }

  private static final CodecSpec OWN = CodecSpec.DEFAULT.lines(LineBreaks.UNICODE);

  @Test
  void customizersAreAskedInTheirOrder() {
    runner
        .withUserConfiguration(Customizers.class)
        .run(
            context ->
                assertThat(context.getBean(CodecSpec.class).lines())
                    .contains(LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(7)));
  }

  @Test
  void codecsComeBehindThoseOfBootAndBeforeThoseOfTheApplication() {
    runner
        .withUserConfiguration(OwnCodecs.class)
        .run(
            context -> {
              List<CodecCustomizer> order =
                  context.getBeanProvider(CodecCustomizer.class).orderedStream().toList();
              assertThat(order).hasSize(4);
              assertThat(order.subList(0, 2))
                  .containsExactlyInAnyOrder(
                      context.getBean("jacksonCodecCustomizer", CodecCustomizer.class),
                      context.getBean("defaultCodecCustomizer", CodecCustomizer.class));
              assertThat(order.subList(2, 4))
                  .containsExactly(
                      context.getBean("utflowCodecCustomizer", CodecCustomizer.class),
                      context.getBean("ownCodecs", CodecCustomizer.class));
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class Customizers {
    @Bean
    @Order(2)
    CodecSpecCustomizer second() {
      return spec -> spec.lines(spec.lines().orElseThrow().maxChars(7));
    }

    @Bean
    @Order(1)
    CodecSpecCustomizer first() {
      return spec -> spec.lines(LineBreaks.LF_OR_CRLF);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnCodecs {
    @Bean
    CodecCustomizer ownCodecs() {
      return configurer -> {};
    }
  }
}
