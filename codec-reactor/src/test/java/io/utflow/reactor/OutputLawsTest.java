/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.BomOutput;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ByteOutcome;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.EncodingLawsTest;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.TranscodeCheck;
import io.utflow.codec.testing.TranscodeCheck.Pair;
import io.utflow.codec.testing.TranscodeSurface;
import io.utflow.codec.testing.TranscodingLawsTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** The vectors and laws of encoding and transcoding, over every facade and some demands. */
class OutputLawsTest {

  /** Pushes each piece when the operator has asked for it, as an honest source does. */
  private static <P, I, B> ByteOutcome run(
      OutputFacade<B> facade,
      List<P> pieces,
      long demand,
      Function<P, I> inputs,
      Function<Flux<? extends I>, Flux<B>> operator) {
    PushSource<I> source = new PushSource<>();
    List<byte[]> arrived = new ArrayList<>();
    Consumer<B> take =
        buffer -> {
          arrived.add(facade.surface().content().apply(buffer));
          Buffered.release(buffer);
        };
    Collector<B> collector = new Collector<>(demand, take);
    source.transform(operator).subscribe(collector);
    return ByteOutcome.record(
        pieces,
        (piece, bytes) -> {
          if (piece == null) {
            source.subscriber().onComplete();
          } else {
            source.subscriber().onNext(inputs.apply(piece));
          }
          arrived.forEach(bytes);
          arrived.clear();
          if (collector.error() != null) {
            throw collector.error();
          }
          if (collector.completed() != (piece == null)) {
            throw new AssertionError("completed: " + collector.completed());
          }
        });
  }

  static <B> EncodeSurface encoder(OutputFacade<B> facade, long demand) {
    return (spec, pieces) ->
        run(facade, pieces, demand, piece -> piece, facade.encode().apply(spec));
  }

  static <B> TranscodeSurface transcoder(OutputFacade<B> facade, long demand) {
    return (from, to, pieces) ->
        run(facade, pieces, demand, facade.surface().of(), facade.transcode().apply(from, to));
  }

  private abstract static class Encoding extends EncodingLawsTest {
    private final EncodeSurface surface;

    Encoding(int facade, long demand) {
      surface = encoder(OutputFacade.all().get(facade), demand);
    }

    @Override
    protected EncodeSurface surface() {
      return surface;
    }

    @Override
    protected int rounds() {
      return Product.sampled(10, 5);
    }
  }

  @Nested
  class EncodingToArrays extends Encoding {
    EncodingToArrays() {
      super(0, 1);
    }
  }

  @Nested
  class EncodingToByteBuffers extends Encoding {
    EncodingToByteBuffers() {
      super(1, Long.MAX_VALUE);
    }
  }

  @Nested
  class EncodingToByteBufs extends Encoding {
    EncodingToByteBufs() {
      super(2, 2);
    }
  }

  @Nested
  class EncodingToDataBuffers extends Encoding {
    EncodingToDataBuffers() {
      super(4, 1);
    }
  }

  private abstract static class Transcoding extends TranscodingLawsTest {
    private final TranscodeSurface surface;

    Transcoding(int facade, long demand) {
      surface = transcoder(OutputFacade.all().get(facade), demand);
    }

    @Override
    protected TranscodeSurface surface() {
      return surface;
    }

    @Override
    protected int rounds() {
      return 2;
    }

    @Override
    protected List<List<byte[]>> cuts(byte[] bytes) {
      return List.of(Cuts.inTwo(bytes, bytes.length / 2), Cuts.bytewise(bytes));
    }

    @Override
    protected List<TextEncoding> targets() {
      return List.of(TextEncoding.UTF_16);
    }
  }

  @Nested
  class TranscodingArrays extends Transcoding {
    TranscodingArrays() {
      super(0, Long.MAX_VALUE);
    }
  }

  @Nested
  class TranscodingByteBuffers extends Transcoding {
    TranscodingByteBuffers() {
      super(1, 2);
    }
  }

  @Nested
  class TranscodingByteBufs extends Transcoding {
    TranscodingByteBufs() {
      super(2, 1);
    }
  }

  @Nested
  class TranscodingDataBuffers extends Transcoding {
    TranscodingDataBuffers() {
      super(4, 1);
    }
  }

  /** Of a composite buffer one component after another is read, each cut somewhere. */
  @Test
  void compositeBuffersAreOneStream() {
    OutputFacade<?> composite = OutputFacade.all().get(3);
    Pair pair =
        new Pair(TextEncoding.UTF_16LE, BomPolicy.KEEP, TextEncoding.UTF_8, BomOutput.PER_ENCODING);
    byte[] bytes = Buffered.encode(Buffered.TEXT + "\uDC00" + Buffered.TEXT, pair.from());
    for (PolicyCase policy : PolicyCase.ALL) {
      TranscodeCheck check = new TranscodeCheck(pair, policy, 5, bytes);
      for (List<byte[]> pieces : Buffered.everyCut(bytes)) {
        check.run(transcoder(composite, 1), pieces, true);
      }
    }
  }
}
