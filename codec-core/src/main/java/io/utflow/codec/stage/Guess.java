/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.TextEncoding;
import java.util.Objects;

/**
 * The answer of a user's detector, with its confidence. Immutable and thread-safe.
 *
 * @param encoding the most likely encoding
 * @param percent how sure it is, from 0 to 100, as {@link Detected#percent()} will tell
 */
public record Guess(TextEncoding encoding, int percent) {
  private static final int CERTAIN = 100;

  /**
   * A guess.
   *
   * @param encoding the most likely one
   * @param percent how sure that is
   * @throws IllegalArgumentException if the percentage is not from 0 to 100
   */
  public Guess {
    Objects.requireNonNull(encoding, "encoding");
    requirePercent(percent);
  }

  static void requirePercent(int percent) {
    if (percent < 0 || percent > CERTAIN) {
      throw new IllegalArgumentException(percent + " percent: give 0 to 100");
    }
  }

  /**
   * Written out, because the generated method of a record makes the JDK keep its class and loader.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Guess that && encoding.equals(that.encoding) && percent == that.percent;
  }

  @Override
  public int hashCode() {
    return Objects.hash(encoding, percent);
  }
}
