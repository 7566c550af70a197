/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static io.utflow.codec.IllFormedCause.INVALID_BYTE;
import static io.utflow.codec.IllFormedCause.OUT_OF_RANGE;
import static io.utflow.codec.IllFormedCause.TRUNCATED;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Reading.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What streams in the encodings of test-only forms say, by regular expressions over the whole
 * stream: another formulation than the forms'. And streams in them.
 */
public final class ReferenceForms {
  private static final String LEAD = "[\u0081-\u00FE]";
  private static final Pattern TWO_BYTE =
      Pattern.compile(
          "(?<ascii>[\\x00-\\x7F])|(?<four>%1$s[0-9]%1$s[0-9])|(?<open>%1$s([0-9](%1$s)?)?\\z)"
                  .formatted(LEAD)
              + "|(?<pair>%s[\\n\\x40-\\x7E\\x80-\\xFE])".formatted(LEAD)
              + "|(?<wrong>[\\x80\\xFF]|%1$s\\xFF)|(?<single>%1$s)".formatted(LEAD),
          Pattern.DOTALL);

  /** What stands between two changes of the shift is read with one of two expressions. */
  private static final Pattern IN = shifted("(?<none1>\\z.)");

  private static final Pattern OUT =
      shifted("(?<pair>[!-~]{2})|(?<open1>[!-~]\\z)|(?<single>[!-~])");

  private static final List<Integer> BYTES_OF_TWO =
      List.of(0x0A, 0x0A, 0x0D, 0x61, 0x42, 0x30, 0x39, 0x81, 0x88, 0x88, 0x62, 0x80, 0xFE, 0xFF);
  private static final List<Integer> BYTES_OF_SHIFTED =
      List.of(0x0A, 0x0D, 0x0E, 0x0E, 0x0F, 0x1B, 0x41, 0x42, 0x1B, 0x61, 0x21, 0x21, 0x80);

  private ReferenceForms() {}

  private static Pattern shifted(String graphic) {
    return Pattern.compile(
        "(?<set>\\x1B[AB])|(?<out>\\x0E)|(?<in>\\x0F)|(?<open>\\x1B\\z)|(?<escape>\\x1B)|"
            + graphic
            + "|(?<ascii>[\\x00-\\x7F])|(?<wrong>.)",
        Pattern.DOTALL);
  }

  /** Whether the encoding is one of these. */
  static boolean knows(TextEncoding encoding) {
    return List.of("x-two-byte", "x-shifted").contains(encoding.name());
  }

  /** Bytes that mean something there, and some that do not. */
  public static byte[] stream(TextEncoding encoding, Random random, int length) {
    List<Integer> from = isTwoByte(encoding) ? BYTES_OF_TWO : BYTES_OF_SHIFTED;
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = from.get(random.nextInt(from.size())).byteValue();
    }
    return bytes;
  }

  private static boolean isTwoByte(TextEncoding encoding) {
    return encoding.name().equals("x-two-byte");
  }

  /**
   * @param prefix whether bytes may follow, so that an open sequence is no token
   */
  static Reading read(TextEncoding encoding, byte[] bytes, boolean prefix) {
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Token> tokens = isTwoByte(encoding) ? twoByte(all) : shifted(all, new ArrayList<>());
    if (prefix) {
      tokens.removeIf(Token::endOfInput);
    }
    return new Reading(encoding, 0, tokens);
  }

  private static List<Token> twoByte(String all) {
    List<Token> tokens = new ArrayList<>();
    Matcher m = TWO_BYTE.matcher(all);
    while (m.find()) {
      String found = m.group();
      if (m.group("four") != null) {
        int number = number(found);
        boolean surrogate = number >= 0xD800 && number < 0xE000;
        add(tokens, m, surrogate || number > 0x10FFFF ? OUT_OF_RANGE : null, number);
      } else if (m.group("open") != null) {
        tokens.add(Token.illFormed(m.start(), found.length(), TRUNCATED, true));
      } else if (m.group("wrong") != null) {
        add(tokens, m, INVALID_BYTE, 0);
      } else if (m.group("single") != null) {
        add(tokens, m, TRUNCATED, 0);
      } else if (found.equals("\u0088b")) {
        add(tokens, m, null, 0xCA, 0x304);
      } else if (found.equals("\u0088\n")) {
        add(tokens, m, null, 0x1F642, '\n', 'z');
      } else if (m.group("pair") != null) {
        add(tokens, m, null, 0x4E00 + (found.charAt(0) - 0x81) * 256 + found.charAt(1));
      } else {
        add(tokens, m, null, found.charAt(0));
      }
    }
    return tokens;
  }

  private static int number(String four) {
    int high = (four.charAt(0) - 0x81) * 10 + four.charAt(1) - '0';
    return high * 1260 + (four.charAt(2) - 0x81) * 10 + four.charAt(3) - '0';
  }

  private static List<Token> shifted(String all, List<Token> tokens) {
    boolean out = false;
    int set = 0x4E00;
    Matcher m = IN.matcher(all);
    int at = 0;
    while (at < all.length()) {
      m.usePattern(out ? OUT : IN).region(at, all.length());
      if (!m.lookingAt()) {
        throw new AssertionError("any byte is something");
      }
      String found = m.group();
      if (m.group("set") != null) {
        set = found.endsWith("A") ? 0x4E00 : 0xAC00;
      } else if (m.group("out") != null || m.group("in") != null) {
        out = m.group("out") != null;
      } else if (m.group("open") != null || out && m.group("open1") != null) {
        tokens.add(Token.illFormed(at, 1, TRUNCATED, true));
      } else if (m.group("escape") != null) {
        add(tokens, m, INVALID_BYTE, 0);
        out = false;
      } else if (out && m.group("single") != null) {
        add(tokens, m, TRUNCATED, 0);
      } else if (m.group("wrong") != null) {
        add(tokens, m, INVALID_BYTE, 0);
      } else if (out && m.group("pair") != null) {
        add(tokens, m, null, set + (found.charAt(0) - '!') * 94 + found.charAt(1) - '!');
      } else {
        add(tokens, m, null, found.charAt(0));
        out = out && !found.equals("\n");
      }
      at = m.end();
    }
    return tokens;
  }

  private static void add(
      List<Token> tokens, Matcher m, @Nullable IllFormedCause cause, int... scalars) {
    if (cause != null) {
      tokens.add(Token.illFormed(m.start(), m.group().length(), cause, false));
      return;
    }
    tokens.add(Token.scalar(m.start(), m.group().length(), scalars[0]));
    for (int i = 1; i < scalars.length; i++) {
      tokens.add(Token.scalar(m.end(), 0, scalars[i]));
    }
  }
}
