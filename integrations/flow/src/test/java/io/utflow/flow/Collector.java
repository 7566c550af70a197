/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps all that a publisher signals, and requests what it is told to. */
class Collector<T> implements Flow.Subscriber<T> {
  final List<T> outputs = new ArrayList<>();
  private final long first;
  private final long further;
  private Flow.@Nullable Subscription subscription;
  @Nullable Throwable failure;
  boolean completed;

  /**
   * @param first the demand at the start; none if 0
   * @param further the demand behind each output; none if 0
   */
  Collector(long first, long further) {
    this.first = first;
    this.further = further;
  }

  Flow.Subscription subscription() {
    return Objects.requireNonNull(subscription);
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    if (first > 0) {
      subscription.request(first);
    }
  }

  @Override
  public void onNext(T output) {
    requireOpen();
    outputs.add(output);
    if (further > 0) {
      subscription().request(further);
    }
  }

  @Override
  public void onError(Throwable failure) {
    requireOpen();
    this.failure = failure;
  }

  @Override
  public void onComplete() {
    requireOpen();
    completed = true;
  }

  private void requireOpen() {
    if (completed || failure != null) {
      throw new AssertionError("a signal behind the last");
    }
  }
}
