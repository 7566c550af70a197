/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Pool<Lent> pool =
      new Pool<>(
          () -> {
            made.incrementAndGet();
            return new Lent();
          });

  private static final class Lent extends Pooled {
    private int holders;
  }

  @Test
  void whatIsGivenBackIsLentAgain() {
    for (int i = 0; i < 100; i++) {
      Lent first = pool.borrow();
      Lent second = pool.borrow();
      assertThat(first).isNotSameAs(second);
      pool.giveBack(first);
      pool.giveBack(second);
    }
    assertThat(made).hasValue(2);
  }

  @Test
  void whatIsLentIsLentOnce() {
    Set<Lent> lent = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Lent> twice = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      Lent object = pool.borrow();
      if (!lent.add(object)) {
        twice.add(object);
      }
      if (i % 3 == 0) {
        lent.remove(object);
        pool.giveBack(object);
      }
    }
    assertThat(twice).isEmpty();
  }

  /** Else who forgets to give back would make all others of the thread pay, for ever. */
  @Test
  void whatIsNeverGivenBackLosesItsPlace() {
    for (int i = 0; i < 100; i++) {
      pool.borrow();
    }
    int before = made.get();
    pool.giveBack(pool.borrow());
    for (int i = 0; i < 100; i++) {
      pool.giveBack(pool.borrow());
    }
    assertThat(made.get() - before).isLessThanOrEqualTo(1);
  }

  /** Who can do without is refused, but not for ever if others forget to give back. */
  @Test
  void someoneWhoCanDoWithout() {
    Lent first = pool.borrowFree();
    Lent second = pool.borrowFree();
    assertThat(first).isNotNull().isNotSameAs(second);
    for (int i = 1; i < 64; i++) {
      assertThat(pool.borrowFree()).isNull();
    }
    Lent inItsPlace = pool.borrowFree();
    assertThat(inItsPlace).isNotNull().isNotIn(first, second);
    assertThat(pool.borrowFree()).isNull();
    pool.giveBack(second);
    pool.giveBack(inItsPlace);
    assertThat(pool.borrowFree()).isNotNull();
    assertThat(made).hasValue(3);
  }

  @Test
  void aSmallerPool() {
    Pool<Lent> two = new Pool<>(Lent::new, 2);
    Lent lent = two.borrowFree();
    two.giveBack(lent);
    assertThat(two.borrowFree()).isSameAs(lent);
  }

  @Test
  void noTwoThreadsHoldTheSame() {
    AtomicInteger shared = new AtomicInteger();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(
          CompletableFuture.runAsync(() -> borrowOften(shared), r -> new Thread(r).start()));
    }
    threads.forEach(CompletableFuture::join);
    assertThat(shared).hasValue(0);
  }

  private void borrowOften(AtomicInteger shared) {
    for (int i = 0; i < 50_000; i++) {
      Lent object = pool.borrow();
      // Plain: what one holder wrote, the next must see.
      if (object.holders++ != 0) {
        shared.incrementAndGet();
      }
      if (i % 64 == 0) {
        Thread.yield();
      }
      object.holders--;
      pool.giveBack(object);
    }
  }
}
