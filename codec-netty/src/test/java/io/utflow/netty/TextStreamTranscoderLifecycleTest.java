/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static io.utflow.netty.Sent.CLOSE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.Recorder.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel can do to bytes on their way through a transcoder, in either direction. */
class TextStreamTranscoderLifecycleTest extends DecoderTest {
  private static final EncoderSpec UTF_16BE = EncoderSpec.of(TextEncoding.UTF_16BE);
  private static final EncoderSpec PAIRS = UTF_16BE.pieceBytes(4);

  private final Sent sent = new Sent();

  private EmbeddedChannel channel(ChannelHandler transcoder) {
    return new EmbeddedChannel(sent, transcoder, recorder);
  }

  @Nested
  class Inbound {
    private EmbeddedChannel channel(DecoderSpec from, EncoderSpec to) {
      return TextStreamTranscoderLifecycleTest.this.channel(new TextStreamTranscoder(from, to));
    }

    @Test
    void piecesAreBoundedAndInOrder() {
      EmbeddedChannel channel = channel(UTF_8, PAIRS);
      channel.writeInbound(buffers.ofHex("41 42 43 F0 9F 98 80 44 E2"));
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(
              new Bytes("00410042"),
              new Bytes("0043"),
              new Bytes("d83dde00"),
              new Bytes("0044"),
              READ_COMPLETE);
      channel.finish();
    }

