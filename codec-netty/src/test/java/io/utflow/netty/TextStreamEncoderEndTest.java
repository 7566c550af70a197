/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Sent.CLOSE;
import static io.utflow.netty.Sent.FLUSH;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What waits is written when the channel is closed or the encoder removed. */
class TextStreamEncoderEndTest extends EncoderTest {
  @Nested
  class End {
    @Test
    void aHighSurrogateThatWaitsIsReplacedBeforeTheClose() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a\uD83D");
      ChannelFuture closed = channel.close();
      assertThat(sent.eventsAndFlushes()).containsExactly("61", FLUSH, REPLACEMENT, FLUSH, CLOSE);
      assertThat(closed.isSuccess()).isTrue();
      assertThat(recorder.events()).containsExactly(Recorder.INACTIVE);
    }

    @Test
    void nothingThatWaitsIsNothingWritten() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a\uD83D", "\uDE00");
      channel.close();
      assertThat(sent.events()).containsExactly("61", "f09f9880", CLOSE);
    }

    @Test
    void aStreamWithoutTextHasNoByteOrderMark() {
      EmbeddedChannel channel = channel(EncoderSpec.of(TextEncoding.UTF_16));
      channel.writeOutbound("", "");
      channel.close();
      assertThat(sent.events()).containsExactly("", "", CLOSE);
    }

    @Test
    void theByteOrderMarkIsWrittenOnceAlsoAtTheEnd() {
      EmbeddedChannel channel = channel(EncoderSpec.of(TextEncoding.UTF_16));
      channel.writeOutbound("", "\uD83D");
      channel.close();
      assertThat(sent.events()).containsExactly("", "", "fefffffd", CLOSE);
    }

    @Test
    void whatIsSkippedIsNotWritten() {
      EmbeddedChannel channel = channel(UTF_8.onMalformed(MalformedPolicy.SKIP));
      channel.writeOutbound("a\uD83D");
      channel.close();
      assertThat(sent.events()).containsExactly("61", CLOSE);
    }

    @Test
    void aReportIsFiredAndTheChannelClosed() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeOutbound("a\uD83D");
      ChannelFuture closed = channel.close();
      assertThat(closed.isSuccess()).isTrue();
      assertThat(sent.events()).containsExactly("61", CLOSE);
      assertThat(recorder.events()).containsExactly(recorder.errors().get(0), Recorder.INACTIVE);
      assertThat(recorder.errors().get(0))
          .isInstanceOf(EncoderException.class)
          .hasCauseInstanceOf(IllFormedTextException.class)
          .hasMessageContaining("UNPAIRED_HIGH_SURROGATE at char 1");
    }

    /** A peer that reads nothing cannot keep the channel open. */
    @Test
    void theChannelIsClosedAtOnceWhateverThePeerHasTaken() {
      sent.stall();
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeAndFlush("a\uD83D");
      ChannelFuture closed = channel.close();
      assertThat(sent.eventsAndFlushes()).containsExactly("61", FLUSH, REPLACEMENT, FLUSH, CLOSE);
      assertThat(closed.isSuccess()).isTrue();
      assertThat(channel.isOpen()).isFalse();
      sent.proceed();
    }

    @Test
    void aDisconnectIsAClose() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a\uD83D");
      channel.disconnect();
      assertThat(sent.events()).containsExactly("61", REPLACEMENT, CLOSE);
    }

    @Test
    void aMessageAfterTheEndFails() {
      ChannelOutboundHandlerAdapter delaying =
          new ChannelOutboundHandlerAdapter() {
            @Override
            public void close(ChannelHandlerContext ctx, ChannelPromise promise) {}
          };
      EmbeddedChannel channel = new EmbeddedChannel(sent, delaying, encoder.of(UTF_8), recorder);
      channel.writeOutbound("a\uD83D");
      channel.close();
      assertThat(channel.writeAndFlush("b").cause()).isInstanceOf(EncoderException.class);
      assertThat(sent.events()).containsExactly("61", REPLACEMENT);
      channel.unsafe().close(channel.unsafe().voidPromise());
    }

    @Test
    void aConnectionThatIsLostCutsTheStreamAndEndsItNot() {
      List<IllFormedSequence> seen = new ArrayList<>();
      recorder.onInactive(ChannelHandlerContext::close);
      EmbeddedChannel channel = channel(REPORTING.observer(seen::add));
      channel.writeOutbound("a\uD83D");
      channel.unsafe().close(channel.unsafe().voidPromise());
      channel.runPendingTasks();
      assertThat(channel.isOpen()).isFalse();
      assertThat(sent.events()).containsExactly("61", CLOSE);
      assertThat(recorder.events()).containsExactly(Recorder.INACTIVE);
      assertThat(seen).isEmpty();
    }
  }

  @Nested
  class Removal {
    @Test
    void whatWaitsIsWrittenAndTheChannelStaysOpen() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a\uD83D");
      removeEncoder(channel);
      channel.writeOutbound("b");
      assertThat(sent.events()).containsExactly("61", REPLACEMENT, "b");
      assertThat(channel.isOpen()).isTrue();
      channel.finish();
    }

    @Test
    void nothingThatWaitsIsNothingWritten() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a");
      removeEncoder(channel);
      assertThat(sent.events()).containsExactly("61");
      channel.finish();
    }

    @Test
    void aReportIsFired() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeOutbound("a\uD83D");
      removeEncoder(channel);
      assertThat(recorder.errors())
          .singleElement()
          .satisfies(e -> assertThat(e).hasCauseInstanceOf(IllFormedTextException.class));
      channel.finish();
    }

    @Test
    void afterAFailureNothingIsWrittenOrFired() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeAndFlush("\uDC00");
      removeEncoder(channel);
      channel.finish();
      assertThat(sent.events()).containsExactly(CLOSE);
      assertThat(recorder.errors()).isEmpty();
    }
  }

  /** An observer is called while a message is being encoded. */
  @Nested
  class WithinAnObserver {
    private EmbeddedChannel channel;

    private void write(Runnable once, String message) {
      Runnable[] action = {once};
      channel =
          channel(
              UTF_8.observer(
                  sequence -> {
                    Runnable next = action[0];
                    action[0] = () -> {};
                    next.run();
                  }));
      assertThat(channel.writeAndFlush(message).isSuccess()).isTrue();
      channel.runPendingTasks();
    }

    @Test
    void aCloseComesAfterTheMessage() {
      write(() -> channel.close(), "ab\uDC00cd\uD83D");
      assertThat(sent.events()).containsExactly("6162" + REPLACEMENT + "6364", REPLACEMENT, CLOSE);
      assertThat(channel.isOpen()).isFalse();
      assertThat(recorder.errors()).isEmpty();
    }

    @Test
    void aRemovalComesAfterTheMessage() {
      write(() -> removeEncoder(channel), "ab\uDC00cd\uD83D");
      assertThat(sent.events()).containsExactly("6162" + REPLACEMENT + "6364", REPLACEMENT);
      assertThat(recorder.errors()).isEmpty();
      channel.finish();
    }

    @Test
    void aWriteFailsAndTheMessageIsUnharmed() {
      List<ChannelFuture> inner = new ArrayList<>();
      write(() -> inner.add(channel.writeAndFlush("inner")), "ab\uDC00cd");
      assertThat(inner.get(0).cause()).isInstanceOf(EncoderException.class);
      channel.writeOutbound("e");
      assertThat(sent.events()).containsExactly("6162" + REPLACEMENT + "6364", "65");
      channel.finish();
    }

    @Test
    void aCloseAtTheEndOfTheStreamWritesNothingTwice() {
      write(() -> channel.close(), "ab\uD83D");
      channel.close();
      channel.runPendingTasks();
      assertThat(sent.events()).startsWith("6162", REPLACEMENT).endsWith(CLOSE);
      assertThat(sent.events().stream().filter(REPLACEMENT::equals)).hasSize(1);
    }
  }
}
