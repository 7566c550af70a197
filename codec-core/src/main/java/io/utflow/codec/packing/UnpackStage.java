/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/**
 * Reads escapes. A subclass knows the form of an escape and its character. This class treats a
 * broken escape as text and reads the char after it anew.
 */
abstract class UnpackStage extends TextPieces {
  private final char intro;
  private final boolean refusesBroken;

  UnpackStage(Packing packing, char intro) {
    super(packing.onMalformed());
    this.intro = intro;
    this.refusesBroken = packing.refusesBroken();
  }

  /**
   * The index after the chars from {@code at} on, an intro first, that an escape may begin with.
   */
  abstract int escapeEnd(CharSequence text, int at);

  /** Whether {@link #escapeEnd} has found a whole escape. */
  abstract boolean isWhole(CharSequence text, int at, int end);

  /**
   * Writes what a whole escape stands for, together with escapes after it.
   *
   * @return how many chars they have, or {@link #WAITS}
   */
  abstract int unpack(CharSequence text, int at, int end, boolean ending, StringBuilder out);

  /** Whether a broken escape of that many chars cannot be meant as text. */
  boolean isMeant(int length) {
    return length > 1;
  }

  /**
   * The index after the chars from {@code at} on that an escape may begin with; {@code at}: none.
   */
  final int end(CharSequence text, int at) {
    return at < text.length() && text.charAt(at) == intro ? escapeEnd(text, at) : at;
  }

  /** The index after the digits, of ASCII, from {@code from} on, at most so many. */
  static int digitsEnd(CharSequence text, int from, int most, int radix) {
    int end = from;
    while (end < text.length() && end - from < most && isDigit(text.charAt(end), radix)) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c, int radix) {
    return c < 0x80 && Character.digit(c, radix) >= 0;
  }

  @Override
  final boolean isPlain(char c) {
    return c != intro;
  }

  @Override
  final int take(CharSequence text, int at, boolean ending, StringBuilder out) {
    int end = escapeEnd(text, at);
    if (isWhole(text, at, end)) {
      return unpack(text, at, end, ending, out);
    }
    if (end == text.length() && !ending) {
      return WAITS;
    }
    String broken = restored(text.subSequence(at, end).toString());
    if (refusesBroken && isMeant(broken.length())) {
      throw new BrokenEscapeException(broken, offset());
    }
    out.append(broken);
    return end - at;
  }

  @Override
  final void takeCharacters(String characters, StringBuilder out) {
    out.append(characters);
  }
}
