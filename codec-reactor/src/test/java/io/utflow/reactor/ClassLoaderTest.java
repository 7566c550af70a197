/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Deployment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;

/** An application that is undeployed leaves nothing on an event loop of the container. */
class ClassLoaderTest {
  private final DefaultEventExecutorGroup group = new DefaultEventExecutorGroup(1);

  @AfterEach
  void stop() {
    group.shutdownGracefully();
  }

  @Test
  void itIsCollectedThoughTheEventLoopLivesOn() throws Exception {
    assertThat(Deployment.isCollected(Application.class, group.next())).isTrue();
    assertThat(group.next().submit(() -> "alive").get()).isEqualTo("alive");
  }

  /** Text of direct buffers, which are copied, on the thread of the container. */
  static final class Application implements Runnable {
    @Override
    public void run() {
      TextEncoding utf8 = TextEncoding.UTF_8;
      buffers().transform(ByteBufText.decode(utf8)).blockLast();
      buffers().transform(ByteBufText.lines(utf8, LineBreaks.LF_OR_CRLF)).blockLast();
      buffers().transform(ByteBufText.validate(utf8)).doOnNext(ByteBuf::release).blockLast();
      buffers()
          .transform(
              ByteBufText.transcode(DecoderSpec.of(utf8), EncoderSpec.of(TextEncoding.UTF_16)))
          .doOnNext(ByteBuf::release)
          .blockLast();
      NettyDataBufferFactory factory = new NettyDataBufferFactory(Unpooled.buffer().alloc());
      buffers().map(factory::wrap).transform(DataBufferText.decode(utf8)).blockLast();
    }

    private static Flux<ByteBuf> buffers() {
      return Flux.range(0, 3)
          .map(
              i ->
                  Unpooled.directBuffer()
                      .writeBytes("h\u00E9llo\n".getBytes(StandardCharsets.UTF_8)));
    }
  }
}
