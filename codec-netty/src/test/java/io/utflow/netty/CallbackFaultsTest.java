/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a callback does to its handler or its channel, at whatever cut: no text is lost or comes
 * twice, a failure comes once, and every buffer is released.
 */
class CallbackFaultsTest extends HandlerTest {
  private static final byte[] STREAM = Samples.hex("61 62 0A FF 63 64 0A C3 A9 65 66");
  private static final String WHOLE = "ab\n\uFFFDcd\n\u00E9ef";
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.LF_ONLY).keepTerminator(true);
  private static final List<Function<DecoderSpec, ChannelHandler>> DECODERS =
      List.of(
          TextStreamDecoder::new,
          spec -> new TextStreamDecoder(spec.pieceChars(2)),
          spec -> new TextLineDecoder(spec, LINES));

  /** Who calls back. */
  private enum Callback {
    OUTPUT,
    READ_COMPLETE,
    OBSERVER {
      @Override
      DecoderSpec spec(Runnable action) {
        return UTF_8.observer(sequence -> action.run());
      }
    },
    HANDLER {
      @Override
      DecoderSpec spec(Runnable action) {
        return UTF_8.onMalformed(
            MalformedPolicy.handledBy(
                sequence -> {
                  action.run();
                  return "\uFFFD";
                }));
      }
    },
    LISTENER {
      @Override
      DecoderSpec spec(Runnable action) {
        return UTF_8.listener((encoding, read, written, bad) -> action.run());
      }
    };

    DecoderSpec spec(Runnable action) {
      return UTF_8;
    }

    boolean isWithinTheStage() {
      return this != OUTPUT && this != READ_COMPLETE;
    }
  }

  /** A channel with a decoder, whose callback acts once. */
  private final class Run {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Recorder received = new Recorder();
    private final ChannelHandler decoder;
    private boolean done;
    private boolean ended;

    Run(Function<DecoderSpec, ChannelHandler> maker, Callback callback, Consumer<Run> action) {
      Runnable once =
          () -> {
            if (!done) {
              done = true;
              action.accept(this);
            }
          };
      decoder = maker.apply(callback.spec(once));
      ChannelInboundHandlerAdapter acting =
          new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
              ctx.fireChannelRead(message);
              if (callback == Callback.OUTPUT) {
                once.run();
              }
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext ctx) {
              ctx.fireChannelReadComplete();
              if (callback == Callback.READ_COMPLETE) {
                once.run();
              }
            }
          };
      channel.pipeline().addLast(decoder, acting, received);
    }

    /** How many bytes were received, all unless the channel was closed. */
    int receive(List<byte[]> pieces) {
      int count = 0;
      for (byte[] piece : pieces) {
        if (channel.isActive() && !ended) {
          channel.writeInbound(buffers.of(piece));
          count += piece.length;
        }
      }
      channel.finish();
      return count;
    }
  }

  private interface Check {
    void that(Run run, int bytes, String text);
  }

  private void forAll(Callback callback, Consumer<Run> action, Check check) {
    for (Function<DecoderSpec, ChannelHandler> maker : DECODERS) {
      List<List<byte[]>> cuts = new ArrayList<>(List.of(Cuts.whole(STREAM), Cuts.bytewise(STREAM)));
      for (int at = 1; at < STREAM.length; at++) {
        cuts.add(Cuts.inTwo(STREAM, at));
      }
      for (List<byte[]> pieces : cuts) {
        Run run = new Run(maker, callback, action);
        int bytes = run.receive(pieces);
        assertThat(run.done).isTrue();
        check.that(run, bytes, run.received.text());
        buffers.assertAllReleased();
      }
    }
  }

  /** What is not delivered as text is handed over as bytes. */
  @ParameterizedTest
  @EnumSource
  void aCallbackMayRemoveTheHandler(Callback callback) {
    forAll(
        callback,
        run -> run.channel.pipeline().remove(run.decoder),
        (run, bytes, text) -> {
          String rest = UTF_8.decode(Samples.hex(run.received.hex()));
          assertThat(text + rest).isEqualTo(WHOLE);
          assertThat(run.received.errors()).isEmpty();
        });
  }

  /** What is not delivered is what its successor reads. */
  @ParameterizedTest
  @EnumSource
  void aCallbackMayReplaceTheHandler(Callback callback) {
    forAll(
        callback,
        run ->
            run.channel
                .pipeline()
                .replace(run.decoder, "successor", new TextStreamDecoder(TextEncoding.UTF_8)),
        (run, bytes, text) -> {
          assertThat(text).isEqualTo(WHOLE);
          assertThat(run.received.hex()).isEmpty();
          assertThat(run.received.errors()).isEmpty();
        });
  }

  /** What was received is read, and its end is that of a stream. */
  @ParameterizedTest
  @EnumSource
  void aCallbackMayCloseTheChannel(Callback callback) {
    forAll(
        callback,
        run -> run.channel.close(),
        (run, bytes, text) -> {
          assertThat(text).isEqualTo(ended(bytes));
          assertThat(run.received.events()).containsOnlyOnce(Recorder.INACTIVE);
          assertThat(run.received.events()).last().isEqualTo(Recorder.INACTIVE);
        });
  }

  /** The same where the end comes within the callback, as that of a transport of its own. */
  @ParameterizedTest
  @EnumSource
  void theChannelMayEndWithinACallback(Callback callback) {
    forAll(
        callback,
        run -> {
          run.ended = true;
          run.channel.pipeline().fireChannelInactive();
        },
        (run, bytes, text) -> {
          assertThat(text).isEqualTo(ended(bytes));
          assertThat(run.received.errors()).isEmpty();
          List<Object> events = run.received.events();
          assertThat(events.subList(events.indexOf(Recorder.INACTIVE), events.size()))
              .containsExactly(Recorder.INACTIVE, Recorder.INACTIVE);
        });
  }

  /** The text of so many bytes; the first of its letter is number 8. */
  private static String ended(int bytes) {
    return bytes < 8
        ? WHOLE.substring(0, bytes)
        : bytes == 8 ? "ab\n\uFFFDcd\n\uFFFD" : WHOLE.substring(0, bytes - 1);
  }

  /** A receiver's exception is a matter of Netty; within the stage it fails the stream. */
  @ParameterizedTest
  @EnumSource
  void aCallbackMayThrow(Callback callback) {
    for (Throwable thrown : List.of(new IllegalStateException(), new OutOfMemoryError("none"))) {
      forAll(
          callback,
          run -> Sneaky.sneak(thrown),
          (run, bytes, text) -> {
            assertThat(run.received.errors()).hasSize(1);
            Throwable told = run.received.errors().get(0);
            if (callback.isWithinTheStage()) {
              assertThat(told).isInstanceOf(DecoderException.class).hasCause(thrown);
              assertThat(WHOLE).startsWith(text);
              List<Object> events = run.received.events();
              assertThat(events.subList(events.indexOf(told) + 1, events.size()))
                  .containsExactly(Recorder.INACTIVE);
            } else {
              assertThat(told).isSameAs(thrown);
              assertThat(text).isEqualTo(WHOLE);
            }
          });
    }
  }
}
