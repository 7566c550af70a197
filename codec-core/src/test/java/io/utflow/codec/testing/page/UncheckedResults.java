/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds comments that look like a result, such as {@code // "abc"} or {@code // 3F 3F}, behind
 * whatever or on a line of their own, but are not written so that {@link GuidePage} compares them.
 */
final class UncheckedResults {
  /** The address in a string is none. */
  private static final Pattern COMMENT = Pattern.compile("(?m)(?<!:)//\\s*(.*)$");

  private static final Pattern CHECKED = Pattern.compile("(->|prints|throws) .*");

  private static final Pattern RESULT =
      Pattern.compile(
          String.join(
              "|",
              "[\"\\[].*",
              "-?[0-9][0-9_,.]*",
              "([0-9A-F]{2}[ ,]*)+",
              "(true|false|null|empty)\\b.*",
              "(=|\u2192|gives|yields|becomes|returns|prints|throws)(\\b|[> ]).*",
              "\\w+(Exception|Error)\\b.*",
              "(?!was:)\\S+(:| ->| =>| =) \\S+",
              ".* at (byte|char) [0-9].*"));

  private UncheckedResults() {}

  /** A message for each in the block. */
  static List<String> in(String page, PageBlock block) {
    List<String> found = new ArrayList<>();
    Matcher comment = COMMENT.matcher(block.code());
    while (comment.find()) {
      String said = comment.group(1).strip();
      if (!CHECKED.matcher(said).matches() && RESULT.matcher(said).matches()) {
        long line = block.line() + block.code().substring(0, comment.start(1)).lines().count() - 1;
        found.add(
            page + ":" + line + ": write // ->, // prints or // throws, so it is run: " + said);
      }
    }
    return found;
  }
}
