/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/** Reads {@code \}{@code uXXXX} and {@code \UXXXXXXXX}. */
final class BackslashStage extends UnpackStage {
  private static final int SHORT = 2 + 4;
  private static final int LONG = 2 + 8;

  /** An escape of a high surrogate that waits for that of a low one, or empty. */
  private String high = "";

  /** Where that begins. */
  private long highAt;

  BackslashStage(Packing packing) {
    super(packing, '\\');
  }

  @Override
  boolean hasWaiting() {
    return !high.isEmpty();
  }

  @Override
  String waitingText() {
    return high;
  }

  @Override
  boolean accept(char c, StringBuilder out) {
    if (open.length() == 1) {
      return acceptSecond(c, out);
    }
    if (!isHex(c)) {
      return false;
    }
    String longer = open + c;
    if (longer.length() == (open.charAt(1) == 'u' ? SHORT : LONG)) {
      complete(longer, Long.parseLong(longer, 2, longer.length(), 16), out);
      open = "";
    } else {
      open = longer;
    }
    return true;
  }

  private boolean acceptSecond(char c, StringBuilder out) {
    if (c == 'u' || c == 'U') {
      open += c;
      return true;
    }
    if (c == '\\') {
      // A backslash that stands for itself, as in Java (JLS, 3.3): it begins no escape.
      settleWaiting(out, false);
      out.append("\\\\");
      open = "";
      return true;
    }
    return false;
  }

  private void complete(String escape, long number, StringBuilder out) {
    boolean unit = escape.length() == SHORT;
    if (unit && hasWaiting() && Character.isLowSurrogate((char) number)) {
      out.append((char) Integer.parseInt(high, 2, SHORT, 16)).append((char) number);
      high = "";
      return;
    }
    settleWaiting(out, false);
    if (unit && Character.isHighSurrogate((char) number)) {
      high = escape;
      highAt = begin();
    } else if (unit && Character.isLowSurrogate((char) number)) {
      out.append(illFormed().replacementOf((char) number, begin(), false));
    } else {
      appendCharacter(number, begin(), out);
    }
  }

  private void appendCharacter(long number, long at, StringBuilder out) {
    if (Packing.isCharacter(number)) {
      out.appendCodePoint((int) number);
    } else {
      out.append(illFormed().replacementOf(number, at));
    }
  }

  @Override
  void settleWaiting(StringBuilder out, boolean ending) {
    if (!high.isEmpty()) {
      char unit = (char) Integer.parseInt(high, 2, SHORT, 16);
      out.append(illFormed().replacementOf(unit, highAt, ending));
      high = "";
    }
  }
}
