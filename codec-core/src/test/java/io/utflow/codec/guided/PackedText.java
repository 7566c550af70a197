/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ReferenceDecoder;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What packed text says, by regular expressions, and how text is packed, by formats. What is
 * ill-formed stands there as {@link #mark}.
 */
enum PackedText {
  /** Of UTF-8. */
  PERCENT("(?:%[0-9A-Fa-f]{2})+", "%") {
    @Override
    String meaning(MatchResult escapes) {
      String run = escapes.group();
      byte[] bytes = HexFormat.of().parseHex(run.replace("%", ""));
      return ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, bytes)
          .text(
              found -> {
                int from = (int) found.offset();
                byte[] sequence = Arrays.copyOfRange(bytes, from, from + found.length());
                return mark(escapes.start() + 3 * from, sequence);
              });
    }

    @Override
    String escape(int character) {
      String plain = Character.toString(character);
      if (plain.matches("[A-Za-z0-9._~-]")) {
        return plain;
      }
      byte[] utf8 = plain.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().withPrefix("%").withUpperCase().formatHex(utf8);
    }
  },
  /** With a pair of units for a supplementary character. */
  BACKSLASH("\\\\\\\\|\\\\u[Dd][89ABab]HH\\\\u[Dd][C-Fc-f]HH|\\\\uHHHH|\\\\UHHHHHHHH", "\\\\[uU]") {
    @Override
    String meaning(MatchResult escape) {
      String text = escape.group();
      return switch (text.length()) {
        case 2 -> text;
        case 12 -> Character.toString(unit(text, 2)) + unit(text, 8);
        case 6 ->
            Character.isSurrogate(unit(text, 2))
                ? mark(escape.start(), HexFormat.of().parseHex(text.substring(2)))
                : Character.toString(unit(text, 2));
        default -> number(new BigInteger(text.substring(2), 16), 0, escape.start());
      };
    }

    @Override
    String escape(int character) {
      return isKept(character, '\\')
          ? Character.toString(character)
          : HexFormat.of()
              .withPrefix("\\u")
              .withUpperCase()
              .formatHex(Character.toString(character).getBytes(StandardCharsets.UTF_16BE))
              .replaceAll("\\\\u(..)\\\\u(..)", "\\\\u$1$2");
    }
  },
  /** Of 17 digits, zeros before them aside, it is text. */
  REFERENCES("&#(?:[xX]0*+(?:H{1,16}|(?<=0));|0*+(?:[0-9]{1,16}|(?<=0));)", "&#") {
    @Override
    String meaning(MatchResult escape) {
      String digits = escape.group().substring(2, escape.group().length() - 1);
      boolean hex = digits.toLowerCase(Locale.ROOT).startsWith("x");
      BigInteger number = hex ? new BigInteger(digits.substring(1), 16) : new BigInteger(digits);
      return number(number, 1, escape.start());
    }

    @Override
    String escape(int character) {
      return isKept(character, '&') ? Character.toString(character) : "&#x%X;".formatted(character);
    }
  };

  private static final BigInteger MOST = BigInteger.valueOf(0xFFFF_FFFFL);

  private final Pattern tokens;

  /** A supplementary character, an unpaired surrogate, escapes, or one that is broken. */
  PackedText(String escapes, String broken) {
    tokens =
        Pattern.compile(
            "[\\x{10000}-\\x{10FFFF}]|(?<unpaired>[\\x{D800}-\\x{DFFF}])|(?<escapes>%s)|(?<broken>%s)"
                .formatted(escapes.replace("H", "[0-9A-Fa-f]"), broken));
  }

  /** What whole escapes stand for. */
  abstract String meaning(MatchResult escapes);

  /** How a character is written. */
  abstract String escape(int character);

  /** What stands in the place of an ill-formed sequence. */
  static String mark(long offset, byte[] bytes) {
    return "[" + offset + " " + HexFormat.of().withUpperCase().formatHex(bytes) + "]";
  }

  private static char unit(String text, int at) {
    return (char) HexFormat.fromHexDigits(text, at, at + 4);
  }

  private static String number(BigInteger number, int least, int offset) {
    long value = number.min(MOST).longValue();
    boolean surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < least || value > 0x10FFFF || surrogate
        ? mark(offset, HexFormat.of().parseHex("%08X".formatted(value)))
        : Character.toString((int) value);
  }

  private static boolean isKept(int character, char intro) {
    return character < 0x80 && character != intro;
  }

  /** What a packed text says. */
  String read(String packed) {
    return tokens
        .matcher(packed)
        .replaceAll(
            found -> {
              Matcher matcher = (Matcher) found;
              String text = found.group();
              if (matcher.group("unpaired") != null) {
                text = unpaired(found);
              } else if (matcher.group("escapes") != null) {
                text = meaning(found);
              }
              return Matcher.quoteReplacement(text);
            });
  }

  /** Where the first broken escape begins; -1 if there is none. */
  int brokenAt(String packed) {
    Matcher found = tokens.matcher(packed);
    while (found.find()) {
      if (found.group("broken") != null) {
        return found.start();
      }
    }
    return -1;
  }

  private static String unpaired(MatchResult found) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(found.group().charAt(0) >> 8);
    bytes.write(found.group().charAt(0));
    return mark(found.start(), bytes.toByteArray());
  }

  /** A text, with a mark in the place of each unpaired surrogate. */
  static String wellFormed(String text) {
    return Pattern.compile("[\\x{10000}-\\x{10FFFF}]|([\\x{D800}-\\x{DFFF}])")
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1) == null ? found.group() : unpaired(found)));
  }

  /** A text as it is packed. */
  String pack(String text) {
    StringBuilder packed = new StringBuilder();
    wellFormed(text).codePoints().forEach(character -> packed.append(escape(character)));
    return packed.toString();
  }
}
