/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.sse.TooLongEvent;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.Recorder.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events in a pipeline, both ways. */
class ServerSentEventHandlersTest extends HandlerTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final String STREAM =
      "\uFEFF: hi\r\n\r\nid: 1\r\ndata: \uD83D\uDE00\r\ndata: b\r\n\r\nevent: x\rdata: \u20AC\r\rdata: c\n";
  private static final ServerSentEvent FIRST = ServerSentEvent.of("\uD83D\uDE00\nb").id("1");
  private static final ServerSentEvent SECOND = ServerSentEvent.of("\u20AC").type("x").id("1");

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void everyCutIsTheSameEvents(Buffers.Kind kind) {
    for (List<byte[]> pieces : Cuts.hostile(utf8(STREAM))) {
      Recorder receiver = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(new ServerSentEventDecoder(), receiver);
      for (byte[] piece : pieces) {
        channel.writeInbound(buffers.of(kind, piece));
      }
      channel.finish();
      assertThat(receiver.events()).containsExactly(FIRST, SECOND, INACTIVE);
    }
  }

  @Test
  void anEventThatIsTooLongIsAnExceptionAndDecodingGoesOn() {
    List<TooLongEvent> told = new ArrayList<>();
    EventSpec spec = EventSpec.DEFAULT.maxChars(10).observer(told::add);
    EmbeddedChannel channel =
        new EmbeddedChannel(new ServerSentEventDecoder(UTF_8, spec), recorder);
    channel.writeInbound(buffers.of(utf8("data:a\n\ndata:12")), buffers.of(utf8("34\n")));
    assertThat(recorder.errors()).isEmpty();
    channel.writeInbound(buffers.of(utf8("data:5678\ndata:9\n\ndata:b\n\n")));
    assertThat(recorder.errors()).hasSize(1).hasOnlyElementsOfType(TooLongFrameException.class);
    assertThat(recorder.errors().get(0))
        .hasMessageContaining("byte 8")
        .hasMessageContaining("maxChars of the EventSpec");
    assertThat(told).containsExactly(new TooLongEvent(8, 10));
    assertThat(recorder.events()).element(0).isEqualTo(ServerSentEvent.of("a"));
    assertThat(recorder.events()).last().isEqualTo(ServerSentEvent.of("b"));
    channel.finish();
  }

  @Test
  void whatIsDiscardedOnPurposeIsNoException() {
    EventSpec spec = EventSpec.DEFAULT.maxChars(8).onTooLong(TooLongPolicy.DISCARD);
    EmbeddedChannel channel =
        new EmbeddedChannel(new ServerSentEventDecoder(UTF_8, spec), recorder);
    channel.writeInbound(buffers.of(utf8("data:1234567\n\ndata:b\n\n")));
    assertThat(recorder.events()).containsExactly(ServerSentEvent.of("b"));
    channel.finish();
  }

  @Test
  void atARemovalWhatIsBehindTheEventGoesOn() {
    recorder.onFirstRead((ctx, event) -> ctx.pipeline().remove(ServerSentEventDecoder.class));
    EmbeddedChannel channel = new EmbeddedChannel(new ServerSentEventDecoder(), recorder);
    channel.writeInbound(buffers.of((byte) 'd', (byte) 'a', (byte) 't', (byte) 'a'));
    channel.writeInbound(buffers.of((byte) '\n', (byte) '\n', (byte) 0xFF, (byte) 1));
    assertThat(recorder.events()).containsExactly(ServerSentEvent.of(""), new Bytes("ff01"));
    channel.finish();
  }

  @Test
  void eachEventIsWrittenAsOneBuffer() {
    EmbeddedChannel channel = new EmbeddedChannel(new ServerSentEventEncoder());
    String data = "\uD83D\uDE00\n".repeat(10_000);
    assertThat(channel.writeOutbound(ServerSentEvent.comment("hi"), ServerSentEvent.of(data), "x"))
        .isTrue();
    assertThat(written(channel)).isEqualTo(": hi\n\n");
    assertThat(written(channel)).isEqualTo(ServerSentEvent.of(data).toText());
    Object other = channel.readOutbound();
    assertThat(other).isEqualTo("x");
    assertThat(channel.finish()).isFalse();
  }

  private static String written(EmbeddedChannel channel) {
    ByteBuf buffer = channel.readOutbound();
    try {
      return buffer.toString(StandardCharsets.UTF_8);
    } finally {
      buffer.release();
    }
  }

  @Test
  void anUnpairedSurrogateIsReportedOnTheWayOut() {
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    EmbeddedChannel channel = new EmbeddedChannel(new ServerSentEventEncoder(spec));
    assertThatThrownBy(() -> channel.writeOutbound(ServerSentEvent.of("a\uD83D")))
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    channel.flushOutbound();
    assertThat(written(channel)).isEqualTo("data: a");
    channel.finishAndReleaseAll();
  }
}
