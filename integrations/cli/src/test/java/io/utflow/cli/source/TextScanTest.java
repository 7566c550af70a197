/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines, columns and line ends, however a text is cut, against what regular expressions find. */
class TextScanTest {
  private static final Pattern LINE_END = Pattern.compile("\r\n|\n|\r");
  private static final Pattern CR_LF = Pattern.compile("\r\n");
  private static final Pattern LF = Pattern.compile("(?<!\r)\n");
  private static final Pattern CR = Pattern.compile("\r(?!\n)");
  private static final Pattern SEPARATOR = Pattern.compile("\u2028");

  private static final String[] PARTS = {"\n", "\r", "a", "\uD83D\uDE00", "\u2028", "\u0000", "é"};

  /** All texts of up to five of these parts, in two pieces cut anywhere. */
  @Test
  void doesNotDependOnTheCut() {
    for (int number = 0; number < Math.pow(PARTS.length, 5); number++) {
      StringBuilder made = new StringBuilder();
      for (int rest = number; rest > 0; rest /= PARTS.length) {
        made.append(PARTS[rest % PARTS.length]);
      }
      String text = made.toString();
      long[] expected = expected(text);
      for (int cut = 0; cut <= text.length(); cut++) {
        TextScan scan = new TextScan();
        scan.accept(text.substring(0, cut));
        scan.accept(text.substring(cut));
        assertThat(
                new long[] {
                  scan.line(),
                  scan.column(),
                  scan.pairs(),
                  scan.lineFeeds(),
                  scan.returns(),
                  scan.others()
                })
            .as(text)
            .isEqualTo(expected);
        assertThat(scan.looksBinary()).isEqualTo(text.contains("\u0000"));
      }
    }
  }

  /** Line, column, and how many of each line end. */
  private static long[] expected(String text) {
    String[] lines = LINE_END.split(text, -1);
    String last = lines[lines.length - 1];
    return new long[] {
      lines.length,
      last.codePointCount(0, last.length()) + 1,
      found(CR_LF, text),
      found(LF, text),
      found(CR, text),
      found(SEPARATOR, text)
    };
  }

  private static long found(Pattern pattern, String text) {
    return pattern.matcher(text).results().count();
  }
}
