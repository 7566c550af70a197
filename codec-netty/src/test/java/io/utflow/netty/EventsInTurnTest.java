/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static io.utflow.netty.Recorder.READ_COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.utflow.codec.CodingListener;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.netty.Recorder.Bytes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What receivers, observers and listeners cause comes after what is being received. */
class EventsInTurnTest extends DecoderTest {
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final String EVENT = "event of the user";

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private int told;

  /** Runs once, the given number of calls of the listener after this. */
  private CodingListener listener(int calls, Runnable action) {
    return (encoding, read, written, illFormed) -> {
      if (++told == calls) {
        action.run();
      }
    };
  }

  private TextLineDecoder lines(DecoderSpec spec) {
    TextLineDecoder decoder = new TextLineDecoder(spec, LINES);
    channel.pipeline().addLast(decoder, recorder);
    return decoder;
  }

  @Test
  void anEventOfTheUserWaitsBehindTheBytesBeforeIt() {
    lines(UTF_8);
    recorder.onFirstRead(
        (ctx, line) -> {
          ctx.pipeline().fireChannelRead(buffers.ofHex("63 0A"));
          ctx.pipeline().fireUserEventTriggered(EVENT);
          ctx.pipeline().fireChannelRead(buffers.ofHex("64 0A"));
        });
    channel.writeInbound(buffers.ofHex("61 0A 62 0A"));
    channel.pipeline().fireUserEventTriggered(EVENT);
    assertThat(recorder.events()).containsExactly("a", "b", "c", EVENT, "d", EVENT);
    channel.finish();
  }

  @Test
  void itDoesSoBehindTextOfAWebSocket() {
    channel.pipeline().addLast(new WebSocketTextDecoder(UTF_8.pieceChars(2)), recorder);
    recorder.onFirstRead((ctx, text) -> ctx.pipeline().fireUserEventTriggered(EVENT));
    channel.writeInbound(new TextWebSocketFrame(true, 0, buffers.ofHex("61 62 63")));
    channel.pipeline().fireUserEventTriggered(EVENT);
    assertThat(recorder.events())
        .containsExactly(
            new WebSocketText("ab", false), new WebSocketText("c", true), EVENT, EVENT);
    channel.finish();
  }

  // A switch between two buffers.

  static Stream<List<String>> pendingBytes() {
    return Stream.of(
        List.of("61 0A 62", "62"), List.of("0A 62 63", "6263"), List.of("0A 0D", "0d"));
  }

  /** The receiver of a line that the switch completes removes the handler. */
  @ParameterizedTest
  @MethodSource("pendingBytes")
  void whatIsBehindALineOfASwitchIsHandedOver(List<String> pending) {
    TextLineDecoder decoder = lines(DecoderSpec.of(TextEncoding.UTF_32LE));
    recorder.onFirstRead((ctx, line) -> ctx.pipeline().remove(TextLineDecoder.class));
    channel.writeInbound(buffers.ofHex(pending.get(0)));
    decoder.switchTo(UTF_8);
    assertThat(recorder.events()).hasSize(2).endsWith(new Bytes(pending.get(1)));
    channel.finish();
  }

  /** A listener is told at a switch what was read before it. */
  @Test
  void aListenerThatEndsTheChannelAtASwitchLosesNothing() {
    TextLineDecoder decoder =
        lines(UTF_8.listener(listener(1, () -> channel.pipeline().fireChannelInactive())));
    recorder.onFirstRead((ctx, line) -> decoder.switchTo(REPORTING));
    channel.writeInbound(buffers.ofHex("61 0A 62 0A 63"));
    assertThat(recorder.events()).containsExactly("a", "b", "c", INACTIVE);
    channel.finish();
  }

  // A validator.

