/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * What becomes of a line or record that is longer than its bound, {@link LineSpec#maxChars} or
 * {@link RecordSpec#maxChars}, in UTF-16 code units without the terminator. Whatever the answer is,
 * no more than the bound is kept in memory, and an observer of the spec is told first.
 *
 * <pre>{@code
 * LineSpec log = LineSpec.of(LineBreaks.ANY).maxChars(1000).onTooLong(TooLongPolicy.TRUNCATE);
 * }</pre>
 */
public enum TooLongPolicy {
  /**
   * The stream fails with a {@link TooLongLineException} as soon as the bound is passed, when all
   * lines before have been polled.
   */
  FAIL,
  /** The line is cut at the bound, never inside a surrogate pair, and delivered when it ends. */
  TRUNCATE,
  /** The line is left out; the next begins behind its terminator. */
  DISCARD
}
