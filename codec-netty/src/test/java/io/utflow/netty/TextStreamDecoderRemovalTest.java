/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.Recorder.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A decoder that is removed hands over the bytes that have not become text. */
class TextStreamDecoderRemovalTest extends DecoderTest {
  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
  }

  private static void removeDecoder(ChannelHandlerContext ctx) {
    ctx.pipeline().remove(TextStreamDecoder.class);
  }

  @Test
  void theBytesThatWaitGoOnAsTheyCame() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 E2 82"));
    channel.pipeline().remove(TextStreamDecoder.class);
    channel.writeInbound(buffers.ofHex("AC 42"));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly(
            "A", READ_COMPLETE, new Bytes("e282"), READ_COMPLETE, new Bytes("ac42"), READ_COMPLETE);
    channel.finish();
  }

  @Test
  void anUndecidedByteOrderMarkGoesOn() {
    EmbeddedChannel channel = channel(DecoderSpec.of(TextEncoding.UTF_16));
    channel.writeInbound(buffers.ofHex("FF"));
    channel.pipeline().remove(TextStreamDecoder.class);
    assertThat(recorder.events()).containsExactly(new Bytes("ff"));
    channel.finish();
  }

  @Test
  void nothingThatWaitsIsNothingFired() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41"));
    channel.pipeline().remove(TextStreamDecoder.class);
    assertThat(recorder.eventsAndReadCompletes()).containsExactly("A", READ_COMPLETE);
    channel.finish();
  }

  @ParameterizedTest
  @EnumSource
  void fromWithinChannelReadTheRestGoesOnAsBytes(Buffers.Kind kind) {
    recorder.onFirstRead((ctx, text) -> removeDecoder(ctx));
    EmbeddedChannel channel = channel(UTF_8.pieceChars(2));
    channel.writeInbound(buffers.of(kind, Samples.hex("41 42 43 44 45 E2 82")));
    channel.writeInbound(buffers.ofHex("AC"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly("AB", new Bytes("434445e282"), new Bytes("ac"), INACTIVE);
  }

  @Test
  void whatWasReadBeforeItGoesOnBehindTheRest() {
    recorder.onFirstRead(
        (ctx, text) -> {
          ctx.pipeline().fireChannelRead(buffers.ofHex("AC 44"));
          removeDecoder(ctx);
        });
    EmbeddedChannel channel = channel(UTF_8.pieceChars(2));
    channel.writeInbound(buffers.ofHex("41 42 43 E2 82"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly("AB", new Bytes("43e282"), new Bytes("ac44"), INACTIVE);
  }

  /** Netty forgets a removal that a queued message has caused if another is queued behind it. */
  @Test
  void byTheReceiverOfAQueuedMessageLosesNothing() {
    recorder.onFirstRead(
        (ctx, text) -> {
          ctx.pipeline().fireChannelRead(SHUTDOWN);
          ctx.pipeline().fireChannelRead(buffers.ofHex("AC 44"));
        });
    ChannelInboundHandlerAdapter remover =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message == SHUTDOWN) {
              removeDecoder(ctx);
            } else {
              ctx.fireChannelRead(message);
            }
          }
        };
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(UTF_8), remover, recorder);
    channel.writeInbound(buffers.ofHex("41 42 E2 82"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly("AB", new Bytes("e282"), new Bytes("ac44"), INACTIVE);
  }

  @Test
  void byAnObserverAmidTheTextLosesNothing() {
    EmbeddedChannel[] channel = new EmbeddedChannel[1];
    channel[0] =
        channel(UTF_8.observer(sequence -> channel[0].pipeline().remove(TextStreamDecoder.class)));
    channel[0].writeInbound(buffers.ofHex("41 FF 42 E2 82"));
    assertThat(recorder.events()).containsExactly("A\uFFFDB", new Bytes("e282"));
    channel[0].finish();
  }

  @Test
  void byAnObserverAtTheEndLosesNothing() {
    EmbeddedChannel[] channel = new EmbeddedChannel[1];
    channel[0] =
        channel(UTF_8.observer(sequence -> channel[0].pipeline().remove(TextStreamDecoder.class)));
    channel[0].writeInbound(buffers.ofHex("41 E2 82"));
    channel[0].finish();
    assertThat(recorder.events()).containsExactly("A", "\uFFFD", INACTIVE);
  }

  @Test
  void afterAFailureNothingGoesOn() {
    EmbeddedChannel channel = channel(REPORTING);
    channel.writeInbound(buffers.ofHex("FF E2 82"));
    channel.pipeline().remove(TextStreamDecoder.class);
    assertThat(recorder.events()).hasSameElementsAs(recorder.errors()).hasSize(1);
    channel.finish();
  }
}
