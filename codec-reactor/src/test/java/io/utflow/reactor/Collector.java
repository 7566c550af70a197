package io.utflow.reactor;

import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Asks for so many outputs at a time, hands each on, and keeps the error. */
final class Collector<T> extends BaseSubscriber<T> {
  private final long demand;
  private final Consumer<? super T> out;
  private long received;
  private Throwable error;
  private boolean completed;

  Collector(long demand, Consumer<? super T> out) {
    this.demand = demand;
    this.out = out;
  }

  Throwable error() {
    return error;
  }

  boolean completed() {
    return completed;
  }

  long received() {
    return received;
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    request(demand);
  }

  @Override
  protected void hookOnNext(T value) {
    received++;
    out.accept(value);
    if (received % demand == 0) {
      request(demand);
    }
  }

  @Override
  protected void hookOnError(Throwable failure) {
    error = failure;
  }

  @Override
  protected void hookOnComplete() {
    completed = true;
  }
}
