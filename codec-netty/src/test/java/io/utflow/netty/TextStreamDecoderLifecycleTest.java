package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.Recorder.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel can do to a stream of text: end, half-end, fail, lose the handler, wait. */
class TextStreamDecoderLifecycleTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);
  private static final Object SHUTDOWN = ChannelInputShutdownEvent.INSTANCE;

  private final Buffers buffers = new Buffers();
  private final Recorder recorder = new Recorder();

  @AfterEach
  void everyBufferWasReleased() {
    buffers.assertAllReleased();
  }

  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
  }

  private static void shutDownInput(EmbeddedChannel channel) {
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
  }

  private static void removeDecoder(ChannelHandlerContext ctx) {
    ctx.pipeline().remove(TextStreamDecoder.class);
  }

  @Nested
  class End {
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
      EmbeddedChannel channel = channel(UTF_8.pieceLength(2));
      channel.writeInbound(buffers.ofHex("41 42 43 44 45 E2 82"));
      assertThat(recorder.events()).containsExactly("AB", "CD", "E", "\uFFFD", INACTIVE);
    }

    @ParameterizedTest
    @EnumSource
    void anEndFromWithinChannelReadComesAfterTheText(Buffers.Kind kind) {
      recorder.onFirstRead((ctx, text) -> ctx.pipeline().fireChannelInactive());
      EmbeddedChannel channel = channel(UTF_8.pieceLength(2));
      channel.writeInbound(buffers.of(kind, Samples.hex("41 42 43 44 45 46 47 48 E2 82")));
      assertThat(recorder.text()).isEqualTo("ABCDEFGH\uFFFD");
      assertThat(recorder.events()).endsWith(INACTIVE).doesNotHaveDuplicates();
      channel.finish();
    }
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
            offence -> {
              end.accept(pipeline.get(0));
              holders.add(sent.refCnt());
            });
    EmbeddedChannel channel = channel(ending.pieceLength(2));
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

  @Nested
  class Removal {
    @Test
    void theBytesThatWaitGoOnAsTheyCame() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeInbound(buffers.ofHex("41 E2 82"));
      channel.pipeline().remove(TextStreamDecoder.class);
      channel.writeInbound(buffers.ofHex("AC 42"));
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(
              "A",
              READ_COMPLETE,
              new Bytes("e282"),
              READ_COMPLETE,
              new Bytes("ac42"),
              READ_COMPLETE);
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
      EmbeddedChannel channel = channel(UTF_8.pieceLength(2));
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
      EmbeddedChannel channel = channel(UTF_8.pieceLength(2));
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
      EmbeddedChannel channel =
          new EmbeddedChannel(new TextStreamDecoder(UTF_8), remover, recorder);
      channel.writeInbound(buffers.ofHex("41 42 E2 82"));
      channel.finish();
      assertThat(recorder.events())
          .containsExactly("AB", new Bytes("e282"), new Bytes("ac44"), INACTIVE);
    }

    @Test
    void byAnObserverAmidTheTextLosesNothing() {
      EmbeddedChannel[] channel = new EmbeddedChannel[1];
      channel[0] =
          channel(
              UTF_8.observer(sequence -> channel[0].pipeline().remove(TextStreamDecoder.class)));
      channel[0].writeInbound(buffers.ofHex("41 FF 42 E2 82"));
      assertThat(recorder.events()).containsExactly("A\uFFFDB", new Bytes("e282"));
      channel[0].finish();
    }

    @Test
    void byAnObserverAtTheEndLosesNothing() {
      EmbeddedChannel[] channel = new EmbeddedChannel[1];
      channel[0] =
          channel(
              UTF_8.observer(sequence -> channel[0].pipeline().remove(TextStreamDecoder.class)));
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

  @Nested
  class Failure {
    @Test
    void theTextBeforeItIsFiredThenTheErrorThenNothing() {
      EmbeddedChannel channel = channel(REPORTING.pieceLength(2));
      channel.writeInbound(buffers.ofHex("41 42 43 FF 44"));
      ByteBuf later = buffers.ofHex("45");
      channel.writeInbound(later);
      assertThat(later.refCnt()).isZero();
      channel.writeInbound(buffers.ofHex("E2"));
      shutDownInput(channel);
      channel.finish();
      assertThat(recorder.events())
          .hasSize(5)
          .startsWith("AB", "C")
          .endsWith(SHUTDOWN, INACTIVE)
          .element(2)
          .isSameAs(recorder.errors().get(0));
      assertThat(recorder.errors().get(0))
          .isInstanceOf(DecoderException.class)
          .hasCauseInstanceOf(IllFormedTextException.class)
          .hasMessageContaining("INVALID_BYTE at byte 3 of UTF-8 text: FF");
    }

    @Test
    void atTheCloseItIsFiredBeforeTheChannelIsInactive() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeInbound(buffers.ofHex("41 E2 82"));
      channel.finish();
      assertThat(recorder.events()).containsExactly("A", recorder.errors().get(0), INACTIVE);
    }

    @Test
    void atTheShutdownOfTheInputItIsFiredBeforeTheEvent() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeInbound(buffers.ofHex("41 E2 82"));
      shutDownInput(channel);
      channel.finish();
      assertThat(recorder.events())
          .containsExactly("A", recorder.errors().get(0), SHUTDOWN, INACTIVE);
    }

    @Test
    void atTheEndTheTextBeforeItIsFiredAndCompleted() {
      // 00 00 FE may begin the mark of UTF-32BE until the end says that it is U+0000 and half a
      // code unit.
      EmbeddedChannel channel =
          channel(
              DecoderSpec.of(TextEncoding.UTF_16BE)
                  .bom(BomPolicy.SNIFF)
                  .onMalformed(MalformedPolicy.REPORT));
      channel.writeInbound(buffers.ofHex("00 00 FE"));
      channel.finish();
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(
              READ_COMPLETE, "\u0000", recorder.errors().get(0), READ_COMPLETE, INACTIVE);
    }

    @Test
    void aMissingByteOrderMarkIsOne() {
      EmbeddedChannel channel = channel(UTF_8.bom(BomPolicy.REQUIRE));
      channel.finish();
      assertThat(recorder.events()).containsExactly(recorder.errors().get(0), INACTIVE);
    }

    @Test
    void anExceptionOfAnObserverIsOne() {
      RuntimeException thrown = new RuntimeException("from the observer");
      assertFailsWith(
          thrown,
          UTF_8.observer(
              sequence -> {
                throw thrown;
              }));
    }

    @Test
    void anExceptionOfAHandlerIsOne() {
      RuntimeException thrown = new RuntimeException("from the handler");
      assertFailsWith(
          thrown,
          UTF_8.onMalformed(
              MalformedPolicy.handledBy(
                  sequence -> {
                    throw thrown;
                  })));
    }

    @Test
    void anErrorOfAnObserverIsOne() {
      Error thrown = new AssertionError("from the observer");
      EmbeddedChannel channel =
          channel(
              UTF_8.observer(
                  sequence -> {
                    throw thrown;
                  }));
      channel.writeInbound(buffers.ofHex("FF 42"), buffers.ofHex("43"));
      channel.finish();
      assertThat(recorder.events()).containsExactly(recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
    }

    @Test
    void aCheckedExceptionOfAnObserverIsOne() {
      Exception thrown = new java.io.IOException("from an observer in Kotlin");
      EmbeddedChannel channel = channel(UTF_8.observer(sequence -> Sneaky.sneak(thrown)));
      channel.writeInbound(buffers.ofHex("FF 42"), buffers.ofHex("43"));
      channel.finish();
      assertThat(recorder.events()).containsExactly(recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
    }

    private void assertFailsWith(Throwable thrown, DecoderSpec spec) {
      EmbeddedChannel channel = channel(spec);
      channel.writeInbound(buffers.ofHex("41 FF 42"), buffers.ofHex("43"));
      channel.finish();
      assertThat(recorder.events()).containsExactly("A", recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0)).isInstanceOf(DecoderException.class).hasCause(thrown);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
    }

    @Test
    void fromWithinChannelReadNothingIsFiredTwice() {
      recorder.onFirstRead((ctx, text) -> ctx.pipeline().fireChannelInactive());
      EmbeddedChannel channel = channel(REPORTING.pieceLength(2));
      channel.writeInbound(buffers.ofHex("41 42 43 FF 44"));
      assertThat(recorder.events()).containsExactly("AB", "C", recorder.errors().get(0), INACTIVE);
      channel.finish();
    }
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
      assertThat(reads.count).isEqualTo(1);
      channel.writeInbound(buffers.ofHex("82"));
      assertThat(reads.count).isEqualTo(2);
      channel.writeInbound(buffers.ofHex("AC"));
      assertThat(reads.count).isEqualTo(2);
      assertThat(recorder.events()).containsExactly("€");
      channel.finish();
    }

    @Test
    void aReadThatYieldsManyPiecesTriggersNone() {
      EmbeddedChannel channel = channelWithoutAutoRead(UTF_8.pieceLength(2));
      channel.writeInbound(buffers.ofHex("41 42 43 44 45 E2"));
      assertThat(recorder.events()).containsExactly("AB", "CD", "E");
      assertThat(reads.count).isZero();
      channel.finish();
    }

    @Test
    void afterAFailureReadsGoOnUntilTheEndIsSeen() {
      EmbeddedChannel channel = channelWithoutAutoRead(REPORTING);
      channel.writeInbound(buffers.ofHex("FF"));
      channel.writeInbound(buffers.ofHex("41"));
      assertThat(reads.count).isEqualTo(2);
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(recorder.errors().get(0), READ_COMPLETE, READ_COMPLETE);
      channel.finish();
    }

    @Test
    void aReceiverThatReadsFromWithinChannelReadGetsTheTextInOrder() {
      // As behind a FlowControlHandler, which answers a read() at once.
      recorder.onFirstRead(
          (ctx, text) -> ctx.pipeline().fireChannelRead(buffers.ofHex("46 47 48 AC")));
      EmbeddedChannel channel = channelWithoutAutoRead(UTF_8.pieceLength(2));
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

  private static final class ReadCounter extends ChannelOutboundHandlerAdapter {
    private int count;

    @Override
    public void read(ChannelHandlerContext ctx) {
      count++;
      ctx.read();
    }
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
