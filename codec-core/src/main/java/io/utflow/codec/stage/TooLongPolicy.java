/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

/**
 * Says how a line or record is treated that is longer than a bound: {@link LineSpec#maxChars} in
 * UTF-16 code units, {@link LineSpec#maxBytes} in bytes, and the same bounds in {@link RecordSpec}.
 * Under each policy no more than the bound is kept in memory, and the observer of the spec is
 * called first.
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
  /**
   * The line is cut at the bound, never inside a character, and delivered when it ends. A CR before
   * the cut, or another beginning of a delimiter, is cut off too if the terminator would end it.
   */
  TRUNCATE,
  /** The line is left out; the next begins after its terminator. */
  DISCARD
}
