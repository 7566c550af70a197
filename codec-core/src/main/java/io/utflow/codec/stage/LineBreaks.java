package io.utflow.codec.stage;

import java.util.List;

/** What ends a line. Found in decoded text, so it is the same in every encoding. */
public enum LineBreaks {
  /** LF, or CR LF. A bare CR is text. */
  LF(List.of("\r\n", "\n")),
  /**
   * CR LF only, as the mail and web protocols demand (RFC 5321 §2.3.8). A bare CR or LF is text,
   * or, by {@link LineSpec#refuseLoneBreaks()}, an error.
   */
  CRLF(List.of("\r\n")),
  /** LF, CR LF, or a bare CR. */
  ANY(List.of("\r\n", "\n", "\r")),
  /**
   * As {@link #ANY}, and VT, FF, NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR (The Unicode Standard,
   * §5.8; UAX #14, class BK, CR, LF, NL).
   */
  UNICODE(List.of("\r\n", "\n", "\r", "\u000B", "\f", "\u0085", "\u2028", "\u2029"));

  private final List<String> terminators;

  LineBreaks(List<String> terminators) {
    this.terminators = terminators;
  }

  List<String> terminators() {
    return terminators;
  }

  boolean endsAtLoneCarriageReturn() {
    return this == ANY || this == UNICODE;
  }
}
