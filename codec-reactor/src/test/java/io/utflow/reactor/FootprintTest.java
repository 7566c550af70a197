/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.GraphLayout;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A subscription whose subscriber pauses in the middle of a small buffer holds little besides. */
@Tag("whole")
class FootprintTest {
  private static final int OBJECTS = 980;
  private static final String SMALL = "\u00E9 line of text\n".repeat(12);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPausedSubscriptionToLines(boolean readOnly) {
    byte[] bytes = SMALL.getBytes(StandardCharsets.UTF_8);
    // Not direct: such buffers refer to each other by their cleaners, all those of the JVM.
    ByteBuffer buffer =
        readOnly ? ByteBuffer.wrap(bytes).asReadOnlyBuffer() : ByteBuffer.wrap(bytes);
    Function<Flux<? extends ByteBuffer>, Flux<String>> lines =
        ByteBufferText.lines(
            DecoderSpec.of(TextEncoding.UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF));
    Once asking = new Once();
    Object one = paused(lines, buffer, asking);
    Object other = paused(lines, buffer, asking);
    assertThat(asking.received).isEqualTo(2);
    long both = GraphLayout.parseInstance(one, other).totalSize();
    long size = both - GraphLayout.parseInstance(one).totalSize();
    // Room for the chars of a line, a copy of bytes that have no accessible array, and the objects.
    assertThat(size).isBetween(100L, 3L * bytes.length + OBJECTS);
  }

  private static Object paused(
      Function<Flux<? extends ByteBuffer>, Flux<String>> lines, ByteBuffer buffer, Once asking) {
    PushSource<ByteBuffer> source = new PushSource<>();
    lines.apply(source).subscribe(asking);
    source.subscriber().onNext(buffer);
    assertThat(source.requests()).isEqualTo(List.of(1L));
    return source.subscriber();
  }

  /** Asks each of its subscriptions for one line, and remembers none. */
  private static final class Once implements CoreSubscriber<String> {
    private int received;

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    public void onNext(String line) {
      received++;
    }

    @Override
    public void onError(Throwable failure) {
      throw new AssertionError(failure);
    }

    @Override
    public void onComplete() {}
  }
}
