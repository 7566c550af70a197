/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stage of a user's own, with no more than it must have, is a handler like the others. */
class StageDecoderTest extends DecoderTest {
  private EmbeddedChannel channel(ByteStage<?> stage) {
    return new EmbeddedChannel(new StageDecoder<>(stage), recorder);
  }

  @ParameterizedTest
  @EnumSource
  void everyOutputIsFiredInOrderFromEveryKindOfBuffer(Buffers.Kind kind) {
    ForeignStage<Object> stage = new ForeignStage<>(b -> b);
    EmbeddedChannel channel = channel(stage);
    channel.writeInbound(buffers.of(kind, Samples.hex("01 02 03 04")), 7, buffers.ofHex("05"));
    assertThat(stage.isClosed()).isFalse();
    channel.finish();
    assertThat(recorder.events())
        .containsExactly((byte) 1, (byte) 2, (byte) 3, (byte) 4, 7, (byte) 5, INACTIVE);
    assertThat(stage.isClosed()).isTrue();
  }

  @Test
  void countedOutputsBelongToTheirReceiver() {
    EmbeddedChannel channel = channel(new ForeignStage<ByteBuf>(buffers::of));
    channel.writeInbound(buffers.ofHex("01 02"));
    channel.finish();
    assertThat(recorder.hex()).isEqualTo("0102");
  }

