/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Sent.CLOSE;
import static io.utflow.netty.Sent.FLUSH;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each message has its own promise, and a failure is that of its message. */
class TextStreamEncoderPromiseTest extends EncoderTest {
  @Test
  void eachMessageHasItsOwn() {
    sent.stall();
    EmbeddedChannel channel = channel(UTF_8);
    ChannelFuture first = channel.write("a\uD83D");
    ChannelFuture second = channel.write("\uDE00");
    ChannelFuture empty = channel.write("");
    assertThat(List.of(first.isDone(), second.isDone(), empty.isDone())).containsOnly(false);
    assertThat(sent.eventsAndFlushes()).containsExactly("61", "f09f9880", "");
    sent.proceed();
    assertThat(List.of(first.isSuccess(), second.isSuccess(), empty.isSuccess()))
        .containsOnly(true);
    channel.finish();
  }

  @Test
  void aReportWritesThePrefixAndFailsThisMessageAndAllLaterOnes() {
    EmbeddedChannel channel = channel(REPORTING);
    ChannelFuture good = channel.writeAndFlush("ab");
    ChannelFuture bad = channel.writeAndFlush("cd\uDC00ef");
    ChannelFuture late = channel.writeAndFlush("gh");
    ChannelFuture empty = channel.writeAndFlush("");
    assertThat(good.isSuccess()).isTrue();
    assertThat(bad.cause())
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(IllFormedTextException.class)
        .hasMessageContaining("UNPAIRED_LOW_SURROGATE at char 4");
    assertThat(late.cause()).isInstanceOf(EncoderException.class);
    assertThat(empty.cause()).isInstanceOf(EncoderException.class);
    assertThat(sent.eventsAndFlushes()).containsExactly("6162", FLUSH, "6364", FLUSH, FLUSH, FLUSH);
    channel.close();
    assertThat(sent.events()).containsExactly("6162", "6364", CLOSE);
    assertThat(recorder.errors()).isEmpty();
  }

  @Test
  void theLaterOnesCarryTheFirstFailure() {
    EmbeddedChannel channel = channel(REPORTING);
    Throwable first = channel.writeAndFlush("ab\uDC00").cause();
    for (String later : List.of("cd", "", "\uDC00")) {
      Throwable cause = channel.writeAndFlush(later).cause();
      assertThat(cause)
          .isInstanceOf(EncoderException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
      assertThat(cause.getCause().getCause()).isSameAs(first.getCause());
    }
    channel.finish();
  }

  @Test
  void aCheckedExceptionOfAnObserverFailsThemToo() {
    Exception thrown = new java.io.IOException("from an observer in Kotlin");
    EmbeddedChannel channel = channel(UTF_8.observer(sequence -> Sneaky.sneak(thrown)));
    assertThat(channel.writeAndFlush("\uDC00c").cause().getCause()).isSameAs(thrown);
    Throwable later = channel.writeAndFlush("d").cause();
    assertThat(later.getCause().getCause()).isSameAs(thrown);
    channel.close();
    assertThat(sent.events()).containsExactly(CLOSE);
    assertThat(recorder.errors()).isEmpty();
  }

  @Test
  void aReportAtOnceWritesNothing() {
    EmbeddedChannel channel =
        channel(EncoderSpec.of(TextEncoding.UTF_16).onMalformed(MalformedPolicy.REPORT));
    assertThat(channel.writeAndFlush("\uDC00a").isSuccess()).isFalse();
    assertThat(sent.events()).isEmpty();
    channel.finish();
  }

  @Test
  void theMessageThatShowsThePreviousOneIllFormedFails() {
    EmbeddedChannel channel = channel(REPORTING);
    ChannelFuture first = channel.writeAndFlush("a\uD83D");
    ChannelFuture second = channel.writeAndFlush("b");
    assertThat(first.isSuccess()).isTrue();
    assertThat(second.cause()).hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(sent.events()).containsExactly("61");
    channel.finish();
  }

  @Test
  void aVoidPromiseFiresTheFailure() {
    EmbeddedChannel channel = channel(REPORTING);
    channel.write("a\uDC00", channel.voidPromise());
    assertThat(sent.events()).containsExactly("61");
    assertThat(recorder.errors())
        .singleElement()
        .satisfies(e -> assertThat(e).hasCauseInstanceOf(IllFormedTextException.class));
    channel.finish();
  }

  @Test
  void whatAnObserverThrowsFailsTheMessageAfterThePrefix() {
    RuntimeException exception = new RuntimeException("from the observer");
    AssertionError error = new AssertionError("from the observer");
    assertFailsWith(
        exception,
        UTF_8.observer(
            sequence -> {
              throw exception;
            }));
    assertFailsWith(
        error,
        UTF_8.observer(
            sequence -> {
              throw error;
            }));
    assertFailsWith(
        exception,
        UTF_8.onMalformed(
            MalformedPolicy.handledBy(
                sequence -> {
                  throw exception;
                })));
  }

  private void assertFailsWith(Throwable thrown, EncoderSpec spec) {
    Sent written = new Sent();
    EmbeddedChannel channel = new EmbeddedChannel(written, encoder.of(spec));
    ChannelFuture bad = channel.writeAndFlush("ab\uDC00c");
    assertThat(bad.cause()).isInstanceOf(EncoderException.class);
    assertThat(bad.cause().getCause()).isSameAs(thrown);
    assertThat(channel.writeAndFlush("d").isSuccess()).isFalse();
    channel.finish();
    assertThat(written.events()).containsExactly("6162", CLOSE);
  }
}
