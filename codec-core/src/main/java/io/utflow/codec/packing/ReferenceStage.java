/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/**
 * Reads {@code &#xXXXX;} and {@code &#DDDD;}. Leading zeros, of which there may be many, are
 * counted, not kept.
 */
final class ReferenceStage extends UnpackStage {
  /** More are no escape but text. */
  static final int MOST_ZEROS = 65_535;

  /** More digits, leading zeros aside, are no escape but text. */
  static final int MOST_DIGITS = 16;

  private static final long LARGEST = 0xFFFF_FFFFL;

  // Of the open escape only &, &# or &#x is kept as text.

  private int zeros;

  /** The digits behind leading zeros. */
  private String digits = "";

  ReferenceStage(Packing packing) {
    super(packing, '&');
  }

  @Override
  String openText() {
    return open + "0".repeat(zeros) + digits;
  }

  @Override
  void forgetOpen() {
    super.forgetOpen();
    zeros = 0;
    digits = "";
  }

  @Override
  boolean accept(char c, StringBuilder out) {
    if (open.length() == 1) {
      return acceptPrefix(c, c == '#');
    }
    boolean noDigits = zeros == 0 && digits.isEmpty();
    if (open.length() == 2 && noDigits && (c == 'x' || c == 'X')) {
      return acceptPrefix(c, true);
    }
    if (c == ';' && !noDigits) {
      append(out);
      forgetOpen();
      return true;
    }
    return acceptDigit(c);
  }

  private boolean acceptPrefix(char c, boolean fits) {
    open = fits ? open + c : open;
    return fits;
  }

  private boolean acceptDigit(char c) {
    if (c >= 0x80 || Character.digit(c, radix()) < 0) {
      return false;
    }
    if (c == '0' && digits.isEmpty()) {
      zeros++;
      return zeros <= MOST_ZEROS || undo();
    }
    digits += c;
    if (digits.length() > MOST_DIGITS) {
      digits = digits.substring(0, MOST_DIGITS);
      return false;
    }
    return true;
  }

  private boolean undo() {
    zeros--;
    return false;
  }

  private int radix() {
    return open.length() == 2 ? 10 : 16;
  }

  private void append(StringBuilder out) {
    long number = digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, radix());
    if (number != 0 && Packing.isCharacter(number)) {
      out.appendCodePoint((int) number);
    } else {
      boolean large = Long.compareUnsigned(number, LARGEST) > 0;
      out.append(illFormed().replacementOf(large ? LARGEST : number, begin()));
    }
  }
}
