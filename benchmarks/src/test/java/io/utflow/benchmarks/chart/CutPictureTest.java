/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The picture of a cut shows what the decoders really hand on. */
class CutPictureTest {
  @Test
  void utflowHandsOnWholeCharacters() {
    assertThat(CutPicture.utflow()).containsExactly("n", "\u00E9 ", "\uD83D\uDE00");
  }

  @Test
  void stringDecoderHandsOnReplacements() {
    assertThat(String.join("", CutPicture.stringDecoder())).isNotEqualTo(CutPicture.TEXT);
    assertThat(CutPicture.stringDecoder()).allSatisfy(text -> assertThat(text).contains("\uFFFD"));
  }

  @ParameterizedTest
  @EnumSource(Palette.class)
  void thePictureShowsTheseResults(Palette palette) throws Exception {
    List<String> shown = Pictures.texts(palette, "cut", "text");
    List<String> expected = new ArrayList<>();
    CutPicture.pieces()
        .forEach(piece -> expected.addAll(List.of(CutPicture.hex(piece).split(" "))));
    CutPicture.utflow().forEach(text -> expected.add("\u201C" + text + "\u201D"));
    CutPicture.stringDecoder().forEach(text -> expected.add("\u201C" + text + "\u201D"));
    assertThat(shown).containsSubsequence(expected);
    assertThat(Pictures.texts(palette, "cut", "title")).containsExactly(CutPicture.TITLE);
    assertThat(Pictures.texts(palette, "cut", "desc")).containsExactly(CutPicture.description());
  }
}
