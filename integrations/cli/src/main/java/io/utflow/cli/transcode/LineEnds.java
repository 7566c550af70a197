/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

/**
 * Makes all line ends alike, as dos2unix and unix2dos do: CR LF becomes LF, or LF becomes CR LF. A
 * CR alone stays. Takes a text in pieces that are cut anywhere.
 */
final class LineEnds {
  /** The values of --line-ends. */
  enum Style {
    KEEP,
    LF,
    CRLF
  }

  private final Style style;
  private boolean behindReturn;

  LineEnds(Style style) {
    this.style = style;
  }

  /** Converts the next piece; a CR at its end waits for the next. */
  String accept(String piece) {
    if (style == Style.KEEP) {
      return piece;
    }
    StringBuilder text = new StringBuilder(piece.length() + piece.length() / 16 + 2);
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      if (behindReturn && (c != '\n' || style == Style.CRLF)) {
        text.append('\r');
      } else if (c == '\n' && !behindReturn && style == Style.CRLF) {
        text.append('\r');
      }
      behindReturn = c == '\r';
      if (!behindReturn) {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** The text that still waited. */
  String end() {
    return behindReturn ? "\r" : "";
  }
}
