/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import org.junit.jupiter.api.Test;

/** The text before a failure, the failure once, then nothing. */
class TextStreamDecoderFailureTest extends DecoderTest {
  private EmbeddedChannel channel(DecoderSpec spec) {
    return new EmbeddedChannel(new TextStreamDecoder(spec), recorder);
  }

  @Test
  void theTextBeforeItIsFiredThenTheErrorThenNothing() {
    EmbeddedChannel channel = channel(REPORTING.pieceChars(2));
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
    EmbeddedChannel channel = channel(REPORTING.pieceChars(2));
    channel.writeInbound(buffers.ofHex("41 42 43 FF 44"));
    assertThat(recorder.events()).containsExactly("AB", "C", recorder.errors().get(0), INACTIVE);
    channel.finish();
  }
}
