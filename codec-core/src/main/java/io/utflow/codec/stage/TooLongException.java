/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * A peer has sent a line or record, an event or a whole text that is longer than a bound of the
 * reader. The message names the bound, and the setting to change.
 */
public abstract class TooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** In chars. */
  private final int maxChars;

  /**
   * Made by the exception of each unit.
   *
   * @param message the kind of text, its beginning, and the setting to change
   * @param maxChars the bound, in UTF-16 code units; 0 if another was passed
   */
  protected TooLongException(String message, int maxChars) {
    super(message);
    this.maxChars = maxChars;
  }

  /**
   * {@return the bound that was passed, in UTF-16 code units; 0 for a line that passed its bound in
   * bytes, {@link TooLongLine#maxBytes}}
   */
  public final int maxChars() {
    return maxChars;
  }
}
