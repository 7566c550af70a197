/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Finds the end of allowed text. Each char is looked up in a table; a long {@code String} is copied
 * first, which is faster than reading it in place. If a {@code String} begins with ISO-8859-1,
 * sixteen characters are checked at once, as bytes, and those that are not printable ASCII are then
 * looked up. Immutable.
 */
final class AllowedText {
  /** A text that is shorter is not worth a copy. */
  private static final int SHORT = 64;

  /** The number of first chars that tell whether a whole text may be ISO-8859-1. */
  private static final int SAMPLE = 16;

  private static final int BYTES_WINDOW = 8192;
  private static final int CHARS_WINDOW = 1024;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Bytes that are seen at once. */
  private static final int BLOCK = 2 * Long.BYTES;

  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  /** Added to a byte below 80, it sets the high bit of DEL. */
  private static final long TO_DELETE = 0x0101_0101_0101_0101L;

  /** Added to a byte below 80, it sets the high bit unless the byte is a C0 control. */
  private static final long TO_SPACE = 0x6060_6060_6060_6060L;

  /** The JVM writes it for a char that is not in ISO-8859-1. */
  private static final long QUESTION_MARKS = 0x3F3F_3F3F_3F3F_3F3FL;

  /** Added to a byte below 80, it sets the high bit of all but 0. */
  private static final long TO_NOT_ZERO = 0x7F7F_7F7F_7F7F_7F7FL;

  private static final char[] NONE = {};

  private final Decisions decisions;
  private final byte[] ofChars;
  private final boolean allowsPrintable;

  AllowedText(Decisions decisions) {
    this.decisions = decisions;
    this.ofChars = decisions.ofChars();
    this.allowsPrintable = decisions.allowsPrintableAscii();
  }

  /**
   * The index of the first char, from {@code from}, that is not allowed, or that is a surrogate
   * without its other half before {@code to}; else {@code to}.
   */
  int end(CharSequence text, int from, int to) {
    if (to - from < SHORT || !(text instanceof String string)) {
      return endByTable(text, from, to);
    }
    return endByWindows(string, from, to);
  }

  private int endByTable(CharSequence text, int from, int to) {
    byte[] table = ofChars;
    int at = from;
    while (at < to) {
      char c = text.charAt(at);
      if (table[c] == Decisions.ALLOWED) {
        at++;
      } else if (at + 1 < to && isAllowedPair(c, text.charAt(at + 1))) {
        at += 2;
      } else {
        return at;
      }
    }
    return to;
  }

  private boolean isAllowedPair(char high, char low) {
    return Character.isSurrogatePair(high, low)
        && decisions.of(Character.toCodePoint(high, low)) == Decisions.ALLOWED;
  }

  private int endByWindows(String text, int from, int to) {
    boolean asBytes = allowsPrintable && beginsWithLatin1(text, from);
    int window = asBytes ? BYTES_WINDOW : CHARS_WINDOW;
    char[] chars = asBytes ? NONE : new char[Math.min(window, to - from)];
    int at = from;
    while (at < to) {
      int length = Math.min(window, to - at);
      if (at + length < to && Character.isHighSurrogate(text.charAt(at + length - 1))) {
        length--;
      }
      int end = asBytes ? endInBytes(text, at, at + length) : endInChars(text, at, length, chars);
      if (end < at + length) {
        return end;
      }
      at = end;
    }
    return to;
  }

  private static boolean beginsWithLatin1(String text, int from) {
    int all = 0;
    for (int at = from; at < from + SAMPLE; at++) {
      all |= text.charAt(at);
    }
    return all <= 0xFF;
  }

  private int endInChars(String text, int from, int length, char[] chars) {
    byte[] table = ofChars;
    text.getChars(from, from + length, chars, 0);
    int at = 0;
    while (at < length) {
      char c = chars[at];
      if (table[c] == Decisions.ALLOWED) {
        at++;
      } else if (at + 1 < length && isAllowedPair(c, chars[at + 1])) {
        at += 2;
      } else {
        break;
      }
    }
    return from + at;
  }

  private int endInBytes(String text, int from, int to) {
    byte[] bytes = text.substring(from, to).getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length < to - from) {
      // A surrogate pair was written as one byte.
      return endByTable(text, from, to);
    }
    int at = 0;
    while (at <= bytes.length - BLOCK) {
      int end = at + BLOCK;
      if (looksOther(bytes, at) != 0) {
        int allowed = endByTable(text, from + at, from + end);
        if (allowed < from + end) {
          return allowed;
        }
      }
      at = end;
    }
    return endByTable(text, from + at, to);
  }

  /** Whether a byte in a block is not printable ASCII, or is a question mark. */
  private static long looksOther(byte[] bytes, int at) {
    return (looksOther((long) LONG.get(bytes, at))
            | looksOther((long) LONG.get(bytes, at + Long.BYTES)))
        & HIGH_BITS;
  }

  private static long looksOther(long word) {
    return word | word + TO_DELETE | ~(word + TO_SPACE) | ~((word ^ QUESTION_MARKS) + TO_NOT_ZERO);
  }
}
