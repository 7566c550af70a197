/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.openrewrite.java.Assertions.java;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

class UseUtflowStringDecoderTest implements RewriteTest {
  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(new UseUtflowStringDecoder())
        .parser(
            JavaParser.fromJavaVersion()
                .classpath("spring-core", "spring-web", "reactor-core", "reactive-streams"));
  }

  @Test
  void aRegisteredDecoderBecomesUtflows() {
    rewriteRun(
        java(
            """
            import org.springframework.core.codec.StringDecoder;
            import org.springframework.http.codec.CodecConfigurer;

            class Example {
              void configure(CodecConfigurer configurer) {
                configurer.customCodecs().register(StringDecoder.textPlainOnly());
              }
            }
            """,
            """
            import io.utflow.codec.stage.LineBreaks;
            import io.utflow.spring.CodecSpec;
            import io.utflow.spring.UtflowCodecs;
            import org.springframework.http.codec.CodecConfigurer;

            class Example {
              void configure(CodecConfigurer configurer) {
                configurer.customCodecs().register(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF)));
              }
            }
            """));
  }

  @Test
  void oneThatIsAddedToDecodersBecomesUtflows() {
    rewriteRun(
        java(
            """
            import java.util.List;
            import org.springframework.core.codec.Decoder;
            import org.springframework.core.codec.StringDecoder;

            class Example {
              void configure(List<Decoder<?>> decoders) {
                decoders.add(StringDecoder.textPlainOnly());
                decoders.add(StringDecoder.allMimeTypes());
              }
            }
            """,
            """
            import java.util.List;

            import io.utflow.codec.stage.LineBreaks;
            import io.utflow.spring.CodecSpec;
            import io.utflow.spring.UtflowCodecs;
            import org.springframework.core.codec.Decoder;
            import org.springframework.core.codec.StringDecoder;

            class Example {
              void configure(List<Decoder<?>> decoders) {
                decoders.add(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF)));
                decoders.add(StringDecoder.allMimeTypes());
              }
            }
            """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "StringDecoder decoder = StringDecoder.textPlainOnly();",
        "use(StringDecoder.textPlainOnly());",
        "register(StringDecoder.textPlainOnly(List.of(\"|\"), true));",
        "StringDecoder.textPlainOnly().setDefaultCharset(java.nio.charset.StandardCharsets.UTF_8);"
      })
  void whereTheTypeMattersItStays(String statement) {
    rewriteRun(
        java(
            """
            import java.util.List;
            import org.springframework.core.codec.StringDecoder;

            class Example {
              void register(Object codec) {}

              void use(StringDecoder decoder) {}

              void configure() {
                %s
              }
            }
            """
                .formatted(statement)));
  }
}