    @Test
    void outputsComeFromTheAllocatorOfTheChannel() {
      UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, false);
      EmbeddedChannel channel = new EmbeddedChannel();
      channel.config().setAllocator(allocator);
      channel.pipeline().addLast(new TextStreamTranscoder(UTF_8, UTF_16BE), recorder);
      channel.writeInbound(buffers.ofHex("41 42"));
      assertThat(recorder.received())
          .singleElement()
          .extracting(ByteBuf::alloc)
          .isSameAs(allocator);
      assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory())
          .isZero();
      channel.finish();
    }

    @Test
    void whatIsOpenIsDecidedBeforeTheChannelIsInactive() {
      EmbeddedChannel channel = channel(UTF_8, PAIRS);
      channel.writeInbound(buffers.ofHex("41 E2 82"));
      channel.finish();
      assertThat(recorder.eventsAndReadCompletes())
          .containsExactly(
              new Bytes("0041"), READ_COMPLETE, new Bytes("fffd"), READ_COMPLETE, INACTIVE);
    }

    @Test
    void whatIsOpenIsDecidedBeforeTheInputIsSeenShutDownAndNotAgainAtTheClose() {
      EmbeddedChannel channel = channel(UTF_8, PAIRS);
      channel.writeInbound(buffers.ofHex("41 E2 82"));
      channel.pipeline().fireUserEventTriggered(SHUTDOWN);
      channel.finish();
      assertThat(recorder.events())
          .containsExactly(new Bytes("0041"), new Bytes("fffd"), SHUTDOWN, INACTIVE);
    }

    @Test
    void theBytesBeforeAFailureAreFiredThenTheErrorThenNothing() {
      EmbeddedChannel channel = channel(REPORTING, PAIRS);
      channel.writeInbound(buffers.ofHex("41 42 43 FF 44"));
      ByteBuf later = buffers.ofHex("45");
      channel.writeInbound(later);
      assertThat(later.refCnt()).isZero();
      channel.finish();
      assertThat(recorder.events())
          .containsExactly(
              new Bytes("00410042"), new Bytes("0043"), recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0))
          .isInstanceOf(DecoderException.class)
          .hasCauseInstanceOf(IllFormedTextException.class);
    }

    @Test
    void anErrorOfAnObserverComesAfterTheBytesBeforeIt() {
      Error thrown = new AssertionError("from the observer");
      EmbeddedChannel channel =
          channel(
              UTF_8.observer(
                  sequence -> {
                    throw thrown;
                  }),
              UTF_16BE);
      channel.writeInbound(buffers.ofHex("41 FF 42"));
      channel.finish();
      assertThat(recorder.events())
          .containsExactly(new Bytes("0041"), recorder.errors().get(0), INACTIVE);
      assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
    }

    @ParameterizedTest
    @EnumSource
    void aRemovalFromWithinChannelReadHandsTheRestOverAsItCame(Buffers.Kind kind) {
      recorder.onFirstRead((ctx, bytes) -> ctx.pipeline().remove(TextStreamTranscoder.class));
      EmbeddedChannel channel = channel(UTF_8, PAIRS);
      channel.writeInbound(buffers.of(kind, Samples.hex("41 42 43 44 45 E2 82")));
      channel.finish();
      assertThat(recorder.bytes().get(0)).isEqualTo(new Bytes("00410042"));
      String rest = recorder.hex().substring(8);
      assertThat(rest).endsWith("e282");
      assertThat(recorder.events()).endsWith(INACTIVE);
      assertThat(rest.replace("00", "")).isEqualTo("434445e282");
    }

    @Test
    void aReceiverThatClosesTheChannelHasReceivedAllOfIt() {
      recorder.onFirstRead((ctx, bytes) -> ctx.close());
      EmbeddedChannel channel = channel(UTF_8, PAIRS);
      channel.writeInbound(buffers.ofHex("41 42 43 44 45 E2 82"));
      assertThat(recorder.hex()).isEqualTo("00410042004300440045fffd");
      assertThat(recorder.events()).endsWith(INACTIVE);
    }

    @Test
    void fromAnEncodingToItselfIsAnotherBuffer() {
      EmbeddedChannel channel = channel(UTF_8, EncoderSpec.of(TextEncoding.UTF_8));
      ByteBuf buffer = buffers.ofHex("41 FF 42");
      channel.writeInbound(buffer);
      assertThat(recorder.received()).singleElement().isNotSameAs(buffer);
      assertThat(recorder.hex()).isEqualTo("41efbfbd42");
      channel.finish();
    }
  }

  @Nested
  class Outbound {
    private EmbeddedChannel channel(DecoderSpec from, EncoderSpec to) {
      return TextStreamTranscoderLifecycleTest.this.channel(
          new TextStreamOutboundTranscoder(from, to));
    }

    @ParameterizedTest
    @EnumSource
    void eachMessageIsOneBufferOfWholeCharacters(Buffers.Kind kind) {
      EmbeddedChannel channel = channel(UTF_8, EncoderSpec.of(TextEncoding.UTF_16).pieceBytes(4));
      channel.writeOutbound(
          buffers.of(kind, Samples.hex("41 42 43 F0 9F")), buffers.of(kind, Samples.hex("98 80")));
      channel.close();
      assertThat(sent.events()).containsExactly("feff004100420043", "d83dde00", CLOSE);
    }

    @Test
    void whatIsOpenIsWrittenBeforeTheClose() {
      EmbeddedChannel channel = channel(UTF_8, UTF_16BE);
      channel.writeOutbound(buffers.ofHex("41 E2 82"));
      assertThat(channel.close().isSuccess()).isTrue();
      assertThat(sent.events()).containsExactly("0041", "fffd", CLOSE);
    }

    @Test
    void theBytesBeforeAFailureAtTheEndAreWrittenBeforeItIsFired() {
      // 00 00 FE may begin the mark of UTF-32BE until the end says that it is U+0000 and half a
      // code unit.
      EmbeddedChannel channel =
          channel(
              DecoderSpec.of(TextEncoding.UTF_16BE)
                  .bom(BomPolicy.SNIFF)
                  .onMalformed(MalformedPolicy.REPORT),
              UTF_16BE);
      List<Object> seenAtTheError = new ArrayList<>();
      recorder.onError(() -> seenAtTheError.addAll(sent.events()));
      channel.writeOutbound(buffers.ofHex("00 00 FE"));
      channel.close();
      assertThat(seenAtTheError).containsExactly("", "0000");
      assertThat(sent.events()).containsExactly("", "0000", CLOSE);
      assertThat(recorder.errors()).singleElement().isInstanceOf(EncoderException.class);
    }

    @Test
    void aReportWritesThePrefixAndFailsThisMessageAndAllLaterOnes() {
      EmbeddedChannel channel = channel(REPORTING, UTF_16BE);
      ChannelFuture bad = channel.writeAndFlush(buffers.ofHex("41 42 FF 43"));
      ChannelFuture late = channel.writeAndFlush(buffers.ofHex("44"));
      assertThat(bad.cause())
          .isInstanceOf(EncoderException.class)
          .hasCauseInstanceOf(IllFormedTextException.class);
      assertThat(late.cause()).isInstanceOf(EncoderException.class);
      channel.close();
      assertThat(sent.events()).containsExactly("00410042", CLOSE);
    }

    @Test
    void aFailureWithinACompositeWritesAllBeforeIt() {
      EmbeddedChannel channel = channel(REPORTING, UTF_16BE);
      channel.writeAndFlush(
          buffers.of(Buffers.Kind.COMPOSITE, Samples.hex("41 42 43 44 45 46 47 FF 48")));
      channel.close();
      assertThat(sent.events()).containsExactly("0041004200430044004500460047", CLOSE);
    }

    @Test
    void aRemovalWritesWhatWaitsByThePolicy() {
      EmbeddedChannel channel = channel(UTF_8, UTF_16BE);
      channel.writeOutbound(buffers.ofHex("41 E2 82"));
      channel.pipeline().remove(TextStreamOutboundTranscoder.class);
      channel.writeOutbound(buffers.ofHex("AC"));
      assertThat(sent.events()).containsExactly("0041", "fffd", "ac");
      channel.finish();
    }

    @Test
    void aConnectionThatIsLostCutsTheStreamAndEndsItNot() {
      List<IllFormedSequence> seen = new ArrayList<>();
      EmbeddedChannel channel = channel(REPORTING.observer(seen::add), UTF_16BE);
      channel.writeOutbound(buffers.ofHex("41 E2 82"));
      channel.unsafe().close(channel.unsafe().voidPromise());
      channel.runPendingTasks();
      assertThat(sent.events()).containsExactly("0041");
      assertThat(recorder.events()).containsExactly(INACTIVE);
      assertThat(seen).isEmpty();
    }

    @Test
    void otherMessagesPass() {
      EmbeddedChannel channel = channel(UTF_8, UTF_16BE);
      channel.writeOutbound("text", buffers.ofHex("41"), 7);
      assertThat(sent.events()).containsExactly("text", "0041", 7);
      channel.finish();
    }
  }
}
