/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads media types as browsers do (WHATWG MIME Sniffing, §4.4 "parse a MIME type"), which accepts
 * all that RFC 9110, §8.3 allows, and passes over parameters that are wrong. It also accepts what
 * servers send and Spring reads: blanks around the equals sign, and single quotes.
 */
public final class MediaTypes {
  private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";

  /** HTTP whitespace (Fetch, §2.2), which is that of RFC 9110, §5.6.3, and ends of lines. */
  private static final String WHITE_SPACE = "\t\n\r ";

  private static final String QUOTABLE = "[\\t\\x20-\\x7E\\x80-\\xFF]*";

  private final String text;
  private int at;

  private MediaTypes(String text) {
    this.text = text;
  }

  /**
   * The first charset parameter that has a value, without its quotes and the blanks around it; null
   * without such a parameter or a media type.
   */
  public static @Nullable String charset(String mediaType) {
    return new MediaTypes(stripTrailing(mediaType)).find("charset");
  }

  private @Nullable String find(String wanted) {
    if (!skipType()) {
      return null;
    }
    while (at < text.length()) {
      at++;
      skipWhiteSpace();
      String name = stripTrailing(until(";=")).toLowerCase(Locale.ROOT);
      if (at < text.length() && text.charAt(at) == '=') {
        at++;
        skipWhiteSpace();
        String value = value();
        if (name.equals(wanted) && value != null) {
          String bare = withoutQuotes(value);
          if (!bare.isEmpty()) {
            return bare;
          }
        }
      }
    }
    return null;
  }

  private boolean skipType() {
    skipWhiteSpace();
    String type = until("/");
    at++;
    String subtype = stripTrailing(until(";"));
    return type.matches(TOKEN) && subtype.matches(TOKEN);
  }

  private String until(String stop) {
    int from = at;
    while (at < text.length() && stop.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(Math.min(from, text.length()), Math.min(at, text.length()));
  }

  private void skipWhiteSpace() {
    while (at < text.length() && WHITE_SPACE.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** Removes only blanks and tabs: a form feed or U+00A0 is part of the value. */
  private static String stripTrailing(String text) {
    int end = text.length();
    while (end > 0 && WHITE_SPACE.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end);
  }

  /** A value, null if it counts for nothing; then stands before the next semicolon or the end. */
  private @Nullable String value() {
    if (at < text.length() && text.charAt(at) == '"') {
      String quoted = quoted();
      until(";");
      return quoted.matches(QUOTABLE) ? quoted : null;
    }
    String plain = stripTrailing(until(";"));
    return !plain.isEmpty() && plain.matches(QUOTABLE) ? plain : null;
  }

  /** Without quotes of either kind that enclose all of it, and without blanks around it. */
  private static String withoutQuotes(String value) {
    int from = 0;
    int to = value.length();
    while (from < to) {
      char first = value.charAt(from);
      char last = value.charAt(to - 1);
      if (WHITE_SPACE.indexOf(first) >= 0) {
        from++;
      } else if (WHITE_SPACE.indexOf(last) >= 0) {
        to--;
      } else if (to - from > 1 && first == last && (first == '\'' || first == '"')) {
        from++;
        to--;
      } else {
        break;
      }
    }
    return value.substring(from, to);
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
      }
      value.append(text.charAt(at++));
    }
    at++;
    return value.toString();
  }
}
