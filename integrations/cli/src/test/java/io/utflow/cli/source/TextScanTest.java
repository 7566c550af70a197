/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines, columns and line ends, however a text is cut, against what regular expressions find. */
class TextScanTest {
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
      for (int cut = 0; cut <= text.length(); cut++) {
        TextScan scan = new TextScan();
        scan.accept(text.substring(0, cut));
        scan.accept(text.substring(cut));
        String[] lines = Pattern.compile("\r\n|\n|\r").split(text, -1);
        String last = lines[lines.length - 1];
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
            .containsExactly(
                lines.length,
                last.codePointCount(0, last.length()) + 1,
                found("\r\n", text),
                found("(?<!\r)\n", text),
                found("\r(?!\n)", text),
                found("\u2028", text));
        assertThat(scan.looksBinary()).isEqualTo(text.contains("\u0000"));
      }
    }
  }

  private static long found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }
}
