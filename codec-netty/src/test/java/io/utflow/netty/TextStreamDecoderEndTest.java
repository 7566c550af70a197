/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All text comes before the end of the channel, or of its input. */
class TextStreamDecoderEndTest extends DecoderTest {
  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
  }

  @Test
  void whatIsOpenIsDecidedBeforeTheChannelIsInactive() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 E2 82"));
    channel.finish();
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly("A", READ_COMPLETE, "\uFFFD", READ_COMPLETE, INACTIVE);
  }

  @Test
  void whatIsOpenIsDecidedBeforeTheInputIsSeenShutDownAndNotAgainAtTheClose() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 E2 82"));
    shutDownInput(channel);
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly("A", READ_COMPLETE, "\uFFFD", READ_COMPLETE, SHUTDOWN);
    channel.finish();
    assertThat(recorder.events()).containsExactly("A", "\uFFFD", SHUTDOWN, INACTIVE);
  }

  @Test
  void nothingOpenIsNothingFired() {
    EmbeddedChannel channel = channel(UTF_8);
    shutDownInput(channel);
    channel.finish();
    assertThat(recorder.eventsAndReadCompletes()).containsExactly(SHUTDOWN, INACTIVE);
  }

  @Test
  void bytesAfterTheEndAreAnErrorOnceAndReleased() {
    EmbeddedChannel channel = channel(UTF_8);
    shutDownInput(channel);
    channel.writeInbound(buffers.ofHex("41"), buffers.ofHex("42"));
    channel.finish();
    assertThat(recorder.events()).hasSize(3).endsWith(INACTIVE);
    assertThat(recorder.errors()).hasSize(1);
    assertThat(recorder.errors().get(0))
        .isInstanceOf(DecoderException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aReceiverThatClosesTheChannelHasReceivedAllOfTheText() {
    recorder.onFirstRead((ctx, text) -> ctx.close());
    EmbeddedChannel channel = channel(UTF_8.pieceChars(2));
    channel.writeInbound(buffers.ofHex("41 42 43 44 45 E2 82"));
    assertThat(recorder.events()).containsExactly("AB", "CD", "E", "\uFFFD", INACTIVE);
  }

  @ParameterizedTest
  @EnumSource
  void anEndFromWithinChannelReadComesAfterTheText(Buffers.Kind kind) {
    recorder.onFirstRead((ctx, text) -> ctx.pipeline().fireChannelInactive());
    EmbeddedChannel channel = channel(UTF_8.pieceChars(2));
    channel.writeInbound(buffers.of(kind, Samples.hex("41 42 43 44 45 46 47 48 E2 82")));
    assertThat(recorder.text()).isEqualTo("ABCDEFGH\uFFFD");
    assertThat(recorder.events()).endsWith(INACTIVE).doesNotHaveDuplicates();
    channel.finish();
  }

  @ParameterizedTest
  @EnumSource
  void anObserverThatEndsTheChannelLosesNoText(Buffers.Kind kind) {
    assertWholeThough(kind, ChannelPipeline::fireChannelInactive);
  }

  @ParameterizedTest
  @EnumSource
  void anObserverThatEndsTheChannelAndRemovesTheDecoderLosesNoText(Buffers.Kind kind) {
    assertWholeThough(
        kind,
        pipeline -> {
          pipeline.fireChannelInactive();
          if (pipeline.get(TextStreamDecoder.class) != null) {
            pipeline.remove(TextStreamDecoder.class);
          }
        });
  }

  /** An observer ends the channel there and then; the event loop of a real one does so later. */
  private void assertWholeThough(Buffers.Kind kind, Consumer<ChannelPipeline> end) {
    ByteBuf sent = buffers.of(kind, Samples.hex("41 42 FF 43 44 45 46 47 48 E2 82"));
    List<ChannelPipeline> pipeline = new ArrayList<>();
    List<Integer> holders = new ArrayList<>();
    DecoderSpec ending =
        UTF_8.observer(
            sequence -> {
              end.accept(pipeline.get(0));
              holders.add(sent.refCnt());
            });
    EmbeddedChannel channel = channel(ending.pieceChars(2));
    pipeline.add(channel.pipeline());
    channel.writeInbound(sent);
    assertThat(holders).hasSize(2);
    assertThat(holders.get(0)).as("what is being read is not released").isPositive();
    assertThat(holders.get(1)).as("what was read is").isZero();
    assertThat(recorder.text()).isEqualTo("AB\uFFFDCDEFGH\uFFFD");
    assertThat(recorder.events()).endsWith(INACTIVE);
    assertThat(recorder.errors()).isEmpty();
    channel.finish();
  }
}
