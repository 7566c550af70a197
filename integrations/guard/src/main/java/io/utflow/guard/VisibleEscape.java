/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/** Writes a character so that a reader sees it, as Python's {@code repr} does. */
final class VisibleEscape {
  /** Every char that an escape may have. */
  static final String ALPHABET = "\\0123456789abcdefnrtuxU";

  private static final String DIGITS = "0123456789abcdef";

  private VisibleEscape() {}

  static void append(int c, StringBuilder out) {
    switch (c) {
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      default -> {
        if (c <= 0xFF) {
          hex(c, 2, out.append("\\x"));
        } else if (c <= 0xFFFF) {
          hex(c, 4, out.append("\\u"));
        } else {
          hex(c, 8, out.append("\\U"));
        }
      }
    }
  }

  private static void hex(int number, int digits, StringBuilder out) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      out.append(DIGITS.charAt(number >>> shift & 0xF));
    }
  }
}
