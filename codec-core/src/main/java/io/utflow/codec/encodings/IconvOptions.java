/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options that iconv accepts after a name. They set the treatment of ill-formed sequences and
 * of characters that cannot be encoded; here they are not a part of a name.
 */
final class IconvOptions {
  private static final Pattern OPTION =
      Pattern.compile("(.*?)(//[^/].*|//+|\\s+-c)\\s*", Pattern.DOTALL);

  private IconvOptions() {}

  /** The message for a name with an option; null without an option. */
  static @Nullable String explained(String name) {
    Matcher matcher = OPTION.matcher(name);
    if (!matcher.matches()) {
      return null;
    }
    String option = matcher.group(2).trim();
    Encoding encoding = EncodingNames.find(matcher.group(1).trim());
    String alone = encoding == null ? "give the name alone" : "name " + encoding.name();
    boolean isEmpty = option.replace("/", "").isEmpty();
    return Quoted.of(option)
        + " is iconv's, and no part of a name: "
        + alone
        + (isEmpty ? "" : policies(option));
  }

  private static String policies(String option) {
    return option.toUpperCase(Locale.ROOT).contains("TRANSLIT")
        ? ", with an UnmappablePolicy; NearestCharacters of io.utflow:utflow-icu has that one"
        : ", with MalformedPolicy.SKIP and UnmappablePolicy.SKIP";
  }
}
