/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Product;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

/**
 * The source on one thread, the subscriber on the other, thousands of times. The source is a
 * unicast sink, which sends on whichever thread brought what was missing, input or demand.
 */
class RaceTest {
  private static final int BATCHES = Product.sampled(10, 10);
  private static final int BATCH = 200;
  private static final String TEXT = "ab\u20acdefg\uD83D\uDE00hi\u05D0jklm";
  private static final DecoderSpec PAIRS =
      DecoderSpec.of(TextEncoding.UTF_8).pieceChars(2).onMalformed(MalformedPolicy.REPORT);

  /** What the subscriber does while the source sends all of the text and its end. */
  private enum Play {
    REQUEST_ONE_BY_ONE {
      @Override
      void run(Probe probe) {
        for (int i = 0; i < TEXT.length(); i++) {
          probe.request(1);
        }
      }
    },
    REQUEST_SOME_THEN_ALL {
      @Override
      void run(Probe probe) {
        probe.request(1);
        probe.request(2);
        probe.request(Long.MAX_VALUE);
        probe.request(1);
      }
    },
    REQUEST_ALL_TWICE {
      @Override
      void run(Probe probe) {
        probe.request(Long.MAX_VALUE);
        probe.request(Long.MAX_VALUE);
      }
    },
    CANCEL_WITH_DEMAND {
      @Override
      void run(Probe probe) {
        probe.request(4);
        probe.cancel();
      }
    },
    CANCEL_WITH_ALL_DEMAND {
      @Override
      void run(Probe probe) {
        probe.request(Long.MAX_VALUE);
        probe.cancel();
      }
    },
    CANCEL_WITHOUT_DEMAND {
      @Override
      void run(Probe probe) {
        probe.cancel();
      }
    };

    abstract void run(Probe probe);

    boolean cancels() {
      return name().startsWith("CANCEL");
    }
  }

  /** How the source ends. */
  private enum End {
    COMPLETE,
    ERROR,
    ILL_FORMED
  }

  @ParameterizedTest
  @EnumSource
  void sourceAgainstSubscriber(Play play) {
    race(play, List.of(Run::send, run -> play.run(run.probe)));
  }

  @ParameterizedTest
  @EnumSource
  void twoSubscriberThreadsAgainstTheSource(Play play) {
    race(
        play,
        List.of(
            Run::send,
            run -> play.run(run.probe),
            run -> Play.REQUEST_SOME_THEN_ALL.run(run.probe)));
  }

