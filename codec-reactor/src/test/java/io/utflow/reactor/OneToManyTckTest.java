/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The publisher rules of Reactive Streams: all outputs from one input, as far as that goes. */
public class OneToManyTckTest extends PublisherVerification<String> {
  private static final int PER_INPUT = 100;

  /** For TestNG. */
  public OneToManyTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    Flux<byte[]> many = StageTckTest.source(elements / PER_INPUT, "ab".repeat(PER_INPUT));
    Flux<byte[]> rest = StageTckTest.source(1, "ab".repeat((int) (elements % PER_INPUT)));
    return many.concatWith(rest)
        .transform(ByteArrayText.decode(DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2)));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return null;
  }
}
