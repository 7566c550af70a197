/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/** The treatment of a refused character, or of an escape sequence. */
public enum GuardAction {
  /** It stays. Every other action refuses it. */
  ALLOW,

  /**
   * It is left out; an escape sequence is left out as a whole. The text on both sides is joined:
   * never into something that this guard refuses, but perhaps into something that another filter
   * would have refused, such as {@code java}, U+200B, {@code script}. Put that filter after the
   * guard.
   */
  DROP,

  /** {@link TextGuard#replacement(String)} stands in its place, once for an escape sequence. */
  REPLACE,

  /**
   * It is shown as an escape, as Python writes it: {@code \x1b}, {@code \}{@code u202e}, {@code
   * \U000e0041}; TAB, LF and CR as {@code \t}, {@code \n} and {@code \r}. The characters of an
   * escape sequence that are not controls follow as text: {@code \x1b[31m}. This is for readers; it
   * cannot be read back, because a backslash in the text is not doubled.
   */
  ESCAPE,

  /**
   * The stream fails with an {@link UnwantedTextException}, after the text before the character.
   */
  REPORT
}
