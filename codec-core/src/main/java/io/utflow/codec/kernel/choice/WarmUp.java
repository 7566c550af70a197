/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that holds the contests of the kernels, so that no caller waits for them. Until the
 * JVM has compiled them, every vector is an object and vector kernels are a thousand times slower
 * than after, which takes seconds of processor time. The {@link WarmUpSchedule} says when this
 * thread works and when it rests; other kernels convert meanwhile.
 *
 * <p>The thread is a daemon and asks for the lowest priority. It ends when each candidate has won
 * its contest or lost too often.
 */
final class WarmUp implements Runnable, WarmUpSchedule.Clock {
  /** Open when a caller waits for the choice, so that the first attempt begins at once. */
  private final CountDownLatch awaited = new CountDownLatch(1);

  /** Open when the first attempt is over. */
  private final CountDownLatch attempted = new CountDownLatch(1);

  private final boolean vectors;

  private WarmUp(boolean vectors) {
    this.vectors = vectors;
  }

  /** Starts the thread; returns null if the JVM refuses one, for the library works without. */
  static @Nullable WarmUp start(boolean vectors) {
    return start(vectors, new Quiet());
  }

  @SuppressWarnings("ThreadPriorityCheck") // A courtesy: nothing depends on it.
  static @Nullable WarmUp start(boolean vectors, ThreadFactory threads) {
    try {
      WarmUp warmUp = new WarmUp(vectors);
      Thread thread = threads.newThread(warmUp);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.setContextClassLoader(null);
      thread.start();
      return warmUp;
    } catch (RuntimeException | Error refused) {
      return null;
    }
  }

  /** No inheritable thread-locals: the thread that makes this one is any thread of the user's. */
  private static final class Quiet implements ThreadFactory {
    @Override
    public Thread newThread(Runnable work) {
      return new Thread(null, work, "utflow-warm-up", 0, false);
    }
  }

  /** If anything fails, the kernels in use stay in use, and the failure is logged. */
  @Override
  public void run() {
    try {
      WarmUpSchedule schedule = new WarmUpSchedule(this);
      schedule.begin();
      Kernels.holdContests(schedule, vectors);
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
