/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import java.lang.reflect.Array;
import java.util.function.IntToLongFunction;

/**
 * Counts what the classes of a {@link CountedClasses} do on the thread that counts: one for each
 * call and each turn of a loop, and one for each element that is copied, searched or asked for. The
 * count is the same on every machine, for it knows no clock and no compiler.
 */
public final class Work {
  private static volatile Thread counting = new Thread();
  private static long done;

  private Work() {}

  /** How much work a job does. A short first run, which makes tables, is not counted. */
  static synchronized long of(IntToLongFunction job, int size) {
    job.applyAsLong(16);
    counting = Thread.currentThread();
    done = 0;
    try {
      job.applyAsLong(size);
      return done;
    } finally {
      counting = new Thread();
    }
  }

  /** A call or a turn of a loop: counted classes call it. */
  public static void step() {
    elements(1);
  }

  /** So many elements of an array, a text or a buffer. */
  public static void elements(int count) {
    if (Thread.currentThread() == counting) {
      done += Math.max(count, 0);
    }
  }

  /** What a method of the JDK returned: the length of a text or of an array. */
  public static void made(Object made) {
    if (made instanceof String text) {
      elements(text.length());
    } else if (made != null && made.getClass().isArray()) {
      elements(Array.getLength(made));
    }
  }
}
