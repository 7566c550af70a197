/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which messages a decoder reads, how, and how many reads it asks for. */
class TextStreamDecoderTest extends DecoderTest {
  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
  }

  @Nested
  class Demand {
    private final ReadCounter reads = new ReadCounter();

    private EmbeddedChannel channelWithoutAutoRead(DecoderSpec spec) {
      EmbeddedChannel channel = new EmbeddedChannel();
      channel.config().setAutoRead(false);
      channel.pipeline().addLast(reads, new TextStreamDecoder(spec), recorder);
      return channel;
    }

    @Test
    void aReadThatYieldsNoTextTriggersAnother() {
      EmbeddedChannel channel = channelWithoutAutoRead(UTF_8);
      channel.writeInbound(buffers.ofHex("E2"));
      assertThat(reads.count()).isEqualTo(1);
      channel.writeInbound(buffers.ofHex("82"));
      assertThat(reads.count()).isEqualTo(2);
      channel.writeInbound(buffers.ofHex("AC"));
      assertThat(reads.count()).isEqualTo(2);
      assertThat(recorder.events()).containsExactly("€");
      channel.finish();
    }

    @Test
    void aReadThatYieldsManyPiecesTriggersNone() {
      EmbeddedChannel channel = channelWithoutAutoRead(UTF_8.pieceChars(2));
      channel.writeInbound(buffers.ofHex("41 42 43 44 45 E2"));
      assertThat(recorder.events()).containsExactly("AB", "CD", "E");
      assertThat(reads.count()).isZero();
      channel.finish();
    }

    @Test
    void afterAFailureReadsGoOnUntilTheEndIsSeen() {
      EmbeddedChannel channel = channelWithoutAutoRead(REPORTING);
      channel.writeInbound(buffers.ofHex("FF"));
      channel.writeInbound(buffers.ofHex("41"));
      assertThat(reads.count()).isEqualTo(2);
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(recorder.errors().get(0), READ_COMPLETE, READ_COMPLETE);
      channel.finish();
    }

    @Test
    void aReceiverThatReadsFromWithinChannelReadGetsTheTextInOrder() {
      // As behind a FlowControlHandler, which answers a read() at once.
      recorder.onFirstRead(
          (ctx, text) -> ctx.pipeline().fireChannelRead(buffers.ofHex("46 47 48 AC")));
      EmbeddedChannel channel = channelWithoutAutoRead(UTF_8.pieceChars(2));
      channel.writeInbound(buffers.ofHex("41 42 43 44 45 C3"));
      channel.finish();
      assertThat(recorder.text()).isEqualTo("ABCDE\uFFFDFGH\uFFFD");
    }
  }

  @Test
  void otherMessagesPass() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(7, buffers.ofHex("41"), 8L);
    assertThat(recorder.events()).containsExactly(7, "A", 8L);
    channel.finish();
  }

  @Test
  void oneHandlerServesOneChannel() {
    TextStreamDecoder decoder = new TextStreamDecoder(TextEncoding.UTF_8);
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    EmbeddedChannel other = new EmbeddedChannel();
    assertThatThrownBy(() -> other.pipeline().addLast(decoder))
        .isInstanceOf(ChannelPipelineException.class);
    channel.finish();
    other.finish();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfBufferIsReadInPlace(Buffers.Kind kind) {
    EmbeddedChannel channel = channel(UTF_8);
    channel.config().setAllocator(new RefusingAllocator());
    channel.writeInbound(buffers.of(kind, Samples.hex("41 42 43 E2")));
    channel.writeInbound(buffers.of(kind, Samples.hex("82 AC 44 45")));
    channel.finish();
    assertThat(recorder.text()).isEqualTo("ABC€DE");
    assertThat(recorder.errors()).isEmpty();
  }

  private static final class RefusingAllocator extends AbstractByteBufAllocator {
    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
      throw new AssertionError("nothing is to be copied");
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
      throw new AssertionError("nothing is to be copied");
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }
  }
}
