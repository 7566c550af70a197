/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Product;
import io.utflow.netty.StreamModel.Sending;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a receiver does while it receives - read, end the input, end the channel, remove the
 * handler, all at random - it gets what the same stage yields in a straight loop, and every buffer
 * is released once.
 */
class ReentrancyStressTest extends HandlerTest {
  private static final int ROUNDS = Product.sampled(3000);
  private static final String[] PIECES = {
    "",
    "61",
    "0A",
    "62 0A",
    "63 64 65 66",
    "C3",
    "A9",
    "C3 A9 0A 67",
    "E2 82",
    "AC",
    "FF 68",
    "0A 0A"
  };
  private static final Buffers.Kind[] CONTIGUOUS = {
    Buffers.Kind.HEAP, Buffers.Kind.DIRECT, Buffers.Kind.INSIDE_DIRECT, Buffers.Kind.READ_ONLY
  };

  /** A handler, and what it is to do. */
  record Subject(
      String name,
      Function<DecoderSpec, ChannelHandler> handler,
      Function<DecoderSpec, StreamModel.Machine> model) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Subject> subjects() {
    LineSpec lines = LineSpec.of(LineBreaks.ANY);
    RecordSpec records = RecordSpec.delimitedBy("\n", "cd");
    EncoderSpec utf16 = EncoderSpec.of(TextEncoding.UTF_16BE).pieceBytes(4);
    return Stream.of(
        new Subject(
            "text", TextStreamDecoder::new, spec -> StreamModel.ofStage(Stages.decode(spec))),
        new Subject(
            "lines",
            spec -> new TextLineDecoder(spec, lines),
            spec -> StreamModel.ofStage(Stages.lines(spec, lines))),
        new Subject(
            "records",
            spec -> new TextRecordDecoder(spec, records),
            spec -> StreamModel.ofStage(Stages.records(spec, records))),
        new Subject(
            "bytes",
            spec -> new TextStreamTranscoder(spec, utf16),
            spec -> StreamModel.ofStage(Stages.transcode(spec, utf16, new AllocatedBuffers()))),
        new Subject("valid", TextStreamValidator::new, StreamModel::ofValidator));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void aReceiverGetsWhatAStraightLoopYields(Subject subject) {
    for (int seed = 0; seed < ROUNDS; seed++) {
      new Round(subject, seed).run();
    }
  }

  /** One channel: a sender outside, a receiver that does things as it receives, and their log. */
  private final class Round {
    private final Subject subject;
    private final Random random;
    private final int seed;
    private final DecoderSpec spec;
    private final EmbeddedChannel channel;
    private final ChannelHandler handler;
    private final List<Sending> log = new ArrayList<>();
    private final List<Object> seen = new ArrayList<>();
    private int left;
    private boolean removed;
    private boolean ended;
    private boolean closed;

    Round(Subject subject, int seed) {
      this.subject = subject;
      this.seed = seed;
      this.random = new Random(seed);
      this.left = 1 + random.nextInt(12);
      this.spec =
          DecoderSpec.of(TextEncoding.UTF_8)
              .pieceChars(2)
              .onMalformed(
                  random.nextInt(4) == 0 ? MalformedPolicy.REPORT : MalformedPolicy.REPLACE);
      this.handler = subject.handler.apply(spec);
      this.channel = new EmbeddedChannel(handler, new Acting());
    }

    void run() {
      while (left > 0) {
        act(true);
      }
      if (!closed) {
        close();
      }
      channel.finish();
      List<Object> expected = StreamModel.expected(subject.model.apply(spec), log);
      assertThat(seen).as("%s, seed %d: %s", subject, seed, log).isEqualTo(expected);
      buffers.assertAllReleased();
    }

    /** Something, or nothing. Behind a removal only who is outside goes on. */
    private void act(boolean outside) {
      if (left == 0 || removed && !outside) {
        return;
      }
      left--;
      int choice = random.nextInt(outside ? 30 : 16);
      if (choice == 0 && !removed) {
        remove(outside);
      } else if (choice == 1 && !ended) {
        ended = true;
        log.add(new Sending(Sending.SHUTDOWN, 0));
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      } else if (choice == 2 && !closed && (outside || !ended)) {
        close();
      } else if (choice == 3) {
        send(seed + left, seed + left);
      } else if (choice > 5 && !ended) {
        byte[] bytes = Samples.hex(PIECES[random.nextInt(PIECES.length)]);
        send(buffers.of(CONTIGUOUS[random.nextInt(CONTIGUOUS.length)], bytes), bytes);
      }
    }

    private void remove(boolean outside) {
      removed = true;
      int when = outside ? Integer.MAX_VALUE : seen.size();
      if (handler instanceof StageDecoder<?> decoder && random.nextInt(3) == 0) {
        log.add(new Sending(Sending.DISCARD, when));
        decoder.discardAndRemove();
      } else {
        log.add(new Sending(Sending.REMOVE, when));
        channel.pipeline().remove(handler);
      }
    }

    private void send(Object message, Object logged) {
      log.add(new Sending(logged, 0));
      channel.pipeline().fireChannelRead(message);
    }

    private void close() {
      ended = true;
      closed = true;
      log.add(new Sending(Sending.CLOSE, 0));
      channel.pipeline().fireChannelInactive();
    }

    private final class Acting extends Recorder {
      @Override
      public void channelRead(ChannelHandlerContext ctx, Object message) {
        super.channelRead(ctx, message);
        actAfterReceiving();
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        super.exceptionCaught(ctx, cause);
        if (handler instanceof TextStreamValidator) {
          // It has no queue, so what came now would pass the end that caused the failure.
          note();
        } else {
          actAfterReceiving();
        }
      }

      @Override
      public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        seen.add(Sending.SHUTDOWN);
      }

      @Override
      public void channelInactive(ChannelHandlerContext ctx) {
        if (!seen.contains(Sending.CLOSE)) {
          seen.add(Sending.CLOSE);
        }
      }

      private void note() {
        List<Object> events = take();
        Object event = events.get(events.size() - 1);
        seen.add(event instanceof Throwable ? StreamModel.FAILURE : event);
      }

      private void actAfterReceiving() {
        note();
        act(false);
        act(false);
        act(false);
      }
    }
  }
}
