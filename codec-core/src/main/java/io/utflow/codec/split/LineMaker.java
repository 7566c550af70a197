/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

/**
 * What becomes of a line or record. Given its text, and its byte offsets if it asks for them, it
 * answers with what a stage yields. It keeps nothing.
 */
@FunctionalInterface
public interface LineMaker<O> {
  /** The text alone. */
  LineMaker<String> TEXT = (text, begin, textEnd, next, behindCarriageReturn) -> text;

  /**
   * Makes an output.
   *
   * @param begin the byte offset of its first byte, a byte order mark before the first included
   * @param textEnd the byte offset behind its text
   * @param next the byte offset behind its terminator
   * @param behindCarriageReturn whether it ended at a CR, an LF behind which belongs to it
   */
  O make(String text, long begin, long textEnd, long next, boolean behindCarriageReturn);

  /** Whether it is told where a line is; if not, the offsets are 0. */
  default boolean asksWhere() {
    return this != TEXT;
  }
}
