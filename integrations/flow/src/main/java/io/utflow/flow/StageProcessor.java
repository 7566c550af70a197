/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import io.utflow.codec.stage.Stage;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a stage between a {@link Flow.Publisher} and one {@link Flow.Subscriber}: lines, events,
 * pieces of text, or what a stage of your own makes of the bytes.
 *
 * <pre>{@code
 * StageProcessor<ByteBuffer, String> lines =
 *     new StageProcessor<>(Stages.lines(DecoderSpec.of(UTF_8), LineSpec.of(LineBreaks.LF_OR_CRLF)));
 * lines.subscribe(subscriber);
 * source.subscribe(lines);
 * }</pre>
 *
 * <p><b>Demand.</b> The source is asked for one input, when there is demand and the stage has
 * nothing left to yield. Therefore at most one input and one output wait here. The end and an error
 * need no demand.
 *
 * <p><b>Errors.</b> The subscriber receives an exception of the stage unchanged, after all outputs
 * before it, and the source is cancelled. An error of the source comes after the outputs of the
 * inputs before it; pending bytes are then dropped. A second subscriber receives an {@link
 * IllegalStateException}, and a demand that is not positive is an {@link IllegalArgumentException}.
 *
 * <p>The subscriber receives its last signal even if the stage's {@code close()}, the release of an
 * output or the source's {@code cancel()} throws. That exception is added to the error of the
 * stream as a suppressed exception, or is the error of a stream that has no other. After the
 * subscriber has cancelled, it goes to the {@link Thread.UncaughtExceptionHandler} of the thread.
 *
 * <p><b>Ownership.</b> An input must not change until the next one is requested. The stage is
 * closed at the end, at an error and when the subscriber cancels. An output that was polled and not
 * delivered is then released, if this was made with a release.
 *
 * <p><b>Threads.</b> For one stream. The subscriber is called by one thread at a time: one that
 * calls the processor or its subscription. It may request and cancel on any thread.
 *
 * @param <I> the inputs
 * @param <O> the outputs
 */
public final class StageProcessor<I, O> implements Flow.Processor<I, O> {
  private final Stage<I, O> stage;
  private final Consumer<? super O> release;
  private final Demand demand = new Demand();

  /** Signals that the drainer has not seen. The thread that raises it from 0 is the drainer. */
  private final AtomicInteger work = new AtomicInteger();

  private final AtomicLong requested = new AtomicLong();
  private final AtomicReference<@Nullable I> arrived = new AtomicReference<>();
  private final AtomicBoolean subscribed = new AtomicBoolean();
  private volatile Flow.@Nullable Subscriber<? super O> subscriber;
  private volatile Flow.@Nullable Subscription upstream;
  private volatile boolean cancelled;
  private volatile @Nullable RuntimeException refused;

  /** Written before {@link #done}. */
  private @Nullable Throwable error;

  private volatile boolean done;

  // The drainer's own.
  private @Nullable O ahead;
  private boolean awaiting;
  private boolean ended;
  private boolean closed;

  /**
   * A processor whose outputs have no owner, as text.
   *
   * @param stage is this processor's from here on
   */
  public StageProcessor(Stage<I, O> stage) {
    this(stage, output -> {});
  }

  /**
   * A processor whose outputs must be released if they cannot be delivered.
   *
   * @param stage is this processor's from here on
   * @param release takes an output that was polled and not delivered
   */
  public StageProcessor(Stage<I, O> stage, Consumer<? super O> release) {
    this.stage = Objects.requireNonNull(stage, "stage");
    this.release = Objects.requireNonNull(release, "release");
  }

