/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fragments of well-formed text, and what is no text. */
class WebSocketTextDecoderTest extends HandlerTest {
  /** The well-formed texts of section 6 of the Autobahn suite, in kind: one for each boundary. */
  static List<String> texts() {
    return List.of(
        "",
        "Hello-\u00B5@\u00DF\u00F6\u00E4\u00FC\u00E0\u00E1-UTF-8!!",
        "\u03BA\u1F79\u03C3\u03BC\u03B5",
        "\u0000\u0080\u0800",
        new String(Character.toChars(0x10000)),
        "\u007F\u07FF\uFFFF",
        new String(Character.toChars(0x10FFFF)),
        "\uD7FF\uE000\uFFFD",
        "\uFEFF\uFEFFa",
        "\uFDD0\uFFFE" + new String(Character.toChars(0x1FFFE)),
        "\uD83D\uDC4D\uD83C\uDFFD");
  }

  private final EmbeddedChannel channel = new EmbeddedChannel(new WebSocketTextDecoder(), recorder);

  private void receive(List<byte[]> message) {
    Fragments.message(message, buffers::of).forEach(channel::writeInbound);
  }

  private String joined() {
    StringBuilder text = new StringBuilder();
    for (Object event : recorder.events()) {
      text.append(((WebSocketText) event).text());
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyFragmentationIsTheSameText(String text) {
    List<List<byte[]>> cuts = new ArrayList<>(Cuts.hostile(Samples.utf8(text)));
    cuts.removeIf(List::isEmpty);
    for (List<byte[]> cut : cuts) {
      receive(cut);
      assertThat(joined()).isEqualTo(text);
      List<Object> events =
          recorder.take().stream().filter(WebSocketText.class::isInstance).toList();
      assertThat(events)
          .allSatisfy(
              event -> {
                WebSocketText piece = (WebSocketText) event;
                boolean last = event == events.get(events.size() - 1);
                assertThat(piece.endsMessage()).isEqualTo(last);
                assertThat(last || !piece.text().isEmpty()).isTrue();
              });
      assertThat(events).isNotEmpty();
    }
    assertThat(channel.finish()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfBufferIsReadAndReleased(Buffers.Kind kind) {
    byte[] utf8 = Samples.utf8(Samples.TEXT);
    for (List<byte[]> cut : Cuts.hostile(utf8)) {
      Fragments.message(cut, bytes -> buffers.of(kind, bytes)).forEach(channel::writeInbound);
      assertThat(joined()).isEqualTo(Samples.TEXT);
      recorder.take();
      buffers.assertAllReleased();
    }
    channel.finish();
  }

  @Test
  void aCharacterIsToldWithTheFragmentThatCompletesIt() {
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("61 F0 9F")));
    assertThat(recorder.events()).containsExactly(new WebSocketText("a", false));
    channel.writeInbound(new ContinuationWebSocketFrame(false, 0, buffers.ofHex("98")));
    assertThat(recorder.events()).hasSize(1);
    channel.writeInbound(new ContinuationWebSocketFrame(false, 0, buffers.ofHex("80 62")));
    assertThat(recorder.events()).last().isEqualTo(new WebSocketText("\uD83D\uDE00b", false));
    channel.writeInbound(new ContinuationWebSocketFrame(true, 0, buffers.of()));
    assertThat(recorder.events()).last().isEqualTo(new WebSocketText("", true));
    channel.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("63")));
    assertThat(recorder.events()).hasSize(4).last().isEqualTo(new WebSocketText("c", true));
    channel.finish();
  }

  @Test
  void aLongFragmentIsSeveralPieces() {
    Recorder receiver = new Recorder();
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2);
    EmbeddedChannel pieces = new EmbeddedChannel(new WebSocketTextDecoder(spec), receiver);
    pieces.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 F0 9F 98 80 62 63")));
    assertThat(receiver.events())
        .containsExactly(
            new WebSocketText("a", false),
            new WebSocketText("\uD83D\uDE00", false),
            new WebSocketText("bc", true));
    pieces.finish();
  }

  @Test
  void controlFramesPassBetweenTheFragments() {
    PingWebSocketFrame ping = new PingWebSocketFrame(buffers.ofHex("FF"));
    PongWebSocketFrame pong = new PongWebSocketFrame(buffers.ofHex("80"));
    CloseWebSocketFrame close = new CloseWebSocketFrame(1000, "");
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("E2")));
    channel.writeInbound(ping, pong);
    channel.writeInbound(new ContinuationWebSocketFrame(true, 0, buffers.ofHex("82 AC")), close);
    assertThat(recorder.events())
        .containsExactly(ping, pong, new WebSocketText("\u20AC", true), close);
    recorder.events().forEach(ReferenceCountUtil::release);
    channel.finish();
  }

  @Test
  void aBinaryMessageAndItsContinuationsAreNotText() {
    WebSocketFrame first = new BinaryWebSocketFrame(false, 0, buffers.ofHex("FF"));
    WebSocketFrame second = new ContinuationWebSocketFrame(true, 0, buffers.ofHex("FE"));
    receive(List.of(Samples.utf8("a"), Samples.utf8("b")));
    channel.writeInbound(first, second, "no frame");
    receive(List.of(Samples.utf8("c")));
    assertThat(recorder.events())
        .containsExactly(
            new WebSocketText("a", false),
            new WebSocketText("b", true),
            first,
            second,
            "no frame",
            new WebSocketText("c", true));
    recorder.events().forEach(ReferenceCountUtil::release);
    channel.finish();
  }

  @Test
  void onDemandAFrameThatCompletesNothingAsksForMore() {
    Recorder receiver = new Recorder();
    ReadCounter reads = new ReadCounter();
    EmbeddedChannel onDemand = new EmbeddedChannel(reads, new WebSocketTextDecoder(), receiver);
    onDemand.config().setAutoRead(false);
    int before = reads.count();
    onDemand.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("E2")));
    assertThat(reads.count() - before).isEqualTo(1);
    onDemand.writeInbound(new ContinuationWebSocketFrame(true, 0, buffers.ofHex("82 AC")));
    assertThat(reads.count() - before).isEqualTo(1);
    onDemand.finish();
  }

  @Test
  void theListenerIsToldOfEachMessage() {
    Recorder receiver = new Recorder();
    LongAdder bytes = new LongAdder();
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8).listener((e, read, written, bad) -> bytes.add(read));
    EmbeddedChannel counted = new EmbeddedChannel(new WebSocketTextDecoder(spec), receiver);
    counted.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("E2 82 AC")));
    counted.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61")));
    assertThat(bytes.sum()).isEqualTo(4);
    counted.finish();
  }

  @Test
  void onlyUtf8IsTaken() {
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16);
    assertThatThrownBy(() -> new WebSocketTextDecoder(utf16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TextEncoding.UTF_8");
    assertThatThrownBy(() -> new WebSocketMessageDecoder(utf16, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WebSocketMessageDecoder(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
