/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The publisher rules of Reactive Streams: one output for each input. */
public class StageTckTest extends PublisherVerification<String> {

  /** For TestNG. */
  public StageTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    return source(elements, "a").transform(ByteArrayText.decode(TextEncoding.UTF_8));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.<byte[]>error(new IllegalStateException("failed"))
        .transform(ByteArrayText.decode(DecoderSpec.of(TextEncoding.UTF_8)));
  }

  /** {@code count} inputs with this text. */
  static Flux<byte[]> source(long count, String text) {
    return Flux.range(0, (int) Math.min(count, Integer.MAX_VALUE)).map(i -> text.getBytes());
  }
}
