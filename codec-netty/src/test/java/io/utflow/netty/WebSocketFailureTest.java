/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 6455, section 8.1: text that is not UTF-8 fails the connection. */
class WebSocketFailureTest extends HandlerTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(new WebSocketTextDecoder(), recorder);

  /** The status of the close frame that was written, or 0. */
  private static int closeStatus(EmbeddedChannel channel) {
    CloseWebSocketFrame close = channel.readOutbound();
    if (close == null) {
      return 0;
    }
    try {
      return close.statusCode();
    } finally {
      close.release();
    }
  }

  private static String text(List<Object> events) {
    StringBuilder text = new StringBuilder();
    for (Object event : events) {
      text.append(event instanceof WebSocketText piece ? piece.text() : "");
    }
    return text.toString();
  }

  /** Here it is well-formed: 4A 04 00 is the compressed form of "a". RFC 7692, section 6. */
  @Test
  void aCompressedFrameIsNotTakenForText() {
    for (TextFrameDecoder decoder :
        List.of(new WebSocketTextDecoder(), new WebSocketMessageDecoder(9))) {
      Recorder receiver = new Recorder();
      EmbeddedChannel compressed = new EmbeddedChannel(decoder, receiver);
      compressed.writeInbound(new TextWebSocketFrame(true, 4, buffers.ofHex("4A 04 00")));
      assertThat(closeStatus(compressed)).isEqualTo(1002);
      assertThat(receiver.errors()).singleElement().asString().contains("compressed");
      assertThat(receiver.events()).hasSize(2).endsWith(INACTIVE);
      compressed.finish();
    }
  }

  /**
   * Of each kind of ill-formed text one, with an {@code a} before it: how many bytes prove it, and
   * the text before it. 0: only the end of the message does.
   */
  @ParameterizedTest
  @CsvSource({
    "61 80 62, 2, a",
    "61 BF 62, 2, a",
    "61 C3 28, 3, a",
    "61 C0 AF, 2, a",
    "61 C1 BF, 2, a",
    "61 E0 80 AF, 3, a",
    "61 E0 9F BF, 3, a",
    "61 F0 80 80 AF, 3, a",
    "61 F0 8F BF BF, 3, a",
    "61 ED A0 80, 3, a",
    "61 ED AD BF ED B0 80, 3, a",
    "61 ED BF BF 62, 3, a",
    "61 F4 90 80 80, 3, a",
    "61 F5 80 80 80, 2, a",
    "61 F8 88 80 80 80, 2, a",
    "61 FC 84 80 80 80 80, 2, a",
    "61 FE, 2, a",
    "61 FF 62, 2, a",
    "CE BA E1 BD B9 CF 83 CE BC CE B5 ED A0 80 65 64 69 74 65 64, 13, κ\u1F79σμε",
    "CE BA E1 BD B9 CF 83 CE BC CE B5 F4 90 80 80 65 64, 13, κ\u1F79σμε",
    "61 E2 82 62, 4, a",
    "61 F0 9F 98 62, 5, a",
    "61 C2, 0, a",
    "61 E2 82, 0, a",
    "61 F0 9F 98, 0, a"
  })
  void theFirstByteThatProvesItClosesTheConnection(String hex, int proof, String before) {
    byte[] bytes = Samples.hex(hex);
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertFailsFast(
          Arrays.copyOf(bytes, cut),
          Arrays.copyOfRange(bytes, cut, bytes.length),
          proof > 0 && proof <= cut,
          before);
    }
    int sent = 0;
    while (channel.isActive() && sent < bytes.length) {
      byte[] one = {bytes[sent]};
      channel.writeInbound(
          sent++ == 0
              ? new TextWebSocketFrame(false, 0, buffers.of(one))
              : new ContinuationWebSocketFrame(false, 0, buffers.of(one)));
    }
    assertThat(channel.isActive()).isEqualTo(proof == 0);
    assertThat(sent).isEqualTo(proof == 0 ? bytes.length : proof);
    channel.finishAndReleaseAll();
  }

  private void assertFailsFast(byte[] first, byte[] second, boolean atTheFirst, String before) {
    Recorder receiver = new Recorder();
    EmbeddedChannel fast = new EmbeddedChannel(new WebSocketTextDecoder(), receiver);
    fast.writeInbound(new TextWebSocketFrame(false, 0, buffers.of(first)));
    assertThat(fast.isActive()).isEqualTo(!atTheFirst);
    if (fast.isActive()) {
      fast.writeInbound(new ContinuationWebSocketFrame(true, 0, buffers.of(second)));
    }
    assertThat(fast.isActive()).isFalse();
    assertThat(closeStatus(fast)).isEqualTo(1007);
    assertThat(text(receiver.events())).isEqualTo(before);
    assertThat(receiver.errors()).hasSize(1);
    assertThat(receiver.errors().get(0))
        .isInstanceOf(CorruptedWebSocketFrameException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(receiver.events()).noneMatch(e -> e instanceof WebSocketText t && t.endsMessage());
    fast.finish();
  }

  @Test
  void theTextComesFirstThenTheExceptionThenTheEnd() {
    channel.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 62 FF 63")));
    assertThat(recorder.events().get(0)).isEqualTo(new WebSocketText("ab", false));
    CorruptedWebSocketFrameException exception =
        (CorruptedWebSocketFrameException) recorder.events().get(1);
    assertThat(exception.closeStatus()).isEqualTo(WebSocketCloseStatus.INVALID_PAYLOAD_DATA);
    assertThat(exception).hasMessageContaining("byte 2");
    assertThat(recorder.events().get(2)).isEqualTo(INACTIVE);
    assertThat(closeStatus(channel)).isEqualTo(1007);
    channel.finish();
  }

  @Test
  void theOffsetCountsFromTheStartOfTheMessage() {
    channel.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 62")));
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("61")));
    channel.writeInbound(new ContinuationWebSocketFrame(false, 0, buffers.ofHex("FF")));
    assertThat(recorder.errors()).hasSize(1);
    IllFormedTextException cause = (IllFormedTextException) recorder.errors().get(0).getCause();
    assertThat(cause.sequence().byteOffset()).isEqualTo(1);
    channel.finishAndReleaseAll();
  }

  @Test
  void afterTheCloseThereIsNoMoreText() {
    recorder.onError(
        () -> channel.pipeline().fireChannelRead(new TextWebSocketFrame(buffers.of((byte) 'x'))));
    channel.writeInbound(
        new TextWebSocketFrame(false, 0, buffers.ofHex("FF")),
        new ContinuationWebSocketFrame(true, 0, buffers.ofHex("61")),
        new TextWebSocketFrame(true, 0, buffers.ofHex("62")),
        new PingWebSocketFrame(buffers.ofHex("63")));
    assertThat(recorder.events()).hasSize(2).last().isEqualTo(INACTIVE);
    assertThat(closeStatus(channel)).isEqualTo(1007);
    assertThat(closeStatus(channel)).isZero();
    channel.finish();
  }

  @Test
  void whatAnObserverThrowsClosesToo() {
    Recorder receiver = new Recorder();
    RuntimeException bug = new IllegalStateException("bug");
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .observer(
                sequence -> {
                  throw bug;
                });
    EmbeddedChannel observed = new EmbeddedChannel(new WebSocketTextDecoder(spec), receiver);
    observed.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 FF")));
    assertThat(receiver.events().get(0)).isEqualTo(new WebSocketText("a", false));
    assertThat(receiver.errors())
        .singleElement()
        .isInstanceOfSatisfying(DecoderException.class, e -> assertThat(e).hasCause(bug));
    assertThat(closeStatus(observed)).isEqualTo(1011);
    observed.finish();
  }

  @Test
  void anObserverMayCloseTheChannel() {
    Recorder receiver = new Recorder();
    EmbeddedChannel observed = new EmbeddedChannel();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).observer(sequence -> observed.close());
    observed.pipeline().addLast(new WebSocketTextDecoder(spec), receiver);
    observed.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 FF")));
    assertThat(receiver.events()).hasSize(3);
    assertThat(receiver.events().get(0)).isEqualTo(new WebSocketText("a", false));
    assertThat(receiver.errors()).hasSize(1);
    assertThat(receiver.events().get(2)).isEqualTo(INACTIVE);
    observed.finishAndReleaseAll();
  }

  @Test
  void anEndThatAnObserverCausesTakesItsTurn() {
    Recorder receiver = new Recorder();
    EmbeddedChannel observed = new EmbeddedChannel();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .pieceChars(2)
            .observer(bad -> observed.pipeline().fireChannelInactive());
    observed.pipeline().addLast(new WebSocketTextDecoder(spec), receiver);
    observed.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 62 63 FF")));
    assertThat(receiver.events().subList(0, 2))
        .containsExactly(new WebSocketText("ab", false), new WebSocketText("c", false));
    assertThat(receiver.events()).hasSize(5);
    observed.finishAndReleaseAll();
  }

  @Test
  void aFrameThatWasReleasedTooEarlyFails() {
    TextWebSocketFrame frame = new TextWebSocketFrame(buffers.ofHex("61"));
    frame.release();
    channel.writeInbound(frame);
    assertThat(recorder.errors()).hasSize(1);
    assertThat(recorder.errors().get(0)).hasCauseInstanceOf(IllegalReferenceCountException.class);
    assertThat(closeStatus(channel)).isEqualTo(1011);
    channel.finish();
  }

  @Test
  void theEndOfTheChannelEndsNoMessage() {
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("61 E2")));
    channel.finish();
    assertThat(recorder.events()).containsExactly(new WebSocketText("a", false), INACTIVE);
  }
}
