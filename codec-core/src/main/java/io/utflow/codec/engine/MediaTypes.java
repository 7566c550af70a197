/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads media types as browsers do (WHATWG MIME Sniffing, §4.4 "parse a MIME type"), which accepts
 * all that RFC 9110, §8.3 allows, and passes over parameters that are wrong.
 */
public final class MediaTypes {
  private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";
  private static final String QUOTABLE = "[\\t\\x20-\\x7E\\x80-\\xFF]*";

  private final String text;
  private int at;

  private MediaTypes(String text) {
    this.text = text;
  }

  /** The first parameter of a name, in lower case; null if there is none, or no media type. */
  public static @Nullable String parameter(String mediaType, String name) {
    return new MediaTypes(mediaType.strip()).find(name);
  }

  private @Nullable String find(String wanted) {
    if (!skipType()) {
      return null;
    }
    while (at < text.length()) {
      at++;
      skipWhiteSpace();
      String name = until(";=").toLowerCase(Locale.ROOT);
      if (at < text.length() && text.charAt(at) == '=') {
        at++;
        String value = value();
        if (name.equals(wanted) && value != null) {
          return value;
        }
      }
    }
    return null;
  }

  private boolean skipType() {
    String type = until("/");
    at++;
    String subtype = until(";").stripTrailing();
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
    while (at < text.length() && "\t\n\r ".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  /** A value, null if it counts for nothing; then stands before the next semicolon or the end. */
  private @Nullable String value() {
    if (at < text.length() && text.charAt(at) == '"') {
      String quoted = quoted();
      until(";");
      return quoted.matches(QUOTABLE) ? quoted : null;
    }
    String plain = until(";").stripTrailing();
    return !plain.isEmpty() && plain.matches(QUOTABLE) ? plain : null;
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
