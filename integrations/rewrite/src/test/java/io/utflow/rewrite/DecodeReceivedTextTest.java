/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.openrewrite.java.Assertions.java;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

@Tag("whole")
class DecodeReceivedTextTest implements RewriteTest {
  @TempDir private Path classes;

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(new DecodeReceivedText()).parser(libraries());
  }

  private static JavaParser.Builder<?, ?> libraries() {
    return JavaParser.fromJavaVersion()
        .classpath(
            "reactor-netty-core",
            "reactor-netty-http",
            "reactor-core",
            "reactive-streams",
            "netty-buffer",
            "utflow-codec-core",
            "utflow-codec-reactor");
  }

  @Test
  void receivedTextIsDecodedByUtflow() {
    becomes(
        """
        import reactor.core.publisher.Flux;
        import reactor.netty.NettyInbound;

        class Example {
          Flux<String> text(NettyInbound in) {
            return in.receive().asString();
          }
        }
        """,
        """
        import io.utflow.codec.TextEncoding;
        import io.utflow.reactor.ByteBufText;
        import reactor.core.publisher.Flux;
        import reactor.netty.NettyInbound;

        class Example {
          Flux<String> text(NettyInbound in) {
            return in.receive().retain().transform(ByteBufText.decode(TextEncoding.UTF_8));
          }
        }
        """);
  }

  @Test
  void theCharsetAndWhatFollowsStay() {
    becomes(
        """
        import java.nio.charset.StandardCharsets;
        import reactor.core.publisher.Flux;
        import reactor.netty.http.client.HttpClient;

        class Example {
          Flux<Integer> lengths() {
            return HttpClient.create().get().responseContent().asString(StandardCharsets.UTF_16).map(String::length);
          }
        }
        """,
        """
        import java.nio.charset.StandardCharsets;

        import io.utflow.reactor.ByteBufText;
        import reactor.core.publisher.Flux;
        import reactor.netty.http.client.HttpClient;

        class Example {
          Flux<Integer> lengths() {
            return HttpClient.create().get().responseContent().retain().transform(ByteBufText.decode(StandardCharsets.UTF_16)).map(String::length);
          }
        }
        """);
  }

  @Test
  void whatIsRetainedIsNotRetainedTwice() {
    becomes(
        """
        import reactor.core.publisher.Flux;
        import reactor.netty.ByteBufFlux;

        class Example {
          Flux<String> text(ByteBufFlux content) {
            return content.retain().asString();
          }
        }
        """,
        """
        import io.utflow.codec.TextEncoding;
        import io.utflow.reactor.ByteBufText;
        import reactor.core.publisher.Flux;
        import reactor.netty.ByteBufFlux;

        class Example {
          Flux<String> text(ByteBufFlux content) {
            return content.retain().transform(ByteBufText.decode(TextEncoding.UTF_8));
          }
        }
        """);
  }

  /** A whole body has no cuts; and no connection releases what was made. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "in.receive().aggregate().asString()",
        "reactor.netty.ByteBufFlux.fromPath(java.nio.file.Path.of(\"text\")).asString()",
        "reactor.netty.ByteBufFlux.fromPath(java.nio.file.Path.of(\"text\")).retain().asString()",
        "in.receive().asByteArray()"
      })
  void theRestStaysAsItIs(String expression) {
    rewriteRun(
        java(
            """
            class Example {
              Object text(reactor.netty.NettyInbound in) {
                return %s;
              }
            }
            """
                .formatted(expression)));
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
}
