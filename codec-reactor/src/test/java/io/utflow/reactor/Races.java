/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Actors on threads of their own that meet on each subject in turn, as closely as can be. */
final class Races {
  private static final int SPINS_BEFORE_YIELD = 1000;

  private Races() {}

  static <T> void race(List<T> subjects, List<Consumer<T>> actors) {
    ExecutorService threads = Executors.newFixedThreadPool(actors.size());
    try {
      AtomicInteger arrivals = new AtomicInteger();
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (Consumer<T> actor : actors) {
        all.add(
            CompletableFuture.runAsync(
                () -> meet(subjects, actor, arrivals, actors.size()), threads));
      }
      all.forEach(CompletableFuture::join);
    } finally {
      threads.shutdown();
    }
  }

  private static <T> void meet(
      List<T> subjects, Consumer<T> actor, AtomicInteger arrivals, int actors) {
    int expected = 0;
    Throwable failure = null;
    for (T subject : subjects) {
      expected += actors;
      arrivals.incrementAndGet();
      for (int spins = 0; arrivals.get() < expected; spins++) {
        if (spins < SPINS_BEFORE_YIELD) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
      try {
        actor.accept(subject);
      } catch (RuntimeException | AssertionError e) {
        failure = e; // The others wait at the next subject.
      }
    }
    if (failure != null) {
      throw new AssertionError(failure);
    }
  }
}
