/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * What becomes of a line or record that is longer than a bound: {@link LineSpec#maxChars} in UTF-16
 * code units, {@link LineSpec#maxBytes} in bytes, and those of {@link RecordSpec}. Under each
 * policy no more than the bound is kept in memory, and an observer of the spec is told first.
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
  /** The line is cut at the bound, never inside a character, and delivered when it ends. */
  TRUNCATE,
  /** The line is left out; the next begins after its terminator. */
  DISCARD
}
