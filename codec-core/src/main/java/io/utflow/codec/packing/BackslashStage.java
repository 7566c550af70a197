/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/** Reads {@code \}{@code uXXXX} and {@code \UXXXXXXXX}. */
final class BackslashStage extends UnpackStage {
  private static final int SHORT = 2 + 4;
  private static final int LONG = 2 + 8;

  BackslashStage(Packing packing) {
    super(packing, '\\');
  }

  @Override
  int escapeEnd(CharSequence text, int at) {
    char second = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    return switch (second) {
      case 'u' -> digitsEnd(text, at + 2, SHORT - 2, 16);
      case 'U' -> digitsEnd(text, at + 2, LONG - 2, 16);
      case '\\' -> at + 2;
      default -> at + 1;
    };
  }

  @Override
  boolean isWhole(CharSequence text, int at, int end) {
    return isPair(text, at, end) || isUnit(text, at, end) || end - at == LONG;
  }

  /** A backslash that stands for itself, as in Java (JLS, 3.3): it begins no escape. */
  private static boolean isPair(CharSequence text, int at, int end) {
    return end - at == 2 && text.charAt(at + 1) == '\\';
  }

  private static boolean isUnit(CharSequence text, int at, int end) {
    return end - at == SHORT && text.charAt(at + 1) == 'u';
  }

  @Override
  int unpack(CharSequence text, int at, int end, boolean ending, StringBuilder out) {
    if (isPair(text, at, end)) {
      out.append(text, at, end);
      return end - at;
    }
    long number = Long.parseLong(text, at + 2, end, 16);
    boolean isUnit = isUnit(text, at, end);
    if (isUnit && Character.isHighSurrogate((char) number)) {
      return unpackHigh((char) number, text, at, end, ending, out);
    }
    if (Packing.isCharacter(number)) {
      out.appendCodePoint((int) number);
    } else if (isUnit) {
      out.append(illFormed.replacementOf((char) number, offset(), false));
    } else {
      out.append(illFormed.replacementOf(number, offset()));
    }
    return end - at;
  }

  /** The escape of a high surrogate, and that of a low one if it follows. */
  private int unpackHigh(
      char high, CharSequence text, int at, int end, boolean ending, StringBuilder out) {
    int next = end(text, end);
    boolean isCut = next == text.length() && !isWhole(text, end, next);
    if (isCut && !ending) {
      return WAITS;
    }
    if (isUnit(text, end, next)) {
      char low = (char) Integer.parseInt(text, end + 2, next, 16);
      if (Character.isLowSurrogate(low)) {
        out.append(high).append(low);
        return next - at;
      }
    }
    out.append(illFormed.replacementOf(high, offset(), isCut));
    return end - at;
  }
}
