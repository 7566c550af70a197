/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.CharsetSurfaceLaws;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.Outcome;
import io.utflow.codec.testing.Surface;
import io.utflow.codec.testing.TranscodeSurface;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** Charsets through the operators. */
class CharsetOperatorsTest extends CharsetSurfaceLaws {
  private static final int MOST_CHARS = 1000;

  @Override
  protected Surface decoder() {
    return through(Facade.BYTE_ARRAYS.decode());
  }

  @Override
  protected Surface lines() {
    return through(spec -> Facade.BYTE_ARRAYS.lines().apply(spec, LineSpec.of(LineBreaks.ANY)));
  }

  @Override
  protected List<TranscodeSurface> transcoders() {
    return Stream.of(0, 2).map(i -> transcoder(OutputFacade.all().get(i))).toList();
  }

  private static <B> TranscodeSurface transcoder(OutputFacade<B> facade) {
    return OutputLawsTest.transcoder(facade, 1);
  }

  @Override
  protected EncodeSurface encoder() {
    return OutputLawsTest.encoder(OutputFacade.all().get(1), Long.MAX_VALUE);
  }

  private static Surface through(
      Function<DecoderSpec, Function<Flux<? extends byte[]>, Flux<String>>> operator) {
    return (spec, pieces) -> {
      PushSource<byte[]> source = new PushSource<>();
      List<String> arrived = new ArrayList<>();
      Collector<String> collector = new Collector<>(1, arrived::add);
      source.transform(operator.apply(spec)).subscribe(collector);
      return Outcome.record(
          pieces,
          (piece, texts) -> {
            if (piece == null) {
              source.subscriber().onComplete();
            } else {
              source.subscriber().onNext(piece);
            }
            arrived.forEach(texts);
            arrived.clear();
            if (collector.error() != null) {
              throw collector.error();
            }
          });
    };
  }

  /** The whole text of a body. */
  @ParameterizedTest
  @MethodSource("encodings")
  void aBodyIsOneText(TextEncoding encoding) {
    String text = "ab\u00E9\u3042";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    var encoder = EncoderSpec.of(encoding).newEncoder();
    bytes.writeBytes(encoder.encode(text));
    bytes.writeBytes(encoder.finish());
    DecoderSpec spec = DecoderSpec.of(encoding);
    String expected = spec.decode(bytes.toByteArray());
    for (List<byte[]> pieces : Cuts.hostile(bytes.toByteArray())) {
      Flux<byte[]> body = Flux.fromIterable(pieces);
      assertThat(Facade.BYTE_ARRAYS.text().apply(spec, MOST_CHARS).apply(body).block())
          .isEqualTo(expected);
    }
  }
}
