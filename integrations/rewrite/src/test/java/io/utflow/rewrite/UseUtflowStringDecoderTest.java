/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.java.Assertions.java;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;

@Tag("whole")
class UseUtflowStringDecoderTest implements RewriteTest {
  @TempDir private Path classes;

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(new UseUtflowStringDecoder()).parser(libraries());
  }

  private static JavaParser.Builder<?, ?> libraries() {
    return JavaParser.fromJavaVersion()
        .classpath(
            "spring-core",
            "spring-web",
            "reactor-core",
            "reactive-streams",
            "utflow-spring",
            "utflow-codec-core");
  }

  @Test
  void aRegisteredDecoderBecomesUtflows() {
    becomes(
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
                configurer.customCodecs().register(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF)));
              }
            }
            """);
  }

  @Test
  void oneThatIsAddedToDecodersBecomesUtflows() {
    becomes(
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
                decoders.add(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF)));
                decoders.add(StringDecoder.allMimeTypes());
              }
            }
            """);
  }

  /** What the recipe changes, run: lines of UTF-16, which Spring's decoder does not find. */
  @Test
  void whatTheRecipeWritesReadsLines() throws Exception {
    String before =
        """
        import java.util.List;
        import org.springframework.core.codec.Decoder;
        import org.springframework.core.codec.StringDecoder;

        public class Example {
          public static void configure(List<Decoder<?>> decoders) {
            decoders.add(StringDecoder.textPlainOnly());
          }
        }
        """;
    String after =
        """
        import java.util.List;

        import io.utflow.codec.stage.LineBreaks;
        import io.utflow.spring.CodecSpec;
        import io.utflow.spring.UtflowCodecs;
        import org.springframework.core.codec.Decoder;

        public class Example {
          public static void configure(List<Decoder<?>> decoders) {
            decoders.add(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF)));
          }
        }
        """;
    becomes(before, after);
    Path old = Files.createDirectory(classes.resolve("before"));
    Path now = Files.createDirectory(classes.resolve("after"));
    assertThat(lines(Compiled.loaded(before, old), UTF_8)).containsExactly("a", "b€");
    assertThat(lines(Compiled.loaded(after, now), UTF_8)).containsExactly("a", "b€");
    assertThat(lines(Compiled.loaded(before, old), UTF_16)).containsExactly("a\nb€");
    assertThat(lines(Compiled.loaded(after, now), UTF_16)).containsExactly("a", "b€");
  }

  /** The decoder that {@code Example} configures reads two lines, byte by byte. */
  private static List<String> lines(Class<?> example, Charset charset) throws Exception {
    List<Decoder<?>> decoders = new ArrayList<>();
    example.getMethod("configure", List.class).invoke(null, decoders);
    byte[] bytes = "a\nb€".getBytes(charset);
    Flux<DataBuffer> input =
        Flux.range(0, bytes.length)
            .map(
                at ->
                    DefaultDataBufferFactory.sharedInstance.wrap(
                        Arrays.copyOfRange(bytes, at, at + 1)));
    return decoders
        .get(0)
        .decode(
            input,
            ResolvableType.forClass(String.class),
            new MimeType("text", "plain", charset),
            null)
        .cast(String.class)
        .collectList()
        .block();
  }

  private void becomes(String before, String after) {
    Compiled.compiles(before, classes);
    rewriteRun(
        java(
            before,
            after,
            source -> source.afterRecipe(unit -> RealTypes.areThoseOf(unit, libraries()))));
    Compiled.compiles(after, classes);
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
