/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

/** Makes text from outside fit for a terminal. */
public final class Printable {
  private Printable() {}

  /**
   * The text with a visible sign for each control character except the tab: {@code U+241B} for ESC.
   * Nothing in it then moves the cursor, begins a line or gives the terminal a command.
   */
  public static String of(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      printable.append(sign(text.charAt(i)));
    }
    return printable.toString();
  }

  private static char sign(char c) {
    if (c == '\t') {
      return c;
    }
    if (c < ' ') {
      return (char) ('\u2400' + c);
    }
    if (c == '\u007F') {
      return '\u2421';
    }
    boolean breaksLine = c == '\u2028' || c == '\u2029';
    return Character.isISOControl(c) || breaksLine ? '\uFFFD' : c;
  }
}
