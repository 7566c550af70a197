/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;

/**
 * Arrays that a stage borrows while it drains an input: for decoded text, and for the bytes of a
 * buffer without an accessible array, or those that were kept and stand before others. They come
 * from a small pool of the process, so a million idle streams own none (law L4).
 */
final class TextWindow extends Pooled {
  /** Room for the bytes or chars of one decoding step, and for those kept before. */
  static final int SIZE = PieceDecoder.MOST_BYTES + 1024;

  private static final Pool<TextWindow> POOL = new Pool<>(TextWindow::new);

  final byte[] bytes = new byte[SIZE];
  final char[] chars = new char[SIZE];

  /** Reads the bytes. */
  final ByteBuffer reading = ByteBuffer.wrap(bytes);

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