  @ParameterizedTest
  @ValueSource(strings = {"61 FF", "61 FF 62", "61 C3 28 62"})
  void anObserverThatEndsTheChannelSeesOneFailureBeforeTheEnd(String bytes) {
    DecoderSpec spec = UTF_8.observer(sequence -> channel.pipeline().fireChannelInactive());
    channel.pipeline().addLast(new TextStreamValidator(spec), recorder);
    channel.writeInbound(buffers.ofHex(bytes));
    assertThat(recorder.events())
        .containsExactly(new Bytes("61"), recorder.errors().get(0), INACTIVE);
    assertThat(recorder.errors().get(0))
        .isInstanceOf(DecoderException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    channel.finish();
  }

  @Test
  void whatAListenerReadsIsValidatedAfterwards() {
    Runnable reads =
        () -> {
          channel.pipeline().fireChannelRead(buffers.ofHex("62"));
          channel.pipeline().fireChannelReadComplete();
          channel.pipeline().fireUserEventTriggered(EVENT);
          channel.pipeline().remove(TextStreamValidator.class);
        };
    channel
        .pipeline()
        .addLast(new TextStreamValidator(UTF_8.listener(listener(1, reads))), recorder);
    channel.writeInbound(buffers.ofHex("61"));
    assertThat(recorder.eventsAndReadCompletes())
        .containsExactly(new Bytes("61"), new Bytes("62"), READ_COMPLETE, EVENT, READ_COMPLETE);
    channel.finish();
  }

  /** Whoever reads within a receiver takes his turn behind the bytes that wait. */
  @Test
  void whatReceiversReadKeepsTheOrderInWhichItCame() {
    DecoderSpec spec =
        UTF_8.listener(listener(1, () -> channel.pipeline().fireChannelRead(buffers.ofHex("62"))));
    channel.pipeline().addLast(new TextStreamValidator(spec), recorder);
    recorder.onFirstRead(
        (ctx, first) -> {
          recorder.onFirstRead(
              (context, second) -> {
                context.pipeline().fireChannelRead(buffers.ofHex("64"));
                context.pipeline().fireUserEventTriggered(EVENT);
              });
          ctx.pipeline().fireChannelRead(buffers.ofHex("63"));
        });
    channel.writeInbound(buffers.ofHex("61"));
    assertThat(recorder.events())
        .containsExactly(new Bytes("61"), new Bytes("62"), new Bytes("63"), new Bytes("64"), EVENT);
    channel.finish();
  }

  @Test
  void whatAnObserverCausesAtTheEndComesBehindIt() {
    DecoderSpec spec = UTF_8.observer(sequence -> channel.pipeline().fireUserEventTriggered(EVENT));
    channel.pipeline().addLast(new TextStreamValidator(spec), recorder);
    channel.writeInbound(buffers.ofHex("61 C3"));
    channel.finish();
    assertThat(recorder.events())
        .containsExactly(new Bytes("61c3"), recorder.errors().get(0), INACTIVE, EVENT);
  }

  // Text of a WebSocket.

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aFrameThatAListenerReadsComesBehindTheOneItIsToldOf(int calls) {
    Runnable reads =
        () -> {
          channel
              .pipeline()
              .fireChannelRead(new ContinuationWebSocketFrame(true, 0, buffers.ofHex("62")));
          channel.pipeline().fireChannelReadComplete();
          channel.pipeline().fireUserEventTriggered(EVENT);
        };
    DecoderSpec spec = UTF_8.listener(listener(calls, reads));
    channel.pipeline().addLast(new WebSocketTextDecoder(spec), recorder);
    if (calls == 2) {
      recorder.onFirstRead(
          (ctx, text) ->
              ctx.pipeline()
                  .fireChannelRead(new ContinuationWebSocketFrame(false, 0, buffers.ofHex("63"))));
    }
    channel.writeInbound(new TextWebSocketFrame(false, 0, buffers.ofHex("61")));
    assertThat(recorder.eventsAndReadCompletes())
        .containsSubsequence(
            new WebSocketText("a", false),
            new WebSocketText("b", true),
            READ_COMPLETE,
            EVENT,
            READ_COMPLETE);
    assertThat(recorder.events()).hasSize(calls == 2 ? 4 : 3);
    channel.finish();
  }
}
