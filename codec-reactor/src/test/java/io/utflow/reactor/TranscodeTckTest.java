/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The publisher rules of Reactive Streams for {@code transcode}: two outputs from each input. */
public class TranscodeTckTest extends PublisherVerification<byte[]> {
  private static final DecoderSpec FROM = DecoderSpec.of(TextEncoding.UTF_8);
  private static final EncoderSpec TO = EncoderSpec.of(TextEncoding.UTF_16BE).pieceBytes(4);

  /** For TestNG. */
  public TranscodeTckTest() {
    super(new TestEnvironment(20_000, 50, 50));
  }

  @Override
  public Publisher<byte[]> createPublisher(long elements) {
    return StageTckTest.source(elements / 2, "abc")
        .concatWith(StageTckTest.source(elements % 2, "z"))
        .transform(ByteArrayText.transcode(FROM, TO));
  }

  @Override
  public Publisher<byte[]> createFailedPublisher() {
    return Flux.<byte[]>error(new IllegalStateException("failed"))
        .transform(ByteArrayText.transcode(FROM, TO));
  }
}
