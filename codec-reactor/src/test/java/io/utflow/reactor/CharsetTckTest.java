/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/**
 * The publisher rules of Reactive Streams for lines of a charset with state, which are found in
 * UTF-16: one from each two inputs, cut within a character.
 */
public class CharsetTckTest extends PublisherVerification<String> {
  private static final TextEncoding JAPANESE = TextEncoding.forName("ISO-2022-JP");

  /** For TestNG. */
  public CharsetTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    byte[] first = {0x1B, '$', 'B', 0x24};
    byte[] second = {0x22, 0x1B, '(', 'B', '\n'};
    return Flux.range(0, (int) Math.min(elements, Integer.MAX_VALUE))
        .concatMap(i -> Flux.just(first, second))
        .transform(ByteArrayText.lines(JAPANESE, LineBreaks.LF_OR_CRLF));
  }

  @Override
  public Publisher<String> createFailedPublisher() {
    return Flux.<byte[]>error(new IllegalStateException("failed"))
        .transform(ByteArrayText.lines(JAPANESE, LineBreaks.LF_OR_CRLF));
  }
}
