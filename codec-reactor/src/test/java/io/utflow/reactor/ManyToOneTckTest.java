/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.TextEncoding;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The publisher rules of Reactive Streams: each output from four inputs. */
public class ManyToOneTckTest extends PublisherVerification<String> {

  /** For TestNG. */
  public ManyToOneTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    byte[] emoji = Buffered.encode("\uD83D\uDE00", TextEncoding.UTF_8);
    return Flux.range(0, (int) Math.min(elements, Integer.MAX_VALUE))
        .concatMapIterable(i -> Buffered.pieces(emoji, 1))
        .transform(ByteArrayText.decode(TextEncoding.UTF_8));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return null;
  }
}
