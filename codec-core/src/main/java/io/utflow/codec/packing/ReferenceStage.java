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

  /** {@code &}, {@code &#} or {@code &#x}, empty if no escape is open. */
  private String prefix = "";

  private int zeros;

  /** The digits behind leading zeros. */
  private String digits = "";

  ReferenceStage(Packing packing) {
    super(packing, '&');
  }

  @Override
  boolean isOpen() {
    return !prefix.isEmpty();
  }

  @Override
  boolean hasWaiting() {
    return false;
  }

  @Override
  void open() {
    prefix = "&";
  }

  @Override
  String openText() {
    return prefix + "0".repeat(zeros) + digits;
  }

  @Override
  boolean isEscape() {
    return prefix.length() > 1;
  }

  @Override
  void forgetOpen() {
    prefix = "";
    zeros = 0;
    digits = "";
  }

  @Override
  boolean accept(char c, StringBuilder out) {
    if (prefix.length() == 1) {
      return acceptPrefix(c, c == '#');
    }
    boolean noDigits = zeros == 0 && digits.isEmpty();
    if (prefix.length() == 2 && noDigits && (c == 'x' || c == 'X')) {
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
    prefix = fits ? prefix + c : prefix;
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
    return prefix.length() == 2 ? 10 : 16;
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

  @Override
  String waitingText() {
    return "";
  }

  @Override
  void settleWaiting(StringBuilder out, boolean ending) {}
}
