/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import java.util.function.LongSupplier;

/**
 * Where a char of a piece that is forgotten stands in the stream: its bytes are kept, and read
 * again when somebody asks. No lambda: a stage asks, between two inputs, whether it keeps much.
 */
final class LaterOffset implements LongSupplier {
  private final DecodedText piece;
  private final int at;

  LaterOffset(DecodedText piece, int at) {
    this.piece = piece;
    this.at = at;
  }

  /** Whether it keeps more than may wait for the next input (law L4). */
  boolean isLong() {
    return piece.isLong();
  }

  @Override
  public long getAsLong() {
    return piece.byteOffset(at);
  }
}
