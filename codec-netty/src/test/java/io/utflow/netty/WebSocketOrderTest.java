/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What receivers do while they receive, and the removal of the decoders. */
class WebSocketOrderTest extends HandlerTest {
  private static final DecoderSpec TWO_CHARS = DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2);

  private final ReadCounter reads = new ReadCounter();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(reads, new WebSocketTextDecoder(TWO_CHARS), recorder);

  private static WebSocketText piece(String text) {
    return new WebSocketText(text, false);
  }

  private TextWebSocketFrame text(boolean ends, String hex) {
    return new TextWebSocketFrame(ends, 0, buffers.ofHex(hex));
  }

  private ContinuationWebSocketFrame continuation(boolean ends, String hex) {
    return new ContinuationWebSocketFrame(ends, 0, buffers.ofHex(hex));
  }

  private void atFirst(BiConsumer<ChannelHandlerContext, Object> action) {
    recorder.onFirstRead(action);
  }

  @Test
  void whatIsReadWithinAReceiverComesBehind() {
    atFirst(
        (ctx, text) -> {
          ctx.pipeline().fireChannelRead("other");
          ctx.pipeline().fireChannelRead(continuation(true, "65"));
          ctx.pipeline().fireChannelReadComplete();
        });
    channel.writeInbound(text(false, "61 62 63 64"));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly(
            piece("ab"),
            piece("cd"),
            "other",
            new WebSocketText("e", true),
            READ_COMPLETE,
            READ_COMPLETE);
    channel.finish();
  }

  @Test
  void theReceiverThatClosesStillGetsTheFrame() {
    atFirst((ctx, text) -> ctx.close());
    channel.writeInbound(text(true, "61 62 63 64"));
    assertThat(recorder.events())
        .containsExactly(piece("ab"), new WebSocketText("cd", true), INACTIVE);
    channel.finish();
  }

  @Test
  void theEndOfTheInputDoesNotOvertake() {
    atFirst((ctx, text) -> ctx.pipeline().fireUserEventTriggered(SHUTDOWN));
    channel.writeInbound(text(true, "61 62 63 64"));
    assertThat(recorder.events())
        .containsExactly(piece("ab"), new WebSocketText("cd", true), SHUTDOWN);
    channel.finish();
  }

  /** The read of a receiver that is answered by a frame without a character asks again. */
  @Test
  void aReadWithinAReceiverIsAnswered() {
    channel.config().setAutoRead(false);
    int before = reads.count();
    atFirst(
        (ctx, text) -> {
          ctx.pipeline().fireChannelRead(continuation(false, "E2"));
          ctx.pipeline().fireChannelReadComplete();
        });
    channel.writeInbound(text(false, "61 62 63"));
    assertThat(recorder.events()).containsExactly(piece("ab"), piece("c"));
    assertThat(reads.count() - before).isEqualTo(1);
    channel.finish();
  }

  @Test
  void atARemovalWhatWaitsGoesOnAsAFrame() {
    channel.writeInbound(text(false, "61 E2 82"));
    channel.pipeline().remove(WebSocketTextDecoder.class);
    channel.writeInbound(continuation(true, "AC"));
    assertThat(recorder.events().get(0)).isEqualTo(piece("a"));
    assertRest(ContinuationWebSocketFrame.class, "e282", "ac");
  }

  @Test
  void aMessageOfWhichNothingWasToldBeginsAsAFrame() {
    channel.writeInbound(text(false, "E2"), continuation(false, "82"));
    channel.pipeline().remove(WebSocketTextDecoder.class);
    channel.writeInbound(continuation(true, "AC"));
    assertRest(TextWebSocketFrame.class, "e282", "ac");
  }

  @Test
  void whoRemovesWithinAReceiverGetsTheTextOfTheFrame() {
    atFirst((ctx, text) -> ctx.pipeline().remove(WebSocketTextDecoder.class));
    channel.writeInbound(text(false, "61 62 63 E2"));
    assertThat(recorder.events().subList(0, 2)).containsExactly(piece("ab"), piece("c"));
    assertRest(ContinuationWebSocketFrame.class, "e2");
  }

  @Test
  void whatPassedWhollyLeavesNothing() {
    channel.writeInbound(text(false, "61"));
    channel.pipeline().remove(WebSocketTextDecoder.class);
    assertThat(recorder.events()).containsExactly(piece("a"));
    channel.finish();
  }

  @Test
  void anObserverMayRemoveTheHandler() {
    Recorder receiver = new Recorder();
    EmbeddedChannel observed = new EmbeddedChannel();
    DecoderSpec spec =
        TWO_CHARS.observer(bad -> observed.pipeline().remove(WebSocketTextDecoder.class));
    observed.pipeline().addLast(new WebSocketTextDecoder(spec), receiver);
    observed.writeInbound(text(true, "61 FF"));
    assertThat(receiver.events().get(0)).isEqualTo(piece("a"));
    assertThat(receiver.errors()).hasSize(1);
    observed.finishAndReleaseAll();
    channel.finish();
  }

  /** A listener hears of every input, also of one that is well-formed. */
  @Test
  void aListenerMayRemoveTheHandlerWithinAMessage() {
    Recorder receiver = new Recorder();
    EmbeddedChannel counted = new EmbeddedChannel();
    DecoderSpec spec =
        TWO_CHARS.listener(
            (encoding, read, written, bad) ->
                counted.pipeline().remove(WebSocketTextDecoder.class));
    counted.pipeline().addLast(new WebSocketTextDecoder(spec), receiver);
    counted.writeInbound(text(false, "61 E2"));
    assertThat(receiver.events()).hasSize(2).first().isEqualTo(piece("a"));
    assertThat(contentOf(receiver.events().get(1), ContinuationWebSocketFrame.class))
        .isEqualTo("e2");
    counted.finish();
    channel.finish();
  }

  /** A peer that leaves a message open: what it has sent of it joins no other. */
  @Test
  void aMessageThatBeginsWithinAnotherIsReadAlone() {
    DecoderSpec listened = TWO_CHARS.listener((encoding, read, written, bad) -> {});
    for (DecoderSpec spec : List.of(TWO_CHARS, listened)) {
      Recorder receiver = new Recorder();
      EmbeddedChannel broken = new EmbeddedChannel(new WebSocketTextDecoder(spec), receiver);
      broken.writeInbound(text(false, "61 E2"), text(false, "62 E2"), continuation(true, "82 AC"));
      broken.writeInbound(text(false, "63 E2"), text(true, "64"));
      assertThat(receiver.events())
          .containsExactly(
              piece("a"),
              piece("b"),
              new WebSocketText("\u20AC", true),
              piece("c"),
              new WebSocketText("d", true));
      broken.finish();
    }
    Recorder receiver = new Recorder();
    EmbeddedChannel messages = new EmbeddedChannel(new WebSocketMessageDecoder(10), receiver);
    messages.writeInbound(text(false, "61"), text(false, "62"), continuation(true, "63"));
    assertThat(receiver.events()).containsExactly("bc");
    messages.finish();
    channel.finish();
  }

  @Test
  void theTextOfAnOpenMessageIsWrittenAgain() {
    Recorder receiver = new Recorder();
    EmbeddedChannel messages = new EmbeddedChannel(new WebSocketMessageDecoder(10), receiver);
    messages.writeInbound(text(false, "61 E2"), continuation(false, "82 AC F0 9F"));
    messages.pipeline().remove(WebSocketMessageDecoder.class);
    assertThat(receiver.events()).hasSize(1);
    assertThat(contentOf(receiver.events().get(0), TextWebSocketFrame.class))
        .isEqualTo("61e282acf09f");
    messages.finish();
    channel.finish();
  }

  /** The last events are frames, the first of this type, that hold these bytes. */
  private void assertRest(Class<? extends WebSocketFrame> first, String... contents) {
    List<Object> events = recorder.events();
    int from = events.size() - contents.length;
    for (int i = 0; i < contents.length; i++) {
      assertThat(contentOf(events.get(from + i), i == 0 ? first : ContinuationWebSocketFrame.class))
          .isEqualTo(contents[i]);
    }
    assertThat(events.subList(0, from)).noneMatch(WebSocketFrame.class::isInstance);
    channel.finish();
  }

  private static String contentOf(Object event, Class<? extends WebSocketFrame> type) {
    assertThat(event).isExactlyInstanceOf(type);
    WebSocketFrame frame = (WebSocketFrame) event;
    try {
      return ByteBufUtil.hexDump(frame.content());
    } finally {
      frame.release();
    }
  }
}
