/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.transcode;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.transcode.LineEnds.Style;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a text is cut, its line ends become what a regular expression makes of the whole. */
class LineEndsTest {
  @ParameterizedTest
  @EnumSource
  void areThoseOfTheWholeText(Style style) {
    for (int number = 0; number < 3 * 3 * 3 * 3 * 3 * 3; number++) {
      StringBuilder made = new StringBuilder();
      for (int rest = number; rest > 0; rest /= 3) {
        made.append("\r\nx".charAt(rest % 3));
      }
      String text = made.toString();
      String expected =
          switch (style) {
            case KEEP -> text;
            case LF -> text.replaceAll("\r\n", "\n");
            case CRLF -> text.replaceAll("(?<!\r)\n", "\r\n");
          };
      for (int one = 0; one <= text.length(); one++) {
        for (int two = one; two <= text.length(); two++) {
          LineEnds ends = new LineEnds(style);
          String made2 =
              ends.accept(text.substring(0, one))
                  + ends.accept(text.substring(one, two))
                  + ends.accept(text.substring(two))
                  + ends.end();
          assertThat(made2).as("%s at %s, %s", text, one, two).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aPieceOfNothingChangesNothing() {
    LineEnds ends = new LineEnds(Style.LF);
    assertThat(ends.accept("a\r") + ends.accept("") + ends.accept("\n") + ends.end())
        .isEqualTo("a\n");
  }
}
