/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * What a peer has sent is longer than a bound of the reader: a line or record, an event, a whole
 * text. Its message tells the bound, and the setting to change.
 */
public abstract class TooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** In chars. */
  private final int maxChars;

  /**
   * Made by the exception of each unit.
   *
   * @param message what is too long, where it begins, and the setting to change
   * @param maxChars the bound, in UTF-16 code units
   */
  protected TooLongException(String message, int maxChars) {
    super(message);
    this.maxChars = maxChars;
  }

  /** {@return the bound that was passed, in UTF-16 code units} */
  public final int maxChars() {
    return maxChars;
  }
}
