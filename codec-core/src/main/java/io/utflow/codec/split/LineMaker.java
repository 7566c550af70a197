/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

/**
 * Makes the output of a stage from the text of a line or record, and from its byte offsets if it
 * asks for them. It keeps nothing.
 */
@FunctionalInterface
public interface LineMaker<O> {
  /** The text alone. */
  LineMaker<String> TEXT = (text, begin, textEnd, next, behindCarriageReturn) -> text;

  /**
   * Makes an output.
   *
   * @param begin the byte offset of its first byte, a byte order mark before the first included
   * @param textEnd the byte offset at which its text ends
   * @param next the byte offset at which its terminator ends
   * @param behindCarriageReturn whether it ended at a CR; an LF that follows belongs to it
   */
  O make(String text, long begin, long textEnd, long next, boolean behindCarriageReturn);

  /** Whether it is told where a line is; if not, the offsets are 0. */
  default boolean asksWhere() {
    return this != TEXT;
  }
}
