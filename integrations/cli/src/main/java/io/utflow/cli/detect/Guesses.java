/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.detect;

import io.utflow.codec.stage.Guess;
import io.utflow.icu.IcuDetector;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The guess of a detector that counts letters, for bytes whose encoding is undecided: ICU's
 * detector, if it is present.
 *
 * @param guess the encoding that it takes them for
 */
record Guesses(Optional<Guess> guess) {
  static final Guesses NONE = new Guesses(Optional.empty());

  /** Below that it is as good as none. */
  private static final int LEAST_PERCENT = 10;

  static Guesses of(ByteBuffer head) {
    byte[] bytes = new byte[head.remaining()];
    head.get(head.position(), bytes);
    try {
      return new Guesses(new IcuDetector(LEAST_PERCENT).guess(bytes));
    } catch (NoClassDefFoundError e) {
      return NONE; // The library is optional.
    }
  }

  String sentence() {
    return guess
        .map(it -> ", perhaps %s (%d %% by its letters)".formatted(it.encoding(), it.percent()))
        .orElse("");
  }
}
