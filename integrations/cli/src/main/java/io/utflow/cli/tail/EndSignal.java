/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM, Ctrl-C or an interrupt of the thread that asks. At a signal the process ends when this
 * has been closed, so that the remaining work is done; but soon, even if something hinders it.
 */
final class EndSignal implements AutoCloseable {
  private static final long MOST_SECONDS = 5;

  private final CountDownLatch signal = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endWhenClosed, "end");
  private boolean interrupted;

  EndSignal() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void endWhenClosed() {
    signal.countDown();
    try {
      closed.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isGiven() {
    return signal.getCount() == 0;
  }

  /** Waits for the signal, but no longer than that; whether it was given. */
  boolean await(long millis) {
    try {
      return signal.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true; // Told when it is over: the channel of an interrupted thread closes.
      signal.countDown();
      return true;
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
