/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.List;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The publisher rules of Reactive Streams for {@code encode}: two outputs from three inputs. */
public class EncodeTckTest extends PublisherVerification<byte[]> {

  /** For TestNG. */
  public EncodeTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<byte[]> createPublisher(long elements) {
    int pairs = (int) Math.min(elements / 2, Integer.MAX_VALUE);
    Flux<String> texts =
        Flux.range(0, pairs).concatMapIterable(i -> List.of("abcd\uD83D", "", "\uDE00"));
    return texts
        .concatWith(elements % 2 == 0 ? Flux.empty() : Flux.just("z"))
        .transform(ByteArrayText.encode(EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4)));
  }

  @Override
  public Publisher<byte[]> createFailedPublisher() {
    return Flux.<String>error(new IllegalStateException("failed"))
        .transform(ByteArrayText.encode(TextEncoding.UTF_8));
  }
}
