/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Reads a source to its end, also when the subscriber cancels, and completes then. */
final class ToTheEnd extends Mono<Void> {
  private final Publisher<?> source;

  ToTheEnd(Publisher<?> source) {
    this.source = source;
  }

  @Override
  public void subscribe(CoreSubscriber<? super Void> actual) {
    source.subscribe(new Reader(actual));
  }

  private static final class Reader implements CoreSubscriber<Object>, Subscription {
    private final CoreSubscriber<? super Void> actual;
    private @Nullable Subscription upstream;
    private boolean done;
    private volatile boolean cancelled;

    Reader(CoreSubscriber<? super Void> actual) {
      this.actual = actual;
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      if (Operators.validate(upstream, subscription)) {
        upstream = subscription;
        actual.onSubscribe(this);
        subscription.request(Long.MAX_VALUE);
      }
    }

    @Override
    public void onNext(Object element) {
      Operators.onDiscard(element, currentContext());
    }

    @Override
    public void onError(Throwable failure) {
      if (done || cancelled) {
        Operators.onErrorDropped(failure, currentContext());
      } else {
        done = true;
        actual.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (!done && !cancelled) {
        done = true;
        actual.onComplete();
      }
    }

    /** The source is read at its own pace: nothing but its end is delivered. */
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
      cancelled = true;
    }
  }
}
