/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

/**
 * Counts what a text has, and says in which line and column it is: lines end at LF, CR LF and CR,
 * columns are code points, both from 1 on. Takes a text in pieces that are cut anywhere.
 */
public final class TextScan {
  private long lineFeeds;
  private long returns;
  private long pairs;
  private long others;
  private long nulls;
  private long controls;
  private long line = 1;
  private long column = 1;
  private boolean behindReturn;
  private long beyondAscii;
  private long length;

  /** Takes the next piece. */
  public void accept(CharSequence piece) {
    int end = piece.length();
    length += end;
    for (int i = 0; i < end; i++) {
      char c = piece.charAt(i);
      if (c < ' ') {
        acceptControl(c);
      } else {
        behindReturn = false;
        if (!Character.isLowSurrogate(c)) {
          column++;
          beyondAscii += c > '\u007F' ? 1 : 0;
        }
        others += c == '\u0085' || c == '\u2028' || c == '\u2029' ? 1 : 0;
      }
    }
  }

  private void acceptControl(char c) {
    boolean endsPair = c == '\n' && behindReturn;
    behindReturn = c == '\r';
    if (endsPair) {
      pairs++;
      returns--;
      return;
    }
    if (c == '\n' || c == '\r') {
      lineFeeds += c == '\n' ? 1 : 0;
      returns += c == '\r' ? 1 : 0;
      line++;
      column = 1;
      return;
    }
    column++;
    nulls += c == 0 ? 1 : 0;
    controls += c == '\t' || c == '\f' ? 0 : 1;
  }

  /** The line of the next character. */
  public long line() {
    return line;
  }

  /** The column of the next character. */
  public long column() {
    return column;
  }

  /** LF alone. */
  public long lineFeeds() {
    return lineFeeds;
  }

  /** CR LF. */
  public long pairs() {
    return pairs;
  }

  /** CR alone. */
  public long returns() {
    return returns;
  }

  /** NEL, LINE SEPARATOR and PARAGRAPH SEPARATOR. */
  public long others() {
    return others;
  }

  /** Whether all of it is ASCII. */
  public boolean isAscii() {
    return beyondAscii == 0;
  }

  /** Returns the number of characters beyond ASCII. */
  public long beyondAscii() {
    return beyondAscii;
  }

  /** Returns the length of the text in UTF-16 code units. */
  public long length() {
    return length;
  }

  /** Whether it has characters below U+0020 other than TAB, LF, FF and CR. */
  public boolean hasControls() {
    return controls > 0;
  }

  /** Whether it has NUL, which grep and git take for a sign that it is no text. */
  public boolean looksBinary() {
    return nulls > 0;
  }
}
