/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

/** What becomes of a line or record: its text alone, or with its byte offsets. */
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
}
