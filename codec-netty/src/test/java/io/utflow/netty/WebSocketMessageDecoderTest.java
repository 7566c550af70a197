/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.utflow.codec.stage.TooLongTextException;
import io.utflow.codec.testing.Cuts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole messages. */
class WebSocketMessageDecoderTest extends HandlerTest {
  private static final int BOUND = 30;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new WebSocketMessageDecoder(BOUND), recorder);

  static List<String> texts() {
    return WebSocketTextDecoderTest.texts();
  }

  private int closeStatus() {
    CloseWebSocketFrame close = channel.readOutbound();
    try {
      return close.statusCode();
    } finally {
      close.release();
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyFragmentationIsTheSameMessage(String text) {
    for (List<byte[]> cut : Cuts.hostile(Samples.utf8(text))) {
      if (!cut.isEmpty()) {
        Fragments.message(cut, buffers::of).forEach(channel::writeInbound);
        assertThat(recorder.take()).containsOnlyOnce(text).hasSizeLessThanOrEqualTo(cut.size() + 1);
      }
    }
    channel.finish();
    assertThat(recorder.events()).containsExactly(INACTIVE);
  }

  @Test
  void aMessageAtItsBoundPasses() {
    String longest = "\uD83D\uDE00".repeat(BOUND / 2);
    channel.writeInbound(new TextWebSocketFrame(buffers.of(Samples.utf8(longest))));
    assertThat(recorder.events()).containsExactly(longest);
    channel.finish();
  }

  @Test
  void aLongerMessageClosesTheConnectionAtOnce() {
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.of(new byte[BOUND])));
    assertThat(channel.isActive()).isTrue();
    channel.writeInbound(new ContinuationWebSocketFrame(false, 0, buffers.of(new byte[1])));
    assertThat(channel.isActive()).isFalse();
    assertThat(closeStatus()).isEqualTo(1009);
    assertThat(recorder.events()).hasSize(2).last().isEqualTo(INACTIVE);
    assertThat(recorder.errors().get(0))
        .isInstanceOf(TooLongFrameException.class)
        .hasMessageContaining("maxChars of WebSocketMessageDecoder")
        .hasCauseInstanceOf(TooLongTextException.class);
    channel.finish();
  }

  @Test
  void halfAMessageIsNoMessage() {
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("61")));
    channel.writeInbound(new ContinuationWebSocketFrame(false, 0, buffers.ofHex("62 FF")));
    assertThat(closeStatus()).isEqualTo(1007);
    assertThat(recorder.events()).hasSize(2).last().isEqualTo(INACTIVE);
    assertThat(recorder.errors().get(0)).isInstanceOf(CorruptedWebSocketFrameException.class);
    channel.finish();
  }

  /** Short ones are read in one call, longer ones by a stage: by pieces, where they lie apart. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPOSITE")
  void everyLengthOfMessage(Buffers.Kind kind) {
    Recorder pieces = new Recorder();
    Recorder messages = new Recorder();
    EmbeddedChannel inPieces = new EmbeddedChannel(new WebSocketTextDecoder(), pieces);
    EmbeddedChannel whole = new EmbeddedChannel(new WebSocketMessageDecoder(3000), messages);
    for (int length : new int[] {0, 1, 2, 500, 1022, 1023, 1024, 1025, 1026, 2500}) {
      String text = length < 2 ? "a".repeat(length) : "\u00E9" + "a".repeat(length - 2);
      byte[] bytes = Samples.utf8(text);
      inPieces.writeInbound(new TextWebSocketFrame(true, 0, buffers.of(kind, bytes)));
      whole.writeInbound(new TextWebSocketFrame(true, 0, buffers.of(kind, bytes)));
      assertThat(pieces.take())
          .containsExactly(new WebSocketText(text, true), Recorder.READ_COMPLETE);
      assertThat(messages.take()).containsExactly(text, Recorder.READ_COMPLETE);
    }
    inPieces.finish();
    whole.finish();
  }
}
