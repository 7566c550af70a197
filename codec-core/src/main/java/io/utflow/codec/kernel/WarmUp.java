package io.utflow.codec.kernel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the vector kernels until the JVM has compiled them. Before that every vector is an object
 * and they are a thousand times slower than after, seconds' worth of a processor; so others do the
 * work until they have won the {@link KernelContest}, for which the {@link WarmUpSchedule} finds
 * the time.
 *
 * <p>The thread is a daemon, and asks for the lowest priority. It ends when the vector kernels have
 * won, or have lost too often.
 */
final class WarmUp implements WarmUpSchedule.Clock {
  /** Somebody waits for the choice. */
  private final CountDownLatch awaited = new CountDownLatch(1);

  private final CountDownLatch attempted = new CountDownLatch(1);

  private WarmUp() {}

  /** Answers null if the JVM has no thread to give: the library works without. */
  static @Nullable WarmUp start() {
    try {
      WarmUp warmUp = new WarmUp();
      // Without the inheritable thread-locals of whoever happens to come first.
      Thread thread = new Thread(null, warmUp::run, "utflow-warm-up", 0, false);
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.setContextClassLoader(null);
      thread.start();
      return warmUp;
    } catch (RuntimeException | Error refused) {
      return null;
    }
  }

  /** Whatever goes wrong, the kernels at work stay at work, and the user is not bothered. */
  private void run() {
    try {
      Kernels.tryVectors(new WarmUpSchedule(this));
    } catch (RuntimeException | Error failure) {
      Kernels.say("vector not used: " + failure);
    } finally {
      attempted.countDown();
    }
  }

  /** Sees to it that the first attempt begins, and waits until it is over. */
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

  /** By somebody who wants every thread to end; so does this one. */
  private static IllegalStateException interrupted(InterruptedException cause) {
    return new IllegalStateException("interrupted", cause);
  }
}
