/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.MediaTypes;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of encodings, labels and Content-Type, as a peer may write them: nothing but the stated
 * exception is thrown, and a header is read as regular expressions read it.
 */
public final class NamesFuzz {
  private static final String BLANKS = "[\t\n\r ]*";

  private static final String TOKEN = "[-!#$%&'*+.^_`|~0-9A-Za-z]+";

  /** WHATWG MIME Sniffing, §4.4: a type, a subtype, parameters. */
  private static final Pattern TYPE =
      Pattern.compile("(?s)" + BLANKS + TOKEN + "/" + TOKEN + BLANKS + "((?:;.*)?)");

  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?s);[\t\n\r ]*+([^;=]*+)(?:=[\t\n\r ]*+(?:\"((?:\\\\.|[^\"])*+)\"?+[^;]*+|([^;]*+)))?+");

  private NamesFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, StandardCharsets.ISO_8859_1);
    for (String header : new String[] {text, "a/b;charset=" + text}) {
      String expected = charset(header);
      String found = MediaTypes.charset(header);
      if (!Objects.equals(found, expected)) {
        throw new AssertionError(header + ": " + found + " instead of " + expected);
      }
      readHeader(header);
    }
    Optional<TextEncoding> label = TextEncoding.findWebLabel(text);
    String blanks = "\f\n\r\t " + upper(text) + " \t\r\n\f";
    if (!TextEncoding.findWebLabel(blanks).equals(label)) {
      throw new AssertionError(text + " in capitals is another label");
    }
    readNames(text, label);
  }

  private static void readHeader(String header) {
    try {
      TextEncoding.ofContentType(header);
    } catch (UnsupportedCharsetException refused) {
      require(MediaTypes.charset(header) != null, header + " is refused");
    }
  }

  private static void readNames(String name, Optional<TextEncoding> label) {
    Optional<TextEncoding> found = TextEncoding.find(name);
    try {
      require(Optional.of(TextEncoding.forName(name)).equals(found), name + ": forName");
    } catch (UnsupportedCharsetException refused) {
      require(found.isEmpty(), name + ": " + refused);
    }
    try {
      require(Optional.of(TextEncoding.forWebLabel(name)).equals(label), name + ": forWebLabel");
    } catch (UnsupportedCharsetException refused) {
      require(label.isEmpty(), name + ": " + refused);
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Of ASCII: others have no capitals that a label could have. */
  private static String upper(String text) {
    StringBuilder upper = new StringBuilder();
    text.chars().forEach(c -> upper.append((char) (c >= 'a' && c <= 'z' ? c - 32 : c)));
    return upper.toString();
  }

  private static @Nullable String charset(String header) {
    Matcher type = TYPE.matcher(header);
    if (!type.matches()) {
      return null;
    }
    Matcher parameter = PARAMETER.matcher(type.group(1).replaceFirst("[\t\n\r ]+\\z", ""));
    while (parameter.find()) {
      String name = parameter.group(1).replaceFirst("[\t\n\r ]+\\z", "");
      String quoted = parameter.group(2);
      String plain = parameter.group(3);
      String value =
          quoted != null
              ? quoted.replaceAll("(?s)\\\\(.)", "$1")
              : plain == null ? "" : plain.replaceFirst("[\t\n\r ]+\\z", "");
      boolean counts = value.matches("[\t -~\u0080-\u00FF]*");
      if (counts && name.toLowerCase(Locale.ROOT).equals("charset") && !bare(value).isEmpty()) {
        return bare(value);
      }
    }
    return null;
  }

  private static String bare(String value) {
    String bare = value.replaceAll("\\A[\t\n\r ]+|[\t\n\r ]+\\z", "");
    Matcher quotes = Pattern.compile("(?s)(['\"])(.*)\\1").matcher(bare);
    return quotes.matches() ? bare(quotes.group(2)) : bare;
  }
}
