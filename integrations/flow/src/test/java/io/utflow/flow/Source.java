/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Emits what a test says, and counts what is asked of it. */
final class Source<T> implements Flow.Publisher<T>, Flow.Subscription {
  private Flow.@Nullable Subscriber<? super T> subscriber;
  long requested;
  int cancelled;

  @Override
  public void subscribe(Flow.Subscriber<? super T> next) {
    subscriber = next;
    next.onSubscribe(this);
  }

  Flow.Subscriber<? super T> to() {
    return Objects.requireNonNull(subscriber);
  }

  @Override
  public void request(long n) {
    requested += n;
  }

  @Override
  public void cancel() {
    cancelled++;
  }
}
