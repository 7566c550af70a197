/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flow.FlowControlHandler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behind a flow control that answers each read at once. Netty 4.1 has one that does not. */
class FlowControlledReadsTest extends HandlerTest {

  /** Asks for the next message while it receives one. */
  private static final class Reader extends Recorder {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      super.channelRead(ctx, message);
      ctx.read();
    }
  }

  /** Frames, most of them empty, that are taken one by one out of a queue. */
  private ByteBuf frames(int emptyOnes) {
    ByteBuf frames = buffers.ofHex("00 02 61 0A");
    frames.writeZero(2 * emptyOnes);
    return frames.writeShort(2).writeByte('b').writeByte('\n');
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 10_000})
  void emptyFramesOfAPeerStopNothing(int emptyOnes) {
    ReentrantReadsTest.DECODERS.forEach(
        (name, decoder) -> {
          if (name.equals("valid") && emptyOnes > 100) {
            // It passes empty buffers on, and each is received within the one before.
            return;
          }
          Reader reader = new Reader();
          EmbeddedChannel channel = new EmbeddedChannel();
          channel.config().setAutoRead(false);
          channel
              .pipeline()
              .addLast(
                  new LengthFieldBasedFrameDecoder(Short.MAX_VALUE, 0, 2, 0, 2),
                  new FlowControlHandler(),
                  decoder.get(),
                  reader);
          channel.writeInbound(frames(emptyOnes));
          assertThat(reader.events()).as(name).isEmpty();
          channel.pipeline().lastContext().read();
          channel.finish();
          assertThat(reader.strings().isEmpty() ? reader.hex() : reader.text())
              .as(name)
              .isIn("ab", "a\nb\n", "610a620a");
          assertThat(reader.events()).as(name).endsWith(INACTIVE);
          assertThat(reader.errors()).as(name).isEmpty();
        });
  }
}
