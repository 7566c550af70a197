/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.testing.DecodingLawsTest;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** The laws of decoding hold in a Flux, whether all is demanded or one piece of text at a time. */
class DecodeLawsTest {

  @Nested
  class ArraysAllAtOnce extends Laws {
    @Override
    Flux<String> decode(DecoderSpec spec, Flux<byte[]> pieces) {
      return pieces.transform(ByteArrayText.decode(spec));
    }
  }

  @Nested
  class DirectBuffersOneByOne extends Laws {
    @Override
    Flux<String> decode(DecoderSpec spec, Flux<byte[]> pieces) {
      return pieces.map(DecodeLawsTest::direct).transform(ByteBufText.decode(spec)).limitRate(1);
    }
  }

  private static ByteBuf direct(byte[] piece) {
    return Unpooled.directBuffer(piece.length).writeBytes(piece);
  }

  private abstract static class Laws extends DecodingLawsTest {
    private static final int ROUNDS = 2;

    abstract Flux<String> decode(DecoderSpec spec, Flux<byte[]> pieces);

    @Override
    protected int rounds() {
      return ROUNDS;
    }

    @Override
    protected Surface surface() {
      return (spec, pieces) -> {
        Stream stream = new Stream(source -> decode(spec, source));
        return Outcome.record(
            pieces,
            (piece, texts) -> {
              stream.feed(piece);
              stream.take().forEach(texts);
              stream.throwFailure();
            });
      };
    }
  }

  /** One subscription, fed and read on the calling thread. */
  private static final class Stream {
    private final Sinks.Many<byte[]> source = Sinks.many().unicast().onBackpressureBuffer();
    private List<String> texts = new ArrayList<>();
    private Throwable failure;

    Stream(Function<Flux<byte[]>, Flux<String>> decoder) {
      decoder.apply(source.asFlux()).subscribe(text -> texts.add(text), e -> failure = e);
    }

    void feed(byte[] piece) {
      if (piece == null) {
        source.tryEmitComplete();
      } else {
        source.tryEmitNext(piece);
      }
    }

    List<String> take() {
      List<String> taken = texts;
      texts = new ArrayList<>();
      return taken;
    }

    void throwFailure() throws Throwable {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
