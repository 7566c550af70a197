/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongPolicy;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What a record is, as engines are told by name:
 *
 * <ul>
 *   <li>{@code bytes:80}: 80 bytes each, as {@link RecordSpec#ofBytes}
 *   <li>{@code chars:200}: 200 UTF-16 code units each, as {@link RecordSpec#ofChars}; {@code
 *       chars:200,short} if the last may have fewer
 *   <li>{@code delimiters:\n\n \r\n\r\n}: the texts that end a record, as {@link
 *       RecordSpec#delimitedBy}; blanks stand between several. In a delimiter {@code \n}, {@code
 *       \r}, {@code \t}, {@code \\} and {@code \}{@code u001E} stand for characters, the last with
 *       four hexadecimal digits
 * </ul>
 *
 * <p>Immutable, thread-safe and serializable.
 */
public final class RecordSetting implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String BYTES = "bytes:";
  private static final String CHARS = "chars:";
  private static final String SHORT = ",short";
  private static final String DELIMITERS = "delimiters:";

  /** As it is written. */
  private final String setting;

  private RecordSetting(String setting) {
    this.setting = setting;
  }

  /**
   * The setting as it is written.
   *
   * @param setting what a record is
   * @return what it means
   * @throws IllegalArgumentException if it says nothing
   */
  public static RecordSetting parse(String setting) {
    RecordSetting parsed = new RecordSetting(setting);
    parsed.spec();
    return parsed;
  }

  /**
   * {@return the spec of records}
   *
   * @param maxChars the bound of a record that delimiters end, at least 1; others have their length
   * @param onTooLong what becomes of a longer one
   */
  public RecordSpec spec(int maxChars, TooLongPolicy onTooLong) {
    RecordSpec spec = spec().onTooLong(onTooLong);
    return setting.startsWith(DELIMITERS) ? spec.maxChars(maxChars) : spec;
  }

  private RecordSpec spec() {
    if (setting.startsWith(BYTES)) {
      return RecordSpec.ofBytes(number(setting.substring(BYTES.length())));
    }
    if (setting.startsWith(CHARS)) {
      boolean isShort = setting.endsWith(SHORT);
      int end = setting.length() - (isShort ? SHORT.length() : 0);
      RecordSpec spec = RecordSpec.ofChars(number(setting.substring(CHARS.length(), end)));
      return isShort ? spec.allowShort() : spec;
    }
    if (setting.startsWith(DELIMITERS)) {
      String[] delimiters = setting.substring(DELIMITERS.length()).split(" ");
      return RecordSpec.delimitedBy(
          Arrays.stream(delimiters).map(RecordSetting::unescaped).toArray(String[]::new));
    }
    throw new IllegalArgumentException(
        "use bytes:80, chars:200, or delimiters:, followed by the texts that end a record");
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + digits + "\" is no length", e);
    }
  }

  private static String unescaped(String delimiter) {
    StringBuilder text = new StringBuilder();
    int i = 0;
    while (i < delimiter.length()) {
      char next = delimiter.charAt(i++);
      if (next != '\\') {
        text.append(next);
        continue;
      }
      char kind = i < delimiter.length() ? delimiter.charAt(i++) : ' ';
      switch (kind) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case '\\' -> text.append('\\');
        case 'u' -> {
          text.append(unit(delimiter, i));
          i += 4;
        }
        default ->
            throw new IllegalArgumentException(
                "in a delimiter \\n, \\r, \\t, \\\\ and \\u with four digits are known");
      }
    }
    return text.toString();
  }

  private static char unit(String delimiter, int at) {
    String digits = delimiter.substring(at, Math.min(at + 4, delimiter.length()));
    if (!digits.matches("[0-9A-Fa-f]{4}")) {
      throw new IllegalArgumentException("\\u" + digits + " has not four hexadecimal digits");
    }
    return (char) Integer.parseInt(digits, 16);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordSetting that && setting.equals(that.setting);
  }

  @Override
  public int hashCode() {
    return setting.hashCode();
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return setting;
  }
}
