/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A source for one subscriber that sends what the test says, when it says so, demand or not. */
final class PushSource<T> extends Flux<T> implements Subscription {
  private final List<Long> requests = new CopyOnWriteArrayList<>();
  private volatile CoreSubscriber<? super T> subscriber;
  private volatile int cancels;

  @Override
  public void subscribe(CoreSubscriber<? super T> actual) {
    subscriber = actual;
    actual.onSubscribe(this);
  }

  /** Whom to send to. */
  CoreSubscriber<? super T> subscriber() {
    return Objects.requireNonNull(subscriber);
  }

  List<Long> requests() {
    return requests;
  }

  int cancels() {
    return cancels;
  }

  @Override
  public void request(long n) {
    requests.add(n);
  }

  @Override
  public synchronized void cancel() {
    cancels++;
  }
}
