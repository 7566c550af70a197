/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.pool.ShortCopy;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.netty.WebSocketMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The array comes back, however a buffer that was copied to it is left. */
class ShortCopiesTest {
  private static final DecoderSpec SPEC =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT).pieceChars(2);

  /** What the receiver of the first piece does. */
  private enum Way {
    READ((channel, decoder) -> {}),
    REMOVED((channel, decoder) -> channel.pipeline().remove(decoder)),
    DISCARDED((channel, decoder) -> decoder.discardAndRemove()),
    CLOSED((channel, decoder) -> channel.close()),
    ENDED((channel, decoder) -> channel.pipeline().fireChannelInactive()),
    SWITCHED((channel, decoder) -> decoder.switchTo(DecoderSpec.of(TextEncoding.UTF_16BE)));

    private final BiConsumer<EmbeddedChannel, TextStreamDecoder> action;

    Way(BiConsumer<EmbeddedChannel, TextStreamDecoder> action) {
      this.action = action;
    }
  }

  @ParameterizedTest
  @EnumSource
  void comesBack(Way way) {
    for (String hex : new String[] {"6162636465", "616263FF6465", "FF", "6162FF"}) {
      TextStreamDecoder decoder = new TextStreamDecoder(SPEC);
      EmbeddedChannel channel = new EmbeddedChannel(decoder);
      channel
          .pipeline()
          .addLast(
              new ChannelInboundHandlerAdapter() {
                private boolean done;

                @Override
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                  ReferenceCountUtil.release(message);
                  if (!done) {
                    done = true;
                    way.action.accept(channel, decoder);
                  }
                }

                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {}
              });
      byte[] bytes = HexFormat.of().parseHex(hex);
      channel.writeInbound(Unpooled.directBuffer(8).writeBytes(bytes));
      assertIsBack(hex);
      channel.finishAndReleaseAll();
    }
  }

  /** The text of a message of a WebSocket, well-formed or not, longer or not. */
  @Test
  void ofAMessageToo() {
    for (int length : new int[] {1, 1024, 1025}) {
      for (byte last : new byte[] {'a', (byte) 0xFF}) {
        EmbeddedChannel channel = new EmbeddedChannel(new WebSocketMessageDecoder(2000));
        byte[] bytes = "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
        bytes[length - 1] = last;
        ByteBuf buffer = Unpooled.directBuffer(length).writeBytes(bytes);
        try {
          channel.writeInbound(new TextWebSocketFrame(true, 0, buffer));
        } catch (CorruptedWebSocketFrameException expected) {
          assertThat(last).isEqualTo((byte) 0xFF);
        }
        assertIsBack(length + " bytes");
        channel.finishAndReleaseAll();
      }
    }
  }

  /** The one that this thread looks at first is free. */
  private static void assertIsBack(String what) {
    ShortCopy copy = ShortCopy.borrow(1);
    assertThat(copy.array()).as(what).hasSize(ShortCopy.MOST_BYTES + ShortCopy.PADDING);
    copy.giveBack();
    assertThat(ShortCopy.borrow(1)).isSameAs(copy);
    copy.giveBack();
  }
}
