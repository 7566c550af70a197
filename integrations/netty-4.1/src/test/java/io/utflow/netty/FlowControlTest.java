/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.flow.FlowControlHandler;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import org.junit.jupiter.api.Test;

/**
 * Why {@code FlowControlledReadsTest} is left out here: the flow control of Netty 4.1 answers a
 * read with one message and says nothing of its end while others wait, so who gets an empty one
 * cannot know that it is to ask again. Netty's own decoders stop there too.
 */
class FlowControlTest {
  @Test
  void behindAnEmptyFrameEveryDecoderWaits() {
    assertThat(receivedOnOneRead(new LineBasedFrameDecoder(10))).isZero();
    assertThat(receivedOnOneRead(new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF)))
        .isZero();
  }

  /** How many lines follow from one read of two frames, the first of them empty. */
  private static int receivedOnOneRead(ChannelHandler decoder) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAutoRead(false);
    channel
        .pipeline()
        .addLast(
            new LengthFieldBasedFrameDecoder(Short.MAX_VALUE, 0, 2, 0, 2),
            new FlowControlHandler(),
            decoder);
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 2, 'a', '\n', 0, 0}));
    channel.pipeline().lastContext().read();
    int received = channel.inboundMessages().size();
    channel.finishAndReleaseAll();
    return received;
  }
}
