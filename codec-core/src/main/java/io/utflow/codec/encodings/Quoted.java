/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

/** Text of a configuration as people read it. */
public final class Quoted {
  private static final char FIRST_GRAPHIC = ' ';
  private static final char DELETE = 0x7F;
  private static final char LAST_CONTROL = 0x9F;

  private Quoted() {}

  /** In quotation marks, with controls and line separators as escapes, so that it is one line. */
  public static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (isHidden(c)) {
                quoted.append(String.format("\\u%04X", c));
              } else {
                quoted.append((char) c);
              }
            });
    return quoted.append('"').toString();
  }

  private static boolean isHidden(int c) {
    return c < FIRST_GRAPHIC || c >= DELETE && c <= LAST_CONTROL || c == 0x2028 || c == 0x2029;
  }
}
