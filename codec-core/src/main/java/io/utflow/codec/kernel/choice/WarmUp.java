/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that does what no request should wait for. It loads the kernels that take over from
 * the first ones. Some seconds later, when the JVM has compiled what is in use, it tries the other
 * portable kernels. Then it runs the vector kernels, if any, until the JVM has compiled them.
 * Before that every vector is an object and they are a thousand times slower than after, which
 * takes seconds of processor time. Meanwhile other kernels convert; the vector kernels take over
 * when they have won the {@link KernelContest}. The {@link WarmUpSchedule} says when this thread
 * works and when it rests.
 *
 * <p>The thread is a daemon and asks for the lowest priority. It ends when the vector kernels have
 * won, or have lost too often, or, if there are none, when the portable ones were tried.
 */
final class WarmUp implements Runnable, WarmUpSchedule.Clock {
  /** Open when a caller waits for the choice, so that the first attempt begins at once. */
  private final CountDownLatch awaited = new CountDownLatch(1);

  /** Open when the first attempt is over. */
  private final CountDownLatch attempted = new CountDownLatch(1);

  private WarmUp() {}

  /** Starts the thread; returns null if the JVM refuses one, for the library works without. */
  @SuppressWarnings("ThreadPriorityCheck") // A courtesy: nothing depends on it.
  static @Nullable WarmUp start() {
    try {
      WarmUp warmUp = new WarmUp();
      // No inheritable thread-locals: the thread that makes this one is any thread of the user's.
      Thread thread = new Thread(null, warmUp, "utflow-warm-up", 0, false);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.setContextClassLoader(null);
      thread.start();
      return warmUp;
    } catch (RuntimeException | Error refused) {
      return null;
    }
  }

  /** If anything fails, the kernels in use stay in use, and the failure is logged. */
  @Override
  public void run() {
    try {
      WarmUpSchedule schedule = new WarmUpSchedule(this);
      Kernels.rehearse();
      if (Kernels.mayHaveFaster()) {
        schedule.begin();
        Kernels.tryPortable();
      }
      if (Kernels.mayHaveVectors()) {
        Kernels.tryVectors(schedule);
      }
    } catch (RuntimeException | Error failure) {
      Kernels.log("not changed: " + failure);
    } finally {
      attempted.countDown();
    }
  }

  /** Lets the first attempt begin at once, and waits until it is over. */
  void await() throws InterruptedException {
    awaited.countDown();
    attempted.await();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void delay(long nanos) {
    try {
      awaited.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void rest(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void pause(long nanos) {
    attempted.countDown();
    rest(nanos);
  }

  /** Ends this thread: an interrupt says that it is wanted to end. */
  private static IllegalStateException interrupted(InterruptedException cause) {
    return new IllegalStateException("interrupted", cause);
  }
}
