/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.utflow.codec.stage.Stage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Signals that meet in {@link StageSubscriber}. Each input is a count of references, one, and makes
 * two outputs; the results are outputs received, terminal signals received, references left.
 */
public class StageStress {
  private StageStress() {}

  /** The end overtakes no output that waits for demand, and needs none itself. */
  @JCStressTest
  @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "All outputs, then the end.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class RequestAgainstComplete extends Harness {
    public RequestAgainstComplete() {
      operator.request(1);
      send();
    }

    @Actor
    public void request() {
      operator.request(1);
    }

    @Actor
    public void complete() {
      operator.onComplete();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** The end on the heels of an input: a drainer that sees the end must have seen the input. */
  @JCStressTest
  @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "All outputs, then the end.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class RequestAgainstNextAndComplete extends Harness {
    public RequestAgainstNextAndComplete() {
      operator.request(1);
    }

    @Actor
    public void request() {
      operator.request(1);
    }

    @Actor
    public void nextAndComplete() {
      send();
      operator.onComplete();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** The input that was asked for meets the switch to unbounded demand. */
  @JCStressTest
  @Outcome(id = "4, 1, 0", expect = ACCEPTABLE, desc = "All outputs, then the end.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class UnboundedAgainstNext extends Harness {
    public UnboundedAgainstNext() {
      operator.request(1);
    }

    @Actor
    public void request() {
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void next() {
      send();
      if (requested == Long.MAX_VALUE) {
        send();
        operator.onComplete();
      }
    }

    @Arbiter
    public void look(III_Result result) {
      if (received + ended == 2) { // The demand came after the look at it.
        send();
        operator.onComplete();
      }
      report(result);
    }
  }

  /** A request that is late to see the switch must not keep the source's signals waiting. */
  @JCStressTest
  @Outcome(id = "6, 1, 0", expect = ACCEPTABLE, desc = "All outputs, then the end.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class UnboundedAgainstRequest extends Harness {
    public UnboundedAgainstRequest() {
      eager = 3;
    }

    @Actor
    public void all() {
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void one() {
      operator.request(1);
      operator.request(1);
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** Whoever is late, the input is released once and the stage closed once. */
  @JCStressTest
  @Outcome(id = "[012], 0, 0", expect = ACCEPTABLE, desc = "Every input is released.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class CancelAgainstNext extends Harness {
    public CancelAgainstNext() {
      operator.request(2);
    }

    @Actor
    public void next() {
      send();
    }

    @Actor
    public void cancel() {
      operator.cancel();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** The same with unbounded demand, where the source's signals drain in place. */
  @JCStressTest
  @Outcome(id = "[01234], 0, 0", expect = ACCEPTABLE, desc = "Every input is released.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class CancelAgainstUnboundedNext extends Harness {
    public CancelAgainstUnboundedNext() {
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void next() {
      send();
      send();
    }

    @Actor
    public void cancel() {
      operator.cancel();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** What the receiver of an output makes the source send waits in a queue; a cancel empties it. */
  @JCStressTest
  @Outcome(id = "[0-8], 0, 0", expect = ACCEPTABLE, desc = "Every input is released.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class CancelAgainstReentrantNext extends Harness {
    public CancelAgainstReentrantNext() {
      echoes = 3;
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void next() {
      send();
    }

    @Actor
    public void cancel() {
      operator.cancel();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** The queue against a request, which is to keep out. */
  @JCStressTest
  @Outcome(id = "8, 1, 0", expect = ACCEPTABLE, desc = "All outputs, then the end.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class RequestAgainstReentrantNext extends Harness {
    public RequestAgainstReentrantNext() {
      echoes = 3;
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void next() {
      send();
      operator.onComplete();
    }

    @Actor
    public void request() {
      operator.request(1);
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** A cancel meets the switch, and the input that was asked for meets both. */
  @JCStressTest
  @Outcome(id = "[012], 0, 0", expect = ACCEPTABLE, desc = "Every input is released.")
  @Outcome(expect = FORBIDDEN)
  @State
  public static class CancelAgainstUnbounded extends Harness {
    public CancelAgainstUnbounded() {
      operator.request(1);
    }

    @Actor
    public void all() {
      operator.request(Long.MAX_VALUE);
    }

    @Actor
    public void cancel() {
      operator.cancel();
    }

    @Actor
    public void next() {
      send();
    }

    @Arbiter
    public void look(III_Result result) {
      report(result);
    }
  }

  /** The operator between a source and a subscriber that count. */
  public abstract static class Harness
      implements CoreSubscriber<AtomicInteger>, Subscription, Stage<AtomicInteger, AtomicInteger> {
    final StageSubscriber<AtomicInteger, AtomicInteger> operator =
        new StageSubscriber<>(this, this, AtomicInteger::decrementAndGet, output -> {}, false);
    private final AtomicInteger references = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private @Nullable AtomicInteger owned;
    private int outputs;
    volatile long requested;
    int eager;

    /** Inputs that the source sends inside the first {@code onNext} of the subscriber. */
    int echoes;

    int received;
    int ended;

    Harness() {
      operator.onSubscribe(this);
    }

    final void send() {
      references.incrementAndGet();
      operator.onNext(references);
    }

    final void report(III_Result result) {
      result.r1 = received;
      result.r2 = ended;
      // A second close, or two threads in the stage at once, shows as references that are left.
      result.r3 = references.get() + 100 * (closes.get() - 1) + 10000 * inside.get();
    }

    // The source.

    @Override
    public void request(long n) {
      requested = n;
      if (n == Long.MAX_VALUE && eager > 0) {
        for (int i = 0; i < eager; i++) {
          send();
        }
        operator.onComplete();
      } else if (eager > 0) {
        eager--;
        send();
      }
    }

    @Override
    public void cancel() {}

    // The subscriber.

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(AtomicInteger output) {
      received++;
      for (; echoes > 0; echoes--) {
        send();
      }
    }

    @Override
    public void onError(Throwable failure) {
      ended += 10;
    }

    @Override
    public void onComplete() {
      ended++;
    }

    // The stage.

    @Override
    public void offer(AtomicInteger input) {
      inside.incrementAndGet();
      owned = input;
      outputs = 2;
      inside.decrementAndGet();
    }

    @Override
    public void endOfInput() {}

    @Override
    public @Nullable AtomicInteger poll() {
      int others = inside.getAndIncrement();
      try {
        if (outputs > 0) {
          outputs--;
          return references;
        }
        if (owned != null) {
          owned.decrementAndGet();
          owned = null;
        }
        return null;
      } finally {
        if (others == 0) {
          inside.decrementAndGet();
        }
      }
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      if (owned != null) {
        owned.decrementAndGet();
        owned = null;
      }
    }
  }
}
