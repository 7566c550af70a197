/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CorruptionTest {

  @Test
  void countsWhatIsMissingAndNotWhatWasPutIn() {
    assertThat(Corruption.charactersLost("Grüße", "Grüße")).isZero();
    assertThat(Corruption.charactersLost("Grüße", "Gr\uFFFD\uFFFDße")).isEqualTo(1);
    assertThat(Corruption.charactersLost("Grüße", "Gr\uFFFD\uFFFD\uFFFDe")).isEqualTo(2);
    assertThat(Corruption.charactersLost("Grüße", "xGxrxüxßxex")).isZero();
    assertThat(Corruption.charactersLost("Grüße", "")).isEqualTo(5);
    assertThat(Corruption.charactersLost("", "abc")).isZero();
    assertThat(Corruption.charactersLost("ab", "ba")).isEqualTo(1);
  }

  @Test
  void countsASupplementaryCharacterAsOne() {
    assertThat(Corruption.charactersLost("\uD834\uDD1E!", "\uFFFD\uFFFD!")).isEqualTo(1);
    assertThat(Corruption.charactersLost("\uD834\uDD1E", "\uD834\uDD1F")).isEqualTo(1);
  }

  @Test
  void agreesWithTheTableOfTheTextbook() {
    Random random = new Random(20260101);
    for (int round = 0; round < 2000; round++) {
      String original = text(random);
      String decoded = text(random);
      assertThat(Corruption.charactersLost(original, decoded))
          .as("%s -> %s", original, decoded)
          .isEqualTo(original.length() - longestCommonSubsequence(original, decoded));
    }
  }

  private static String text(Random random) {
    int letters = 1 + random.nextInt(5);
    return random
        .ints(random.nextInt(140), 'a', 'a' + letters)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static int longestCommonSubsequence(String a, String b) {
    int[][] longest = new int[a.length() + 1][b.length() + 1];
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        longest[i][j] =
            a.charAt(i - 1) == b.charAt(j - 1)
                ? longest[i - 1][j - 1] + 1
                : Math.max(longest[i - 1][j], longest[i][j - 1]);
      }
    }
    return longest[a.length()][b.length()];
  }
}
