/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

/**
 * The result of a call of a decoder, encoder or transcoder.
 *
 * <pre>{@code
 * CharBuffer chars = CharBuffer.allocate(1024);
 * while (decoder.decode(received, chars, false) == CoderStatus.OVERFLOW) {
 *   chars.flip();
 *   store(chars.toString());
 *   chars.clear();
 * }
 * }</pre>
 */
public enum CoderStatus {
  /** The input is used up. Undecided bytes or chars are pending inside the coder. */
  UNDERFLOW,
  /**
   * The output lacks room for the next character. Nothing is lost: call again with the same input,
   * the same end-of-input flag and more room.
   */
  OVERFLOW
}
