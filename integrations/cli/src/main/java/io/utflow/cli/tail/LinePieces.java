/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.tail;

import io.utflow.codec.stage.LineBreaks;

/** Breaks pieces of text at LF, CR LF and CR, as {@link LineBreaks#ANY} does. */
final class LinePieces {
  private final LineSink lines;

  /** Whether the text so far ends with a CR, to which an LF would belong. */
  private boolean behindCarriageReturn;

  LinePieces(LineSink lines) {
    this.lines = lines;
  }

  /** Takes the next piece of the text, which may end inside a line or a CR LF. */
  void accept(String text) {
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' && behindCarriageReturn) {
        begin = i + 1;
      } else if (c == '\n' || c == '\r') {
        lines.piece(text.substring(begin, i));
        lines.endOfLine();
        begin = i + 1;
      }
      behindCarriageReturn = c == '\r';
    }
    if (begin < text.length()) {
      lines.piece(text.substring(begin));
    }
  }
}
