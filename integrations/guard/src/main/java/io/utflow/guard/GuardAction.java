/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/** What becomes of a character, or of an escape sequence. */
public enum GuardAction {
  /** It stays. Every other action refuses it. */
  ALLOW,

  /**
   * It is left out; of an escape sequence, all of it. What stood around it is joined: never into
   * something that this guard refuses, but perhaps into something that another filter would have
   * refused, as {@code java}, U+200B, {@code script}. Put that filter after the guard.
   */
  DROP,

  /** {@link TextGuard#replacement(String)} stands in its place, once for an escape sequence. */
  REPLACE,

  /**
   * It is shown as an escape, as Python writes it: {@code \x1b}, {@code \}{@code u202e}, {@code
   * \U000e0041}; TAB, LF and CR as {@code \t}, {@code \n} and {@code \r}. Of an escape sequence the
   * characters that are no controls follow as text: {@code \x1b[31m}. This is for readers; it
   * cannot be read back, for a backslash of the text stays a single one.
   */
  ESCAPE,

  /**
   * The stream fails with an {@link UnwantedTextException}, after the text before the character.
   */
  REPORT
}
