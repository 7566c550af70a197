/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;

/**
 * Arrays that a stage borrows while it drains an input: for decoded text, and for the bytes of a
 * buffer without an accessible array, or those that were kept and stand before others. They come
 * from a small pool of the process, so a million idle streams own none (law L4).
 */
final class TextWindow extends Pooled {
  /** Room for what an input is decoded from or to at once, and for what was kept before it. */
  static final int SIZE = PieceDecoder.MOST_BYTES + 1024;

  private static final Pool<TextWindow> POOL = new Pool<>(TextWindow::new);

  final byte[] bytes = new byte[SIZE];
  final char[] chars = new char[SIZE];

  private TextWindow() {}

  /** One that is the caller's until it is released. */
  static TextWindow borrow() {
    return POOL.borrow();
  }

  /** Gives it back. */
  void release() {
    POOL.giveBack(this);
  }
}
