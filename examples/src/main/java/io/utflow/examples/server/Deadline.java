/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When the steps of an end have to be over, all together. */
public final class Deadline {
  private final long nanoTime;

  private Deadline(long nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** After this time from now. */
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Earlier by this time. */
  public Deadline before(Duration time) {
    return new Deadline(nanoTime - time.toNanos());
  }

  /** The time that is left, perhaps zero. */
  public long millis() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanoTime - System.nanoTime()));
  }
}
