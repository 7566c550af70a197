/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} where a whole text passes the bound given to {@link Stages#text}:
 * once, as soon as it does. Its message tells the bound, and the setting to change.
 */
public final class TooLongTextException extends TooLongException {
  private static final long serialVersionUID = 1L;

  /**
   * A text that passed its bound.
   *
   * @param maxChars the bound, in UTF-16 code units
   */
  public TooLongTextException(int maxChars) {
    super(
        "the text is longer than " + maxChars + " chars, the maxChars that the caller gave",
        maxChars);
  }
}
