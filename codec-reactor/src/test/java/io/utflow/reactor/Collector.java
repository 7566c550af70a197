/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/** Asks for so many outputs at a time, keeps them and the error, and may cancel in between. */
final class Collector<T> extends BaseSubscriber<T> {
  private final long demand;
  private final Consumer<? super T> out;
  private final List<T> received = new ArrayList<>();
  private int last = Integer.MAX_VALUE;
  private Throwable error;
  private boolean completed;

  /**
   * @param demand 0: the test asks
   * @param out is told of each output
   */
  Collector(long demand, Consumer<? super T> out) {
    this.demand = demand;
    this.out = out;
  }

  Collector(long demand) {
    this(demand, output -> {});
  }

  /** Every element, {@code demand} requested at a time; the streams here need no other thread. */
  static <T> List<T> all(Flux<T> flux, long demand) {
    Collector<T> collector = new Collector<>(demand);
    flux.subscribe(collector);
    assertThat(collector.completed).as("completed").isTrue();
    return collector.received;
  }

  /** Cancels inside the {@code onNext} of this output; asks for none if there are to be none. */
  Collector<T> cancellingAfter(int outputs) {
    last = outputs;
    return this;
  }

  List<T> received() {
    return received;
  }

  Throwable error() {
    return error;
  }

  boolean completed() {
    return completed;
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    if (demand > 0 && last > 0) {
      request(demand);
    }
  }

  @Override
  protected void hookOnNext(T value) {
    received.add(value);
    out.accept(value);
    if (received.size() == last) {
      cancel();
    } else if (demand > 0 && received.size() % demand == 0) {
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