  @Test
  void chainedStagesAreOne() {
    Stage<String, Map.Entry<String, String>> fields =
        new Stage<>() {
          private @Nullable String line;

          @Override
          public void offer(String input) {
            line = input;
          }

          @Override
          public void endOfInput() {}

          @Override
          public Map.@Nullable Entry<String, String> poll() {
            String next = line;
            line = null;
            return next == null ? null : Map.entry(next.split("=")[0], next.split("=")[1]);
          }

          @Override
          public void close() {}
        };
    byte[] bytes = "a=1\nb=2\nc=3".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (int at = 0; at <= bytes.length; at++) {
      Recorder receiver = new Recorder();
      EmbeddedChannel channel =
          new EmbeddedChannel(
              new StageDecoder<>(
                  Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF)).then(fields)),
              receiver);
      for (byte[] piece : Cuts.inTwo(bytes, at)) {
        channel.writeInbound(buffers.of(piece));
      }
      channel.finish();
      assertThat(receiver.events())
          .containsExactly(Map.entry("a", "1"), Map.entry("b", "2"), Map.entry("c", "3"), INACTIVE);
    }
  }

  @Test
  void aStageThatKnowsThatItsInputIsSpentIsPolledOncePerBuffer() {
    ByteStage<String> text = Stages.decode(UTF_8);
    int[] polls = new int[1];
    ByteStage<String> counted =
        new ByteStage<>() {
          @Override
          public void offer(java.nio.ByteBuffer input) {
            text.offer(input);
          }

          @Override
          public void endOfInput() {
            text.endOfInput();
          }

          @Override
          public @Nullable String poll() {
            polls[0]++;
            return text.poll();
          }

          @Override
          public boolean isSpent() {
            return text.isSpent();
          }

          @Override
          public byte[] takeUndelivered() {
            return text.takeUndelivered();
          }

          @Override
          public java.util.Optional<TextEncoding> resolvedEncoding() {
            return text.resolvedEncoding();
          }

          @Override
          public void close() {
            text.close();
          }
        };
    EmbeddedChannel channel = channel(counted);
    channel.writeInbound(buffers.ofHex("61 62"), buffers.ofHex("63 E2"), buffers.ofHex("82 AC"));
    assertThat(polls[0]).isEqualTo(3);
    assertThat(recorder.events()).containsExactly("ab", "c", "€");
    channel.finish();
  }

  @Nested
  class Failure {
    static Stream<Throwable> thrown() {
      return Stream.of(
          new IllegalArgumentException("thrown"),
          new AssertionError("thrown"),
          new IOException("thrown"));
    }

    private void assertFailsOnce(EmbeddedChannel channel, Throwable thrown, Object... before) {
      assertThat(recorder.events().subList(0, before.length)).containsExactly(before);
      assertThat(recorder.errors()).singleElement().isInstanceOf(DecoderException.class);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
      ByteBuf later = buffers.ofHex("09");
      channel.writeInbound(later, 8);
      assertThat(later.readerIndex()).isZero();
      channel.pipeline().fireUserEventTriggered(SHUTDOWN);
      channel.finish();
      List<Object> events = recorder.events();
      assertThat(events.subList(events.size() - 3, events.size()))
          .containsExactly(8, SHUTDOWN, INACTIVE);
      assertThat(recorder.errors()).hasSize(1);
    }

    private void assertFailsBeforeTheEnd(EmbeddedChannel channel, Throwable thrown) {
      channel.finish();
      assertThat(recorder.events()).containsExactly((byte) 1, recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors()).singleElement().isInstanceOf(DecoderException.class);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofPollComesBehindTheOutputsBefore(Throwable thrown) {
      ForeignStage<Object> stage =
          new ForeignStage<>(
              b -> {
                if (b == 3) {
                  Sneaky.sneak(thrown);
                }
                return b;
              });
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01 02 03 04"));
      int polls = stage.polls();
      assertFailsOnce(channel, thrown, (byte) 1, (byte) 2);
      assertThat(stage.polls()).as("not asked again").isEqualTo(polls);
      assertThat(stage.isClosed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofOfferIsFired(Throwable thrown) {
      ForeignStage<Object> stage = new FailingStage(FailingStage.Call.OFFER, thrown);
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01"));
      assertFailsOnce(channel, thrown);
      assertThat(stage.isClosed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofTheEndIsFiredBeforeIt(Throwable thrown) {
      ForeignStage<Object> stage = new FailingStage(FailingStage.Call.END_OF_INPUT, thrown);
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01"));
      assertFailsBeforeTheEnd(channel, thrown);
      assertThat(stage.isClosed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofTheRestIsFiredAndWhatWaitsIsReleased(Throwable thrown) {
      ForeignStage<Object> stage = new FailingStage(FailingStage.Call.TAKE_UNDELIVERED, thrown);
      recorder.onFirstRead(
          (ctx, first) -> {
            ctx.pipeline().fireChannelRead(buffers.ofHex("02"));
            ctx.pipeline().fireChannelRead(7);
            ctx.pipeline().remove(StageDecoder.class);
          });
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01 03"));
      channel.finish();
      assertThat(recorder.events())
          .containsExactly((byte) 1, recorder.errors().get(0), 7, INACTIVE);
      assertThat(stage.isClosed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofTheRestLeavesADiscardedStreamRemoved(Throwable thrown) {
      ForeignStage<Object> stage = new FailingStage(FailingStage.Call.TAKE_UNDELIVERED, thrown);
      StageDecoder<Object> decoder = new StageDecoder<>(stage);
      EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
      assertThatThrownBy(decoder::discardAndRemove).isSameAs(thrown);
      assertThat(channel.pipeline().get(StageDecoder.class)).isNull();
      assertThat(stage.isClosed()).isTrue();
      channel.finish();
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void ofTheCloseIsFired(Throwable thrown) {
      ForeignStage<Object> stage = new FailingStage(FailingStage.Call.CLOSE, thrown);
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01"));
      channel.pipeline().remove(StageDecoder.class);
      assertFailsBeforeTheEnd(channel, thrown);
    }
  }

  /** It is of a ByteToMessageDecoder by type only. */
  @Test
  void theCumulatorIsNeverAsked() {
    StageDecoder<Object> decoder = new StageDecoder<>(new ForeignStage<>(b -> b));
    decoder.setCumulator(
        (allocator, before, more) -> {
          throw new AssertionError("asked");
        });
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    channel.writeInbound(buffers.ofHex("01"), buffers.ofHex("02"));
    assertThat(recorder.events()).containsExactly((byte) 1, (byte) 2);
    channel.finish();
  }

  /** At its removal nothing is handed over, for the stream has ended; the stage is closed then. */
  @Test
  void aCloseThatThrowsBehindTheEndIsFired() {
    RuntimeException thrown = new RuntimeException("thrown");
    EmbeddedChannel channel = channel(new FailingStage(FailingStage.Call.CLOSE, thrown));
    channel.writeInbound(buffers.ofHex("01"));
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
    channel.pipeline().remove(StageDecoder.class);
    assertThat(recorder.events()).containsExactly((byte) 1, SHUTDOWN, recorder.errors().get(0));
    assertThat(recorder.errors().get(0)).hasCause(thrown);
    channel.finish();
  }

  @Nested
  class Removal {
    /** Whose bytes are overwritten where it is released. */
    private final class Overwritten extends UnpooledHeapByteBuf {
      Overwritten(String hex) {
        super(UnpooledByteBufAllocator.DEFAULT, 16, 16);
        writeBytes(Samples.hex(hex));
      }

      @Override
      protected void deallocate() {
        Arrays.fill(array(), (byte) 0xFF);
        super.deallocate();
      }
    }

    @Test
    void whatIsNotReadGoesOnBeforeItsBufferIsReleased() {
      recorder.onFirstRead((ctx, first) -> ctx.pipeline().remove(StageDecoder.class));
      EmbeddedChannel channel = channel(new ForeignStage<>(b -> b));
      channel.writeInbound(new Overwritten("01 02 03"));
      channel.finish();
      assertThat(recorder.hex()).isEqualTo("0203");
    }

    @ParameterizedTest
    @EnumSource(Buffers.Kind.class)
    void whatIsNotReadGoesOn(Buffers.Kind kind) {
      ForeignStage<Object> stage = new ForeignStage<>(b -> b);
      recorder.onFirstRead((ctx, first) -> ctx.pipeline().remove(StageDecoder.class));
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.of(kind, Samples.hex("01 02 03 04 05 06")));
      channel.writeInbound(buffers.ofHex("07"));
      channel.finish();
      assertThat(recorder.events().get(0)).isEqualTo((byte) 1);
      assertThat(recorder.hex()).isEqualTo("020304050607");
      assertThat(stage.isClosed()).isTrue();
    }

    /** What is handed over answers the read, though the stage has yielded nothing. */
    @Test
    void whatIsHandedOverIsAnAnswer() {
      ReadCounter reads = new ReadCounter();
      EmbeddedChannel channel = new EmbeddedChannel(reads);
      ForeignStage<Object> stage =
          new ForeignStage<>(b -> b) {
            @Override
            public @Nullable Object poll() {
              channel.pipeline().fireChannelReadComplete();
              channel.pipeline().remove(StageDecoder.class);
              return null;
            }
          };
      channel.pipeline().addLast(new StageDecoder<>(stage), recorder);
      channel.config().setAutoRead(false);
      int before = reads.count();
      channel.writeInbound(buffers.ofHex("01 02 03"));
      assertThat(recorder.hex()).isEqualTo("010203");
      assertThat(reads.count()).isEqualTo(before);
      channel.finish();
    }

    @Test
    void aStageIsClosedAlsoWhenTheStreamEndsWithinAnOutput() {
      ForeignStage<Object> stage = new ForeignStage<>(b -> b);
      recorder.onFirstRead(
          (ctx, first) -> {
            ctx.pipeline().fireChannelInactive();
            ctx.pipeline().remove(StageDecoder.class);
            assertThat(stage.isClosed()).as("at work").isFalse();
          });
      EmbeddedChannel channel = channel(stage);
      channel.writeInbound(buffers.ofHex("01 02 03"));
      assertThat(stage.isClosed()).isTrue();
      channel.finish();
      assertThat(recorder.events())
          .containsExactly((byte) 1, (byte) 2, (byte) 3, INACTIVE, INACTIVE);
    }

    @Test
    void aDiscardedStageIsNotAskedAgain() {
      ForeignStage<Object> stage = new ForeignStage<>(b -> b);
      StageDecoder<Object> decoder = new StageDecoder<>(stage);
      long[] dropped = new long[1];
      recorder.onFirstRead((ctx, first) -> dropped[0] = decoder.discardAndRemove());
      EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
      channel.writeInbound(buffers.ofHex("01 02 03"));
      channel.finish();
      assertThat(dropped[0]).isEqualTo(2);
      assertThat(stage.polls()).isEqualTo(1);
      assertThat(recorder.events()).containsExactly((byte) 1, INACTIVE);
    }
  }
}