  private static void race(Play play, List<Consumer<Run>> actors) {
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        runs.add(new Run(End.values()[i % 3], i % 5 + 1, i % 2 == 0));
      }
      Races.race(runs, actors);
      for (int i = 0; i < BATCH; i++) {
        runs.get(i).verify(play.cancels(), i);
      }
    }
  }

  /** The end on the heels of an input: whoever sees the end must have seen the input. */
  @Test
  void inputAndEndAgainstRequest() {
    List<byte[]> input = List.of(new byte[] {'a', 'b', 'c'});
    for (int batch = 0; batch < 5 * BATCHES; batch++) {
      List<Raw> runs = Stream.generate(() -> new Raw(input)).limit(BATCH).toList();
      runs.forEach(run -> run.probe.request(1));
      Races.race(
          runs,
          List.of(
              run -> {
                run.source.subscriber().onNext(run.delivery.deliver(0));
                run.source.subscriber().onComplete();
              },
              run -> run.probe.request(1)));
      for (Raw run : runs) {
        assertThat(run.probe.text.toString()).isEqualTo("abc");
        assertThat(run.probe.ends.get()).isOne();
        assertThat(run.delivery.referencesLeft()).containsExactly(0);
      }
    }
  }

  /** An input that arrives while the canceller clears up is released by one of the two. */
  @ParameterizedTest
  @ValueSource(longs = {1, Long.MAX_VALUE})
  void inputAgainstCancel(long demand) {
    List<byte[]> input = List.of(new byte[] {'a', 'b', 'c'});
    for (int batch = 0; batch < 5 * BATCHES; batch++) {
      List<Raw> runs = Stream.generate(() -> new Raw(input)).limit(BATCH).toList();
      runs.forEach(run -> run.probe.request(demand));
      Races.race(
          runs,
          List.of(
              run -> run.source.subscriber().onNext(run.delivery.deliver(0)),
              run -> run.probe.cancel()));
      for (Raw run : runs) {
        assertThat(run.probe.violations()).isZero();
        assertThat(run.delivery.referencesLeft()).containsExactly(0);
      }
    }
  }

  /** What the source's thread is using, no other closes. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCancelWhileTheStageReads(boolean restsEmpty) {
    Delivery<ByteBuf> delivery =
        new Delivery<>(KindOfBuffer.pooledDirect(), List.of(new byte[] {'a'}, new byte[] {'b'}));
    Probe probe = new Probe();
    AtomicInteger closesWhileReading = new AtomicInteger(-1);
    AtomicReference<Subscription> subscription = new AtomicReference<>();
    Confined confined =
        new Confined(new ViewStage<>(new WholeBuffers(), Stages.decode(PAIRS))) {
          /** One that must be closed has yielded all by then. */
          @Override
          public boolean isSpent() {
            return !restsEmpty;
          }

          @Override
          public void offer(ByteBuf input) {
            super.offer(input);
            // A request behind the cancel asks for nothing (Reactive Streams, §3.6).
            CompletableFuture.runAsync(
                    () -> {
                      probe.cancel();
                      subscription.get().request(1);
                    })
                .join();
            closesWhileReading.set(closes.get());
          }
        };
    PushSource<ByteBuf> source = new PushSource<>();
    new FluxStage<>(source, () -> confined, ByteBuf::release, text -> {}, restsEmpty)
        .doOnSubscribe(subscription::set)
        .subscribe(probe);
    probe.request(Long.MAX_VALUE);
    source.subscriber().onNext(delivery.deliver(0));
    assertThat(closesWhileReading).hasValue(0);
    if (!restsEmpty) {
      // The source may send nothing more: who reads acts on the cancel that it found.
      assertThat(confined.closes).hasValue(1);
    }
    source.subscriber().onNext(delivery.deliver(1));
    assertThat(confined.closes).hasValue(1);
    assertThat(source.cancels()).isOne();
    assertThat(probe.text).isEmpty();
    assertThat(delivery.referencesLeft()).containsExactly(0, 0);
  }

  /** The operator between a source and a subscriber, with nothing else around it. */
  private static final class Raw {
    private final PushSource<ByteBuf> source = new PushSource<>();
    private final Probe probe = new Probe();
    private final Delivery<ByteBuf> delivery;

    Raw(List<byte[]> pieces) {
      delivery = new Delivery<>(KindOfBuffer.pooledDirect(), pieces);
      source.transform(ByteBufText.decode(PAIRS)).subscribe(probe);
    }
  }

  private static final class Run {
    private final Sinks.Many<ByteBuf> sink = Sinks.many().unicast().onBackpressureBuffer();
    private final Delivery<ByteBuf> delivery;
    private final End end;
    private final Probe probe = new Probe();
    private final Confined confined;
    private final boolean restsEmpty;

    Run(End end, int pieceSize, boolean restsEmpty) {
      this.end = end;
      this.restsEmpty = restsEmpty;
      List<byte[]> pieces =
          new ArrayList<>(Buffered.pieces(Buffered.encode(TEXT, TextEncoding.UTF_8), pieceSize));
      if (end == End.ILL_FORMED) {
        pieces.add(new byte[] {-1, 'x'});
      }
      delivery = new Delivery<>(KindOfBuffer.pooledDirect(), pieces);
      Stage<ByteBuf, String> decoding = new ViewStage<>(new WholeBuffers(), Stages.decode(PAIRS));
      confined = new Confined(decoding);
      new FluxStage<>(
              delivery.watched(sink.asFlux()),
              () -> confined,
              ByteBuf::release,
              text -> {},
              restsEmpty)
          .subscribe(probe);
    }

    void send() {
      for (ByteBuf buffer : delivery.made()) {
        if (sink.tryEmitNext(buffer).isFailure()) {
          return;
        }
      }
      if (end == End.ERROR) {
        sink.tryEmitError(new IllegalStateException("lost"));
      } else {
        sink.tryEmitComplete();
      }
    }

    void verify(boolean mayBeCancelled, int round) {
      assertThat(probe.violations()).as("round %d", round).isZero();
      assertThat(confined.violations.get()).as("round %d", round).isZero();
      boolean mayStayOpen = restsEmpty && mayBeCancelled;
      assertThat(confined.closes.get()).as("closed, round %d", round).isIn(mayStayOpen ? 0 : 1, 1);
      String text = probe.text.toString();
      if (mayBeCancelled) {
        assertThat(TEXT).as("round %d", round).startsWith(text);
        assertThat(probe.ends.get()).isLessThanOrEqualTo(1);
      } else {
        assertThat(text).as("round %d", round).isEqualTo(TEXT);
        assertThat(probe.ends.get()).as("ends, round %d", round).isOne();
        assertThat(probe.failed).isEqualTo(end != End.COMPLETE);
      }
      assertThat(delivery.referencesLeft()).as("round %d", round).isSubsetOf(0);
    }
  }

  /** The subscriber: its signals must be serial, within demand, and nothing after the end. */
  private static final class Probe extends BaseSubscriber<String> {
    private final StringBuffer text = new StringBuffer();
    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private volatile boolean failed;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(String piece) {
      enter();
      text.append(piece);
      leave();
    }

    @Override
    protected void hookOnComplete() {
      enter();
      ends.incrementAndGet();
      leave();
    }

    @Override
    protected void hookOnError(Throwable failure) {
      enter();
      failed = true;
      ends.incrementAndGet();
      leave();
    }

    private void enter() {
      if (entered.getAndIncrement() != 0 || ends.get() != 0) {
        wrong.incrementAndGet();
      }
    }

    private void leave() {
      entered.decrementAndGet();
    }

    int violations() {
      return wrong.get();
    }
  }

  /** A stage that notices when two threads are in it, or when it is used after it was closed. */
  private static class Confined implements Stage<ByteBuf, String> {
    private final Stage<ByteBuf, String> stage;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicInteger violations = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();

    Confined(Stage<ByteBuf, String> stage) {
      this.stage = stage;
    }

    private void enter() {
      if (!busy.compareAndSet(false, true) || closes.get() != 0) {
        violations.incrementAndGet();
      }
    }

    private void leave() {
      busy.set(false);
    }

    @Override
    public void offer(ByteBuf input) {
      enter();
      stage.offer(input);
      leave();
    }

    @Override
    public void endOfInput() {
      enter();
      stage.endOfInput();
      leave();
    }

    @Override
    public @Nullable String poll() {
      enter();
      try {
        return stage.poll();
      } finally {
        leave();
      }
    }

    @Override
    public void close() {
      enter();
      closes.incrementAndGet();
      stage.close();
      leave();
    }
  }

  private static final class WholeBuffers implements Buffers<ByteBuf> {
    @Override
    public ByteBuffer[] views(ByteBuf buffer) {
      return new ByteBuffer[] {buffer.nioBuffer()};
    }

    @Override
    public void release(ByteBuf buffer) {
      buffer.release();
    }

    @Override
    public ByteBuf prefix(ByteBuf buffer, int length) {
      throw new UnsupportedOperationException();
    }
  }
}
