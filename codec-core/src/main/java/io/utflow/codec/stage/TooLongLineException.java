/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Thrown by {@link Stage#poll} where a line or record passes a bound and the spec says {@link
 * TooLongPolicy#FAIL}: once, after the lines before it. Its message tells the byte offset, the
 * offset in chars, the bound, and the setting to change.
 */
public final class TooLongLineException extends TooLongException {
  private static final long serialVersionUID = 1L;

  /** Where it begins, and the bound. */
  private final TooLongLine line;

  /**
   * Makes one.
   *
   * @param line where the line or record begins, and the bound that it passed
   */
  public TooLongLineException(TooLongLine line) {
    super(
        line + "; " + line.setting() + " of the LineSpec or RecordSpec is the bound",
        line.maxChars());
    this.line = line;
  }

  /** {@return where the line or record begins, and the bound that it passed} */
  public TooLongLine line() {
    return line;
  }
}
