/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;

/** Chars that are decoded to be dropped. */
final class DroppedChars extends Pooled {
  private static final Pool<DroppedChars> POOL = new Pool<>(DroppedChars::new);
  private static final int LENGTH = 4096;

  private final char[] chars = new char[LENGTH];

  private DroppedChars() {}

  /** Takes the bytes that a form reads in runs, and returns their number. */
  static int of(RunForm form, byte[] src, int pos, int end) {
    DroppedChars dropped = POOL.borrow();
    try {
      int p = pos;
      int read;
      do {
        read = (int) (form.readRun(src, p, end, dropped.chars, 0, LENGTH) >>> 32);
        p += read;
      } while (read > 0);
      return p - pos;
    } finally {
      POOL.giveBack(dropped);
    }
  }
}
