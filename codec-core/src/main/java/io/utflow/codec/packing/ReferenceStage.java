/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/**
 * Reads {@code &#xXXXX;} and {@code &#DDDD;}. A reference may have any number of leading zeros;
 * while it waits for its end, one of them is kept.
 */
final class ReferenceStage extends UnpackStage {
  /** More are no escape but text. */
  static final int MOST_ZEROS = 65_535;

  /** More digits, leading zeros aside, are no escape but text. */
  static final int MOST_DIGITS = 16;

  private static final long LARGEST = 0xFFFF_FFFFL;

  ReferenceStage(Packing packing) {
    super(packing, '&');
  }

  /** The index after the prefix, {@code &#} or {@code &#x}, or what there is of it. */
  private static int prefixEnd(CharSequence text, int at) {
    int end = at + 1;
    if (end == text.length() || text.charAt(end) != '#') {
      return end;
    }
    end++;
    return end < text.length() && (text.charAt(end) | 0x20) == 'x' ? end + 1 : end;
  }

  private static int zerosEnd(CharSequence text, int from, int most) {
    int end = from;
    while (end < text.length() && end - from < most && text.charAt(end) == '0') {
      end++;
    }
    return end;
  }

  private static int radix(int prefixLength) {
    return prefixLength == 2 ? 10 : 16;
  }

  @Override
  int escapeEnd(CharSequence text, int at) {
    int from = prefixEnd(text, at);
    if (from - at < 2) {
      return from;
    }
    int digits = zerosEnd(text, from, MOST_ZEROS - leftOut());
    boolean tooMany = digits < text.length() && text.charAt(digits) == '0';
    int end = tooMany ? digits : digitsEnd(text, digits, MOST_DIGITS, radix(from - at));
    return end > from && end < text.length() && text.charAt(end) == ';' ? end + 1 : end;
  }

  @Override
  boolean isWhole(CharSequence text, int at, int end) {
    return text.charAt(end - 1) == ';';
  }

  @Override
  int unpack(CharSequence text, int at, int end, boolean ending, StringBuilder out) {
    int from = prefixEnd(text, at);
    long number = Long.parseUnsignedLong(text, from, end - 1, radix(from - at));
    if (number != 0 && Packing.isCharacter(number)) {
      out.appendCodePoint((int) number);
    } else {
      boolean large = Long.compareUnsigned(number, LARGEST) > 0;
      out.append(illFormed.replacementOf(large ? LARGEST : number, offset()));
    }
    return end - at;
  }

  @Override
  String shortened(String text) {
    int from = text.isEmpty() ? 0 : prefixEnd(text, 0);
    int digits = zerosEnd(text, from, MOST_ZEROS);
    return digits - from > 1 ? text.substring(0, from + 1) + text.substring(digits) : text;
  }

  @Override
  String restored(String kept) {
    int from = leftOut() == 0 ? 0 : prefixEnd(kept, 0);
    return kept.substring(0, from) + "0".repeat(leftOut()) + kept.substring(from);
  }
}
