/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.testing.CharsetSamples;
import java.nio.charset.Charset;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charsets of the JDK in which a character may be three or four bytes. */
class MultiByteFormTest {
  @ParameterizedTest
  @CsvSource({
    "GB18030, 4",
    "EUC-JP, 3",
    "x-eucJP-Open, 3",
    "x-IBM33722, 3",
    "x-EUC-TW, 4",
    "x-IBM964, 4"
  })
  void theLongestSequencesAreCharactersAndNoneIsLonger(String name, int longest) {
    Charset charset = Charset.forName(name);
    EncodingForm form = new MultiByteForm(charset);
    assertThat(form.longestSequence()).isEqualTo(longest);
    int longestSeen = 0;
    for (int scalar : CharsetSamples.characters(charset, new Random(1))) {
      String character = Character.toString(scalar);
      byte[] bytes = character.getBytes(charset);
      if (new String(bytes, charset).equals(character)) {
        int step = form.step(bytes, 0, bytes.length, true);
        assertThat(step).as("%s U+%04X", name, scalar).isEqualTo(Step.scalar(scalar, bytes.length));
        longestSeen = Math.max(longestSeen, bytes.length);
      }
    }
    assertThat(longestSeen).isEqualTo(longest);
  }
}
