/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static io.utflow.codec.IllFormedCause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.IllFormedCause.UNPAIRED_LOW_SURROGATE;

import io.utflow.codec.testing.Reading.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * What a whole text of UTF-16 code units says, surrogates without a partner included. Offsets count
 * code units. By the arithmetic of RFC 2781 §2, with none of the library's code.
 */
public final class ReferenceText {
  private static final int HIGH = 0xD800 / 0x400;
  private static final int LOW = 0xDC00 / 0x400;

  private ReferenceText() {}

  /** What {@code text} says if it is a whole stream. */
  public static Reading read(String text) {
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < text.length(); i += tokens.get(tokens.size() - 1).length()) {
      tokens.add(token(text, i));
    }
    return new Reading(null, 0, tokens);
  }

  private static Token token(String text, int i) {
    int unit = text.charAt(i);
    boolean last = i + 1 == text.length();
    if (unit / 0x400 == HIGH) {
      boolean paired = !last && text.charAt(i + 1) / 0x400 == LOW;
      return paired
          ? Token.scalar(i, 2, 0x10000 + unit % 0x400 * 0x400 + text.charAt(i + 1) % 0x400)
          : Token.illFormed(i, 1, UNPAIRED_HIGH_SURROGATE, last);
    }
    return unit / 0x400 == LOW
        ? Token.illFormed(i, 1, UNPAIRED_LOW_SURROGATE, false)
        : Token.scalar(i, 1, unit);
  }
}
