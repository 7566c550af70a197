/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/** Reads {@code %XX}: bytes of UTF-8. */
final class PercentStage extends UnpackStage {
  private static final int LENGTH = 3;
  private static final int MOST_BYTES = 4;

  PercentStage(Packing packing) {
    super(packing, '%');
  }

  @Override
  int escapeEnd(CharSequence text, int at) {
    return digitsEnd(text, at + 1, 2, 16);
  }

  @Override
  boolean isWhole(CharSequence text, int at, int end) {
    return end - at == LENGTH;
  }

  @Override
  boolean isMeant(int length) {
    return true;
  }

  @Override
  int unpack(CharSequence text, int at, int end, boolean ending, StringBuilder out) {
    byte[] bytes = new byte[MOST_BYTES];
    int length = 0;
    int from = at;
    int next = end;
    while (isWhole(text, from, next)) {
      bytes[length++] = (byte) Integer.parseInt(text, from + 1, next, 16);
      int read = illFormed.readUtf8(bytes, length, false, false, offset(), out);
      if (read > 0) {
        return read * LENGTH;
      }
      from = next;
      next = end(text, from);
    }
    boolean isCut = next == text.length();
    if (isCut && !ending) {
      return WAITS;
    }
    return illFormed.readUtf8(bytes, length, true, isCut, offset(), out) * LENGTH;
  }
}
