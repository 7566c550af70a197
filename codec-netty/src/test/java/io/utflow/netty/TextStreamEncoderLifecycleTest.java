package io.utflow.netty;

import static io.utflow.netty.Sent.CLOSE;
import static io.utflow.netty.Sent.FLUSH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a channel can do to a stream of text on its way out: end, fail, lose the handler, wait. */
class TextStreamEncoderLifecycleTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  private static final EncoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);
  private static final String REPLACEMENT = "efbfbd";

  private final Buffers buffers = new Buffers();
  private final Sent sent = new Sent();
  private final Recorder recorder = new Recorder();

  @AfterEach
  void everyBufferWasReleased() {
    buffers.assertAllReleased();
  }

  private EmbeddedChannel channel(EncoderSpec spec) {
    return new EmbeddedChannel(sent, new TextStreamEncoder(spec), recorder);
  }

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
      EmbeddedChannel channel =
          new EmbeddedChannel(sent, delaying, new TextStreamEncoder(UTF_8), recorder);
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
  class Promise {
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
      assertThat(sent.eventsAndFlushes())
          .containsExactly("6162", FLUSH, "6364", FLUSH, FLUSH, FLUSH);
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
      EmbeddedChannel channel = new EmbeddedChannel(written, new TextStreamEncoder(spec));
      ChannelFuture bad = channel.writeAndFlush("ab\uDC00c");
      assertThat(bad.cause()).isInstanceOf(EncoderException.class);
      assertThat(bad.cause().getCause()).isSameAs(thrown);
      assertThat(channel.writeAndFlush("d").isSuccess()).isFalse();
      channel.finish();
      assertThat(written.events()).containsExactly("6162", CLOSE);
    }
  }

  @Nested
  class Ownership {
    @Test
    void aCountedMessageIsReleasedHoweverItEnds() {
      EmbeddedChannel channel = channel(REPORTING);
      List<Counted> messages =
          List.of(
              new Counted("a"), new Counted(""), new Counted("b\uDC00"), new Counted("too late"));
      messages.forEach(channel::writeAndFlush);
      assertThat(messages).allSatisfy(message -> assertThat(message.refCnt()).isZero());
      assertThat(sent.events()).containsExactly("61", "", "62");
      channel.finish();
    }

    @Test
    void otherMessagesPass() {
      EmbeddedChannel channel = channel(UTF_8);
      ByteBuf bytes = buffers.ofHex("00ff");
      channel.writeOutbound("a\uD83D", bytes, 7, new StringBuilder("\uDE00"));
      assertThat(sent.events()).containsExactly("61", "00ff", 7, "f09f9880");
      channel.finish();
    }

    @Test
    void oneHandlerServesOneChannel() {
      TextStreamEncoder encoder = new TextStreamEncoder(TextEncoding.UTF_8);
      EmbeddedChannel channel = new EmbeddedChannel(encoder);
      EmbeddedChannel other = new EmbeddedChannel(DefaultChannelId.newInstance());
      assertThatThrownBy(() -> other.pipeline().addLast(encoder))
          .isInstanceOf(ChannelPipelineException.class);
      channel.finish();
      other.finish();
    }
  }

  @Nested
  class Removal {
    @Test
    void whatWaitsIsWrittenAndTheChannelStaysOpen() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a\uD83D");
      channel.pipeline().remove(TextStreamEncoder.class);
      channel.writeOutbound("b");
      assertThat(sent.events()).containsExactly("61", REPLACEMENT, "b");
      assertThat(channel.isOpen()).isTrue();
      channel.finish();
    }

    @Test
    void nothingThatWaitsIsNothingWritten() {
      EmbeddedChannel channel = channel(UTF_8);
      channel.writeOutbound("a");
      channel.pipeline().remove(TextStreamEncoder.class);
      assertThat(sent.events()).containsExactly("61");
      channel.finish();
    }

    @Test
    void aReportIsFired() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeOutbound("a\uD83D");
      channel.pipeline().remove(TextStreamEncoder.class);
      assertThat(recorder.errors())
          .singleElement()
          .satisfies(e -> assertThat(e).hasCauseInstanceOf(IllFormedTextException.class));
      channel.finish();
    }

    @Test
    void afterAFailureNothingIsWrittenOrFired() {
      EmbeddedChannel channel = channel(REPORTING);
      channel.writeAndFlush("\uDC00");
      channel.pipeline().remove(TextStreamEncoder.class);
      channel.finish();
      assertThat(sent.events()).containsExactly(CLOSE);
      assertThat(recorder.errors()).isEmpty();
    }
  }

  /** An observer is called in the midst of a message. */
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
      write(() -> channel.pipeline().remove(TextStreamEncoder.class), "ab\uDC00cd\uD83D");
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

  @Test
  void aLargeMessageIsOneBuffer() {
    EmbeddedChannel channel = channel(UTF_8.pieceLength(4));
    channel.writeOutbound("€".repeat(100_000), "a".repeat(100_000));
    assertThat(sent.events()).containsExactly("e282ac".repeat(100_000), "61".repeat(100_000));
    channel.finish();
  }

  /** Text whose memory is counted, as that of some servers' header values is. */
  private static final class Counted extends AbstractReferenceCounted implements CharSequence {
    private final String text;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      assertThat(refCnt()).isPositive();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public ReferenceCounted touch(Object hint) {
      return this;
    }

    @Override
    protected void deallocate() {}
  }
}
