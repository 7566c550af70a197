/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;

/** Frames of so many bytes each. */
public final class FixedLengthFinder<O> implements FrameFinder<O> {
  private final int length;

  /**
   * The number of bytes of the open frame that are missing; the whole length if no frame is open.
   */
  private int left;

  public FixedLengthFinder(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("length " + length + ": give at least 1 byte");
    }
    this.length = length;
    this.left = length;
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    int count = bytes.remaining();
    if (count >= left) {
      found.end(left, 0);
      left = length;
    } else if (count > 0) {
      found.content(count);
      left -= count;
    }
  }

  @Override
  public int mostUndecided() {
    return 0;
  }
}
