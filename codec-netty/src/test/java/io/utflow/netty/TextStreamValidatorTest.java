/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.Recorder.Bytes;
import io.utflow.netty.Samples.Sample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is well-formed passes untouched; the first ill-formed sequence ends the stream, wherever it
 * was cut.
 */
class TextStreamValidatorTest extends DecoderTest {
  static Stream<Sample> wellFormedSamples() {
    return Samples.wellFormed().stream();
  }

  static Stream<Sample> illFormedSamples() {
    return Samples.illFormed().stream();
  }

  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamValidator(spec), recorder);
  }

  @ParameterizedTest
  @MethodSource("wellFormedSamples")
  void everyBufferOfWellFormedTextPassesItself(Sample sample) {
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int at = 0; at <= sample.bytes().length; at++) {
        assertPasses(sample, kind, Cuts.inTwo(sample.bytes(), at));
      }
      assertPasses(sample, kind, singleBytesAndEmptyPieces(sample.bytes()));
    }
  }

  private void assertPasses(Sample sample, Buffers.Kind kind, List<byte[]> pieces) {
    Recorder receiver = new Recorder();
    EmbeddedChannel channel =
        new EmbeddedChannel(new TextStreamValidator(sample.encoding()), receiver);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      ByteBuf buffer = buffers.of(kind, pieces.get(i));
      channel.writeInbound(buffer);
      expected.add(new Bytes(HexFormat.of().formatHex(pieces.get(i))));
      assertThat(receiver.received()).hasSize(i + 1);
      assertThat(receiver.received().get(i)).isSameAs(buffer);
      buffers.assertAllReleased();
    }
    channel.finish();
    expected.add(INACTIVE);
    assertThat(receiver.events()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("illFormedSamples")
  void everyCutPassesWhatIsBeforeTheIllFormedSequenceAndReportsIt(Sample sample) {
    IllFormedSequence sequence = TextStreamDecoderSplitTest.firstSequence(sample);
    for (Buffers.Kind kind : Buffers.Kind.values()) {
      for (int at = 0; at <= sample.bytes().length; at++) {
        Recorder receiver = new Recorder();
        List<byte[]> pieces = Cuts.inTwo(sample.bytes(), at);
        receive(new TextStreamValidator(sample.encoding()), receiver, kind, pieces);
        String passed =
            HexFormat.of().formatHex(sample.bytes(), 0, passes(sample, pieces, sequence));
        assertThat(receiver.hex()).as("%s cut at %s", sample, at).isEqualTo(passed);
        List<Object> events = receiver.events();
        assertThat(events.get(events.size() - 1)).isEqualTo(INACTIVE);
        assertThat(receiver.errors())
            .singleElement()
            .isSameAs(events.get(events.size() - 2))
            .isInstanceOf(DecoderException.class)
            .extracting(TextStreamDecoderSplitTest::sequence)
            .isEqualTo(sequence);
      }
    }
  }

  /**
   * How many bytes pass: whole buffers, and what is before the ill-formed sequence in the one that
   * shows it.
   */
  private static int passes(Sample sample, List<byte[]> pieces, IllFormedSequence sequence) {
    TextValidator plain = DecoderSpec.of(sample.encoding()).newValidator();
    int passed = 0;
    for (byte[] piece : pieces) {
      if (plain.validate(ByteBuffer.wrap(piece), false).isPresent()) {
        return Math.max(passed, (int) sequence.byteOffset());
      }
      passed += piece.length;
    }
    return passed;
  }

  @Test
  void afterTheIllFormedSequenceEverythingIsReleasedUnread() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41"), buffers.ofHex("42 43 FF 44"));
    ByteBuf later = buffers.ofHex("45");
    channel.writeInbound(later);
    assertThat(later.refCnt()).isZero();
    assertThat(later.readerIndex()).isZero();
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(
            new Bytes("41"), new Bytes("4243"), recorder.errors().get(0), SHUTDOWN, INACTIVE);
    assertThat(recorder.errors().get(0))
        .hasMessageContaining("INVALID_BYTE at byte 3 of UTF-8 text: FF");
  }

  @Test
  void anOpenSequenceIsAnErrorBeforeTheChannelIsInactive() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 E2 82"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("41e282"), recorder.errors().get(0), INACTIVE);
  }

  @Test
  void anOpenSequenceIsAnErrorBeforeTheInputIsSeenShutDownAndNotAgainAtTheClose() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 E2 82"));
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("41e282"), recorder.errors().get(0), SHUTDOWN, INACTIVE);
  }

  @Test
  void aWellFormedStreamEndsTwiceInSilence() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41"));
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
    channel.finish();
    assertThat(recorder.events()).containsExactly(new Bytes("41"), SHUTDOWN, INACTIVE);
  }

  @Test
  void bytesAfterTheEndAreAnErrorAndReleased() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
    channel.writeInbound(buffers.ofHex("41"));
    channel.finish();
    assertThat(recorder.errors()).singleElement().isInstanceOf(DecoderException.class);
    assertThat(recorder.received()).isEmpty();
  }

  @Test
  void aMissingByteOrderMarkLetsNothingPass() {
    EmbeddedChannel channel = channel(UTF_8.bom(BomPolicy.REQUIRE));
    channel.writeInbound(buffers.ofHex("41 42"));
    channel.finish();
    assertThat(recorder.events()).containsExactly(recorder.errors().get(0), INACTIVE);
  }

  @Test
  void theObserverSeesTheIllFormedSequenceOnce() {
    List<IllFormedSequence> seen = new ArrayList<>();
    EmbeddedChannel channel = channel(UTF_8.observer(seen::add));
    channel.writeInbound(buffers.ofHex("41 FF FF"), buffers.ofHex("FF"));
    channel.finish();
    assertThat(seen).containsExactly(TextStreamDecoderSplitTest.sequence(recorder.errors().get(0)));
  }

  @Test
  void anExceptionOfTheObserverIsTheErrorAfterThePrefix() {
    assertFailsWith(new RuntimeException("from the observer"));
  }

  @Test
  void anErrorOfTheObserverIsTheErrorAfterThePrefix() {
    assertFailsWith(new AssertionError("from the observer"));
  }

  private void assertFailsWith(Throwable thrown) {
    EmbeddedChannel channel = channel(UTF_8.observer(sequence -> Sneaky.sneak(thrown)));
    channel.writeInbound(buffers.ofHex("41 FF 42"), buffers.ofHex("43"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("41"), recorder.errors().get(0), INACTIVE);
    assertThat(recorder.errors().get(0)).isInstanceOf(DecoderException.class);
    assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
  }

  @Test
  void anExceptionOfTheListenerIsTheErrorAfterTheBuffer() {
    RuntimeException thrown = new RuntimeException("from the listener");
    EmbeddedChannel channel =
        channel(
            UTF_8.listener(
                (encoding, read, written, illFormed) -> {
                  throw thrown;
                }));
    channel.writeInbound(buffers.ofHex("41 42"), buffers.ofHex("43"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("4142"), recorder.errors().get(0), INACTIVE);
    assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
  }

  /** What a listener lets come in waits for the buffer that it is told of. */
  @Test
  void theFailureOfWhatAListenerCausesPrecedesTheEventBehindIt() {
    List<EmbeddedChannel> told = new ArrayList<>();
    EmbeddedChannel channel =
        channel(
            UTF_8.listener(
                (encoding, read, written, illFormed) -> {
                  if (!told.isEmpty()) {
                    EmbeddedChannel of = told.remove(0);
                    of.pipeline().fireChannelRead(buffers.ofHex("42 FF"));
                    of.pipeline().fireChannelReadComplete();
                  }
                }));
    told.add(channel);
    channel.pipeline().fireChannelRead(buffers.ofHex("41"));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly(
            new Bytes("41"), new Bytes("42"), recorder.errors().get(0), Recorder.READ_COMPLETE);
    channel.finish();
  }

  @Test
  void aCheckedExceptionOfTheObserverIsTheErrorAfterThePrefix() {
    assertFailsWith(new java.io.IOException("from an observer in Kotlin"));
  }

  /** The sequence begins in one component of a composite buffer and shows in the next. */
  @Test
  void anExceptionOfTheObserverIsTheErrorAfterThePrefixOfAllComponents() {
    RuntimeException thrown = new RuntimeException("from the observer");
    EmbeddedChannel channel =
        channel(UTF_8.startingAt(100).observer(sequence -> Sneaky.sneak(thrown)));
    channel.writeInbound(buffers.ofHex("41"));
    channel.writeInbound(buffers.of(Buffers.Kind.COMPOSITE, Samples.hex("42 E2 82 43 44 45")));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("41"), new Bytes("42"), recorder.errors().get(0), INACTIVE);
    assertThat(recorder.errors().get(0).getCause()).isSameAs(thrown);
  }

  @Test
  void aReceiverOfThePrefixThatReadsGetsNoMore() {
    recorder.onFirstRead((ctx, bytes) -> ctx.pipeline().fireChannelRead(buffers.ofHex("42")));
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(buffers.ofHex("41 FF"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("41"), recorder.errors().get(0), INACTIVE);
  }

  @Test
  void otherMessagesPassAlsoAfterTheIllFormedSequence() {
    EmbeddedChannel channel = channel(UTF_8);
    channel.writeInbound(7, buffers.ofHex("FF"), 8L);
    assertThat(recorder.events()).containsExactly(7, recorder.errors().get(0), 8L);
    channel.finish();
  }

  @Test
  void oneHandlerServesOneChannel() {
    TextStreamValidator validator = new TextStreamValidator(TextEncoding.UTF_8);
    EmbeddedChannel channel = new EmbeddedChannel(validator);
    EmbeddedChannel other = new EmbeddedChannel();
    Assertions.assertThatThrownBy(() -> other.pipeline().addLast(validator))
        .isInstanceOf(ChannelPipelineException.class);
    channel.finish();
    other.finish();
  }
}