  // The source's signals.

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    Objects.requireNonNull(subscription, "subscription");
    if (upstream != null || cancelled) {
      subscription.cancel();
      return;
    }
    upstream = subscription;
    if (cancelled) {
      subscription.cancel();
    }
    signal();
  }

  @Override
  public void onNext(I input) {
    Objects.requireNonNull(input, "input");
    if (done || cancelled) {
      return;
    }
    if (arrived.compareAndSet(null, input)) {
      signal();
    } else {
      refuse(new IllegalStateException("the source sent more than was requested"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    if (!done) {
      error = failure;
      done = true;
      signal();
    }
  }

  @Override
  public void onComplete() {
    done = true;
    signal();
  }

  // The subscriber's signals.

  @Override
  public void subscribe(Flow.Subscriber<? super O> next) {
    Objects.requireNonNull(next, "subscriber");
    if (!subscribed.compareAndSet(false, true)) {
      next.onSubscribe(new Nothing());
      next.onError(new IllegalStateException("a processor of one stream has one subscriber"));
      return;
    }
    try {
      next.onSubscribe(demand);
    } catch (Throwable failure) {
      // The subscriber breaks its contract: nothing more is signalled to it.
      demand.cancel();
      throw failure;
    }
    subscriber = next;
    signal();
  }

  private final class Demand implements Flow.Subscription {
    @Override
    public void request(long n) {
      if (n > 0) {
        requested.accumulateAndGet(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
        signal();
      } else {
        refuse(new IllegalArgumentException("request(" + n + "): ask for at least 1"));
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      tellThread(alsoRun(null, StageProcessor.this::cancelUpstream));
      signal();
    }
  }

  private static final class Nothing implements Flow.Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /** The stream fails, whatever waits. */
  private void refuse(RuntimeException failure) {
    refused = failure;
    signal();
  }

  // The drain.

  private void signal() {
    if (work.getAndIncrement() == 0) {
      int missed = 1;
      do {
        advance();
        missed = work.addAndGet(-missed);
      } while (missed != 0);
    }
  }

  private void advance() {
    Flow.Subscriber<? super O> next = subscriber;
    while (!closed) {
      if (cancelled) {
        tellThread(close(null));
      } else if (next == null) {
        return;
      } else if (!emit(next)) {
        return;
      }
    }
    subscriber = null;
    arrived.set(null);
  }

  /** Sends the next signal. False: it waits for demand or input. */
  private boolean emit(Flow.Subscriber<? super O> next) {
    O output;
    try {
      throwRefused();
      output = lookAhead();
      if (output == null && !ended) {
        ask();
        return false;
      }
    } catch (Throwable failure) {
      next.onError(giveUp(failure));
      return true;
    }
    if (output != null) {
      return deliver(next, output);
    }
    Throwable failure = close(error);
    if (failure == null) {
      next.onComplete();
    } else {
      next.onError(failure);
    }
    return true;
  }

  private boolean deliver(Flow.Subscriber<? super O> next, O output) {
    if (requested.get() == 0) {
      ahead = output;
      return false;
    }
    ahead = null;
    requested.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
    try {
      next.onNext(output);
    } catch (Throwable failure) {
      // The subscriber breaks its contract: nothing more is signalled to it.
      cancelled = true;
      giveUp(failure);
      throw failure;
    }
    return true;
  }

  /** The next output, or null. It is looked for without demand, because the end needs no demand. */
  private @Nullable O lookAhead() {
    O output = ahead;
    if (output == null && !stage.isSpent()) {
      output = stage.poll();
    }
    while (output == null && feed()) {
      output = stage.poll();
    }
    return output;
  }

  /** Gives the dry stage the input that has arrived, or the end; false without either. */
  private boolean feed() {
    boolean last = done; // Read before the input: what was there before the end is not overlooked.
    I input = arrived.getAndSet(null);
    if (input != null) {
      awaiting = false;
      stage.offer(input);
      return true;
    }
    if (!last || ended) {
      return false;
    }
    ended = true;
    if (error == null) {
      stage.endOfInput();
    }
    return true;
  }

  private void ask() {
    Flow.Subscription source = upstream;
    if (source != null && !awaiting && requested.get() > 0) {
      awaiting = true;
      source.request(1);
    }
  }

  private void throwRefused() {
    RuntimeException failure = refused;
    if (failure != null) {
      throw failure;
    }
  }

  private void cancelUpstream() {
    Flow.Subscription source = upstream;
    if (source != null) {
      source.cancel();
    }
  }

  /** Closes a stream that fails before its source has ended. */
  private Throwable giveUp(Throwable failure) {
    alsoRun(failure, this::cancelUpstream);
    close(failure);
    return failure;
  }

  /**
   * Releases everything that is held here.
   *
   * @param failure the failure that has ended the stream, if it has failed
   * @return the same, or an exception that was thrown here, or null
   */
  private @Nullable Throwable close(@Nullable Throwable failure) {
    closed = true;
    O undelivered = ahead;
    ahead = null;
    Throwable all = alsoRun(failure, stage::close);
    return undelivered == null ? all : alsoRun(all, () -> release.accept(undelivered));
  }

  /** Runs what must not keep the subscriber from its last signal, and notes what it throws. */
  private static @Nullable Throwable alsoRun(@Nullable Throwable earlier, Runnable action) {
    try {
      action.run();
      return earlier;
    } catch (Throwable e) {
      if (earlier == null) {
        return e;
      }
      if (earlier != e) {
        earlier.addSuppressed(e);
      }
      return earlier;
    }
  }

  /**
   * Reports a failure after a cancel to the thread: a cancel must not throw, and no subscriber is
   * left.
   */
  private static void tellThread(@Nullable Throwable failure) {
    if (failure != null) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
  }
}
