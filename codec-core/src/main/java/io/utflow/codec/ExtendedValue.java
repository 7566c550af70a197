/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The value of an extended parameter of a header, such as that of {@code filename*} (RFC 8187): any
 * text, written in ASCII, with its language.
 *
 * <pre>{@code
 * String text = ExtendedValue.parse("UTF-8''%e2%82%ac%20rates").text();
 * String header = "attachment; filename*=" + ExtendedValue.of("\u20AC rates.txt");
 * }</pre>
 *
 * @param text well-formed text
 * @param language a language tag (RFC 5646), or empty
 */
public record ExtendedValue(String text, String language) {
  private static final String UNESCAPED = "!#$&+-.^_`|~";
  private static final EncoderSpec UTF_8 =
      EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  /**
   * Checks the language.
   *
   * @param text well-formed text
   * @param language a language tag (RFC 5646), or empty
   * @throws IllegalArgumentException if the language has other characters than letters, digits and
   *     hyphens
   */
  public ExtendedValue {
    Objects.requireNonNull(text, "text");
    if (!language.matches("[-0-9A-Za-z]*")) {
      throw new IllegalArgumentException(
          "\"" + language + "\" is no language tag: give letters, digits and hyphens");
    }
  }

  /**
   * {@return the value of a text without a language}
   *
   * @param text well-formed text
   */
  public static ExtendedValue of(String text) {
    return new ExtendedValue(text, "");
  }

  /**
   * Reads {@code charset'language'value}. A charset other than UTF-8 is found by {@link
   * TextEncoding#forName}.
   *
   * @param value as it stands behind the {@code =}
   * @return the text and its language
   * @throws UnsupportedCharsetException if the charset is not known
   * @throws IllegalArgumentException if the value is not of this form; RFC 8187, §3.2.1 advises
   *     recipients to ignore the parameter then
   * @throws IllFormedTextException if the bytes are no text in the charset
   */
  public static ExtendedValue parse(String value) {
    int first = value.indexOf('\'');
    int second = value.indexOf('\'', first + 1);
    if (first <= 0 || second < 0) {
      throw new IllegalArgumentException(
          "an extended value has the form charset'language'text, with a charset");
    }
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.forName(value.substring(0, first)))
            .bom(BomPolicy.KEEP)
            .onMalformed(MalformedPolicy.REPORT);
    String text = spec.decode(bytes(value, second + 1));
    return new ExtendedValue(text, value.substring(first + 1, second));
  }

  private static byte[] bytes(String value, int from) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = from; at < value.length(); at++) {
      char c = value.charAt(at);
      if (c == '%') {
        bytes.write(escaped(value, at));
        at += 2;
      } else if (isUnescaped(c)) {
        bytes.write(c);
      } else {
        throw new IllegalArgumentException(
            "the character at index " + at + " of an extended value must be escaped by %");
      }
    }
    return bytes.toByteArray();
  }

  private static int escaped(String value, int at) {
    int end = at + 3;
    if (end > value.length()
        || !HexFormat.isHexDigit(value.charAt(at + 1))
        || !HexFormat.isHexDigit(value.charAt(at + 2))) {
      throw new IllegalArgumentException(
          "two hexadecimal digits must follow the % at index " + at + " of an extended value");
    }
    return HexFormat.fromHexDigits(value, at + 1, end);
  }

  private static boolean isUnescaped(char c) {
    return c >= '0' && c <= '9'
        || c >= 'A' && c <= 'Z'
        || c >= 'a' && c <= 'z'
        || UNESCAPED.indexOf(c) >= 0;
  }

  /**
   * The value as it stands in a header, in UTF-8: {@code UTF-8''%E2%82%AC}.
   *
   * @return ASCII without white space, quotes, semicolons and commas
   * @throws IllFormedTextException if the text holds an unpaired surrogate
   */
  @Override
  public String toString() {
    StringBuilder value = new StringBuilder("UTF-8'").append(language).append('\'');
    for (byte b : UTF_8.encode(text)) {
      if (b >= 0 && isUnescaped((char) b)) {
        value.append((char) b);
      } else {
        value.append("%%%02X".formatted(b & 0xFF));
      }
    }
    return value.toString();
  }
}
