/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.DecoderSpec;

/** One stream that a script drives. What it yields goes to its {@link Transcript}. */
interface Subject {
  /** Gives it its next input. */
  void offer(byte[] bytes);

  /** Lets it yield once. False: it needs input, or has ended. */
  boolean poll();

  /** Says that no input follows. */
  void end();

  /** Notes where the stream stands. */
  void note();

  /** How many bytes are pending; -1: it does not tell. */
  default int pending() {
    return -1;
  }

  /** Hands over what it has not yielded, and is over. */
  default byte[] take() {
    throw new UnsupportedOperationException();
  }

  default void switchTo(DecoderSpec next) {
    throw new UnsupportedOperationException();
  }

  default void reset() {
    throw new UnsupportedOperationException();
  }

  default void drain() {
    while (poll()) {
      // What it yields is in the transcript.
    }
  }
}
