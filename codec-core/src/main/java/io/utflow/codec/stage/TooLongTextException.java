/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} where a whole text passes the bound given to {@link Stages#text}:
 * once, as soon as it does. Its message tells the bound, and the setting to change.
 */
public final class TooLongTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** In chars. */
  private final int maxLength;

  /**
   * A text that passed its bound.
   *
   * @param maxLength the bound, in UTF-16 code units
   */
  public TooLongTextException(int maxLength) {
    super("the text is longer than " + maxLength + " chars, the maxChars that the caller gave");
    this.maxLength = maxLength;
  }

  /** {@return the bound that the text passed, in UTF-16 code units} */
  public int maxLength() {
    return maxLength;
  }
}
