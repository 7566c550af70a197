/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import java.util.List;

/**
 * The line breaks that end a line. These are characters, so they are the same in every encoding:
 * U+000A is one byte in UTF-8 and two in UTF-16, and the bytes {@code 0A 0A} are no line break in
 * UTF-16.
 *
 * <p>A terminator is found however the stream is cut, also across two inputs.
 *
 * <pre>{@code
 * LineSpec smtp = LineSpec.of(LineBreaks.CRLF).refuseBareBreaks();
 * LineSpec log = LineSpec.of(LineBreaks.ANY);
 * }</pre>
 */
public enum LineBreaks {
  /**
   * LF, or CR LF. A bare CR is text. Most text on any system has these; they are the first choice.
   */
  LF_OR_CRLF(List.of("\r\n", "\n")),
  /**
   * LF only, as {@code wc -l} counts and JSON lines are defined: a CR before it is text of the
   * line.
   */
  LF_ONLY(List.of("\n")),
  /**
   * CR LF only, as the mail and web protocols demand (RFC 5321 §2.3.8). A bare CR or LF is text,
   * or, by {@link LineSpec#refuseBareBreaks()}, an error.
   */
  CRLF(List.of("\r\n")),
  /** LF, CR LF, or a bare CR. */
  ANY(List.of("\r\n", "\n", "\r")),
  /**
   * As {@link #ANY}, and VT, FF, NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR (The Unicode Standard,
   * §5.8; UAX #14, class BK, CR, LF, NL).
   */
  UNICODE(List.of("\r\n", "\n", "\r", "\u000B", "\f", "\u0085", "\u2028", "\u2029"));

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> terminators;

  LineBreaks(List<String> terminators) {
    this.terminators = terminators;
  }

  /** {@return the terminators; where one is a prefix of another, the longer comes first} */
  public List<String> terminators() {
    return terminators;
  }
}
