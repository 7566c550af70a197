/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.openrewrite.java.Assertions.java;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

@Tag("whole")
class FindUnframedStringDecoderTest implements RewriteTest {
  private static final String FOUND =
      "/*~~(no frame decoder stands before it: characters are cut at the edges of reads; see"
          + " io.utflow.netty.TextStreamDecoder and TextLineDecoder)~~>*/";

  private static final String EXAMPLE =
      """
      import io.netty.channel.ChannelHandler;
      import io.netty.channel.ChannelInitializer;
      import io.netty.channel.ChannelPipeline;
      import io.netty.channel.socket.SocketChannel;
      import io.netty.handler.codec.FixedLengthFrameDecoder;
      import io.netty.handler.codec.LineBasedFrameDecoder;
      import io.netty.handler.codec.string.StringDecoder;
      import io.netty.handler.codec.string.StringEncoder;
      import io.netty.handler.ssl.SslContext;
      import java.nio.charset.StandardCharsets;

      class Example extends ChannelInitializer<SocketChannel> {
        private static final StringDecoder DECODER = new StringDecoder();
        SslContext tls;

        void other(ChannelPipeline p) {
          p.addLast(new LineBasedFrameDecoder(80));
        }

        @Override
        protected void initChannel(SocketChannel channel) {
          ChannelPipeline p = channel.pipeline();
          %s
        }
      }
      """;

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(new FindUnframedStringDecoder())
        .parser(
            JavaParser.fromJavaVersion()
                .classpath(
                    "netty-buffer",
                    "netty-codec-base",
                    "netty-common",
                    "netty-handler",
                    "netty-transport"));
  }

  /** What is found is marked by {@code @}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p.addLast(@new StringDecoder());",
        "p.addLast(\"text\", @new StringDecoder(StandardCharsets.UTF_8));",
        "p.addLast(@DECODER);",
        "p.addLast(@new StringDecoder(), new StringEncoder());",
        "p.addLast(new StringEncoder()).addLast(@new StringDecoder());",
        "p.addLast(tls.newHandler(channel.alloc())).addLast(@new StringDecoder());",
        "p.addLast(@new StringDecoder()).addLast(new LineBasedFrameDecoder(80));",
        "p.addLast(@new StringDecoder(), new LineBasedFrameDecoder(80));"
      })
  void oneWithoutAFrameDecoderBeforeItIsFound(String statement) {
    rewriteRun(
        java(
            EXAMPLE.formatted(statement.replace("@", "")),
            EXAMPLE.formatted(statement.replace("@", FOUND))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p.addLast(new LineBasedFrameDecoder(80)).addLast(new StringDecoder());",
        "p.addLast(new LineBasedFrameDecoder(80)); p.addLast(new StringDecoder());",
        "p.addLast(new FixedLengthFrameDecoder(4), new StringDecoder());",
        "p.addLast(\"frames\", new LineBasedFrameDecoder(80)); p.addLast(\"text\", DECODER);",
        "ChannelHandler frames = new LineBasedFrameDecoder(80); p.addLast((LineBasedFrameDecoder) frames, DECODER);",
        "p.addLast(new StringEncoder());"
      })
  void oneBehindAFrameDecoderIsNot(String statement) {
    rewriteRun(java(EXAMPLE.formatted(statement)));
  }

  @Test
  void eachLambdaIsAPipelineOfItsOwn() {
    String bootstrap =
        """
        import io.netty.channel.ChannelPipeline;
        import io.netty.handler.codec.LineBasedFrameDecoder;
        import io.netty.handler.codec.string.StringDecoder;
        import java.util.function.Consumer;

        class Example {
          Consumer<ChannelPipeline> framed = p -> p.addLast(new LineBasedFrameDecoder(80), new StringDecoder());
          Consumer<ChannelPipeline> unframed = p -> p.addLast(@new StringDecoder());
        }
        """;
    rewriteRun(java(bootstrap.replace("@", ""), bootstrap.replace("@", FOUND)));
  }
}
