/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a guard does to a whole text, by regular expressions. */
final class ReferenceGuard {
  private static final String BEGIN_OF_STRING = "(?:\\x1B[P\\]X^_]|[\\x90\\x98\\x9D\\x9E\\x9F])";

  private static final String IN_STRING =
      "[^\\x07\\x18\\x1A\\x1B\\x90\\x98\\x9B-\\x9F\\n\\x0B\\f\\r\\x85\\u2028\\u2029]*+";

  /** No alternative fails behind its introducer: what does not fit is behind the sequence. */
  private static final Pattern SEQUENCE =
      Pattern.compile(
          BEGIN_OF_STRING
              + IN_STRING
              + "(?:\\x07|\\x9C|\\x1B\\\\|\\x1B\\z)?+"
              + "|(?:\\x1B\\[|\\x9B)[\\x20-\\x3F]*+[\\x40-\\x7E]?+"
              + "|\\x1B[\\x20-\\x2F]*+[\\x30-\\x7E]?+");

  private ReferenceGuard() {}

  /**
   * The guarded text.
   *
   * @param refused takes what an observer is told
   */
  static String guard(
      String text,
      List<CharacterClass> order,
      Map<CharacterClass, GuardAction> actions,
      List<UnwantedCharacter> refused) {
    StringBuilder out = new StringBuilder();
    Matcher sequence = SEQUENCE.matcher(text);
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int end = at + Character.charCount(c);
      CharacterClass of = null;
      for (CharacterClass each : order) {
        boolean bare = each == CharacterClass.BARE_LINE_BREAKS && (c == '\r' || c == '\n');
        if (of == null
            && (each.contains(c) || bare)
            && actions.getOrDefault(each, GuardAction.ALLOW) != GuardAction.ALLOW) {
          of = each;
        }
      }
      if (of == CharacterClass.BARE_LINE_BREAKS && text.startsWith("\r\n", at)) {
        of = null;
        end++;
      }
      if (of == null) {
        out.append(text, at, end);
      } else {
        GuardAction action = actions.get(of);
        refused.add(new UnwantedCharacter(of, c, at, action));
        boolean whole = of == CharacterClass.ESCAPE_SEQUENCES && action != GuardAction.ESCAPE;
        if (whole && sequence.region(at, text.length()).lookingAt()) {
          end = sequence.end();
        }
        out.append(
            switch (action) {
              case REPLACE -> "?";
              case ESCAPE -> escape(c);
              default -> "";
            });
      }
      at = end;
    }
    return out.toString();
  }

  private static String escape(int c) {
    return switch (c) {
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      default -> (c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c);
    };
  }
}
