/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.utflow.codec.stage.Stage;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscription of {@link FluxStage}.
 *
 * <p>The thread that raises {@link #work} from idle is the drainer, and only the drainer calls the
 * stage and signals downstream. Every other thread raises {@code work} and returns, and the drainer
 * goes round once more. Therefore a cancel on another thread never closes a stage that is being
 * polled, and a request made inside {@code onNext} does not recurse.
 *
 * <p>With bounded demand the source is asked for one input, and only when the stage is dry: it has
 * no output and no input left. Hence at most one input is under way, and the slot of {@link
 * Arrivals} hands it over. With unbounded demand the drainer, as its last action and with the stage
 * dry, marks {@link #work} and passes the demand on. From then on requests do not drain, and the
 * source's own signals do: an input goes to the stage without the slot, unless a drain is under
 * way, in which a cancel is handled or an output received. If the receiver of an output makes the
 * source send, the first input waits in the slot, those after it in the queue.
 *
 * <p>Where the stage {@link #restsEmpty}, an input goes to it without an atomic operation: signals
 * of the source come one after another, and a cancel under unbounded demand does not close the
 * stage, which the source's thread may be using, but is seen with the next input or output.
 */
final class StageSubscriber<I, O> extends Arrivals<I> implements CoreSubscriber<I>, Subscription {
  /** The sign of {@link #work}: the source was asked for everything. */
  private static final int UNBOUNDED = Integer.MIN_VALUE;

  /** The other bits of {@link #work}: signals that the drainer has not seen; 0 means idle. */
  private static final int SIGNALS = Integer.MAX_VALUE;

  @SuppressWarnings("rawtypes")
  private static final AtomicIntegerFieldUpdater<StageSubscriber> WORK =
      AtomicIntegerFieldUpdater.newUpdater(StageSubscriber.class, "work");

  @SuppressWarnings("rawtypes")
  private static final AtomicLongFieldUpdater<StageSubscriber> REQUESTED =
      AtomicLongFieldUpdater.newUpdater(StageSubscriber.class, "requested");

  private final CoreSubscriber<? super O> actual;
  private final Stage<I, O> stage;

  private final Ownership<? super O> outputs;

  /** Whether the stage holds nothing where it is spent, so that it need not be closed there. */
  private final boolean restsEmpty;

  // Shared.
  private volatile int work;
  private volatile long requested;
  private volatile boolean cancelled;
  private volatile boolean closed;

  // Written by the source.
  private @Nullable Subscription upstream;
  private @Nullable Throwable error;
  private volatile boolean done;

  /** Whether an input is being read that needs no drainer; what the source sends then waits. */
  private boolean receiving;

  // The drainer's own.
  private @Nullable O ahead;
  private boolean awaiting;
  private boolean ended;

  StageSubscriber(
      CoreSubscriber<? super O> actual,
      Stage<I, O> stage,
      Ownership<? super I> inputs,
      Ownership<? super O> outputs,
      boolean restsEmpty) {
    super(inputs);
    this.actual = actual;
    this.stage = stage;
    this.outputs = outputs;
    this.restsEmpty = restsEmpty;
  }

  // The source's signals.

  @Override
  public void onSubscribe(Subscription subscription) {
    if (Operators.validate(upstream, subscription)) {
      upstream = subscription;
      actual.onSubscribe(this);
    }
  }

  @Override
  public void onNext(I input) {
    if (done) {
      drop(input);
    } else if (cancelled || closed) {
      release(inputs, input);
    } else if (work == UNBOUNDED && !receiving && mayReadDirectly()) {
      readDirectly(input);
      goOnBehindInput();
    } else if (keep(input)) {
      signalBySource();
    } else {
      release(inputs, input);
      Throwable overflow = Exceptions.failWithOverflow("The source sent more than was requested");
      onError(Operators.onOperatorError(upstream, overflow, currentContext()));
    }
  }

  /**
   * Whether the source's thread may call the stage: no drain is under way, and no drain begins
   * before {@link #goOnBehindInput}.
   */
  private boolean mayReadDirectly() {
    receiving = restsEmpty;
    return restsEmpty || WORK.compareAndSet(this, UNBOUNDED, UNBOUNDED + 1);
  }

  private void goOnBehindInput() {
    if (!restsEmpty) {
      if (!stage.isSpent() || !WORK.compareAndSet(this, UNBOUNDED + 1, UNBOUNDED)) {
        drain();
      }
      return;
    }
    receiving = false;
    if (!stage.isSpent() || done || isWaiting()) {
      signal();
    }
  }

  /**
   * Starts a drain for a signal of the source; one sent while an input is read directly is handled
   * by {@link #goOnBehindInput}.
   */
  private void signalBySource() {
    if (!receiving) {
      signal();
    }
  }

  /** Keeps an input for the drainer; false if the source sent more than was requested. */
  private boolean keep(I input) {
    return putInSlot(input) || work < 0 && putInQueue(input);
  }

  @Override
  public void onError(Throwable failure) {
    if (done || cancelled || closed) {
      Operators.onErrorDropped(failure, currentContext());
      return;
    }
    error = inputs.explained(failure);
    done = true;
    signalBySource();
  }

  @Override
  public void onComplete() {
    if (!done) {
      done = true;
      signalBySource();
    }
  }

  // The subscriber's signals.

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      Operators.addCap(REQUESTED, this, n);
      if (WORK.getAndUpdate(this, w -> w < 0 ? w : w + 1) == 0) {
        drain();
      }
    }
  }

  @Override
  public void cancel() {
    if (!cancelled) {
      cancelled = true;
      upstream().cancel();
      int before = WORK.getAndUpdate(this, w -> isLeftToSource(w) ? w : w + 1);
      if (!isLeftToSource(before) && (before & SIGNALS) == 0) {
        drain();
      }
    }
  }

  /** Whether the stage is used by the source's thread only, and needs no other to close it. */
  private boolean isLeftToSource(int state) {
    return restsEmpty && state < 0;
  }

  // The drain.

  private void signal() {
    if ((WORK.getAndIncrement(this) & SIGNALS) == 0) {
      drain();
    }
  }

  private void drain() {
    int missed = 1;
    do {
      if (advance() && work > 0 && ask(missed)) {
        return;
      }
      missed = WORK.addAndGet(this, -missed) & SIGNALS;
    } while (missed != 0);
  }

  /** Passes the demand on. Answers whether that was the last action of the drainer. */
  private boolean ask(int missed) {
    if (requested == Long.MAX_VALUE) {
      if (WORK.compareAndSet(this, missed, UNBOUNDED)) {
        upstream().request(Long.MAX_VALUE);
        return true;
      }
    } else if (requested != 0 && !awaiting) {
      awaiting = true;
      upstream().request(1);
    }
    return false;
  }

  /** Starts a drain with an input for the stage, which has no output and no input left. */
  private void readDirectly(I input) {
    if (cancelled || closed) {
      release(inputs, input);
      return;
    }
    O output = null;
    try {
      output = stage.offerAndPoll(input);
    } catch (Throwable failure) {
      fail(failure);
    }
    if (cancelled) {
      release(outputs, output);
    } else if (output != null) {
      deliver(output);
    }
  }

  /** Emits what there is demand for. Answers whether the stream goes on and lacks input. */
  private boolean advance() {
    long emitted = 0;
    boolean dry = false;
    while (!closed && !dry) {
      O output = null;
      if (cancelled) {
        close();
      } else {
        output = lookAhead();
      }
      if (output != null) {
        if (emitted == requested) {
          ahead = output;
          break;
        }
        ahead = null;
        emitted++;
        deliver(output);
      } else if (ended && !closed) {
        finish();
      } else {
        dry = !closed;
      }
    }
    if (closed) {
      releaseWaiting();
    }
    Operators.produced(REQUESTED, this, emitted);
    return dry;
  }

  private void deliver(O output) {
    try {
      actual.onNext(output);
    } catch (Throwable thrown) {
      abandon();
      throw thrown;
    }
  }

  /**
   * Ends the drain for a subscriber that threw, as if it had cancelled (Reactive Streams, §2.13).
   */
  private void abandon() {
    int missed = work & SIGNALS;
    try {
      cancel();
    } finally {
      do {
        close();
        missed = WORK.addAndGet(this, -missed) & SIGNALS;
      } while (missed != 0);
    }
  }

  /**
   * The output to emit, or null without one. Called without demand too, because the end and an
   * error need no demand.
   */
  private @Nullable O lookAhead() {
    try {
      O output = ahead == null && !stage.isSpent() ? stage.poll() : ahead;
      while (output == null && feed()) {
        output = stage.poll();
      }
      return output;
    } catch (Throwable failure) {
      fail(failure);
      return null;
    }
  }

  /** Offers the stage the next input, or tells it the end; false if nothing has arrived since. */
  private boolean feed() {
    boolean last = done; // Read before the input: what was there before the end is not overlooked.
    I input = takeFirst();
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

  private void finish() {
    close();
    if (error == null) {
      actual.onComplete();
    } else {
      actual.onError(error);
    }
  }

  private void fail(Throwable failure) {
    close();
    actual.onError(Operators.onOperatorError(upstream, failure, currentContext()));
  }

  private void close() {
    closed = true;
    release(outputs, ahead);
    ahead = null;
    release(Stage::close, stage);
    releaseWaiting();
  }

  private Subscription upstream() {
    return Objects.requireNonNull(upstream);
  }

  // What others may know.

  @Override
  public Context currentContext() {
    return actual.currentContext();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.PARENT) {
      return upstream;
    }
    if (key == Attr.ACTUAL) {
      return actual;
    }
    if (key == Attr.TERMINATED) {
      return closed && !cancelled;
    }
    if (key == Attr.CANCELLED) {
      return cancelled;
    }
    if (key == Attr.ERROR) {
      return error;
    }
    return key == Attr.REQUESTED_FROM_DOWNSTREAM ? requested : super.scanUnsafe(key);
  }
}
