/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The charts that are committed tell what the files of results say. */
class SpeedChartTest {
  private static final Path RESULTS = Path.of("results");
  private static final Pattern FIGURE = Pattern.compile("\\d+\\.\\d\\d");
  private static final double FONT_SIZE = 13;

  @ParameterizedTest
  @EnumSource(Palette.class)
  void itsLabelsAreThoseOfTheResults(Palette palette) throws Exception {
    List<String> labels =
        Use.all(RESULTS).stream()
            .flatMap(use -> Stream.of(use.worst(), use.middle()))
            .map(SpeedChart::label)
            .toList();
    assertThat(Pictures.texts(palette, "speed", "text"))
        .filteredOn(text -> text.matches("\\d+\\.\\d\\d .+"))
        .containsExactlyInAnyOrderElementsOf(labels);
  }

  @ParameterizedTest
  @EnumSource(Palette.class)
  void aScreenReaderIsToldAllOfIt(Palette palette) throws Exception {
    assertThat(Pictures.texts(palette, "speed", "title")).containsExactly(SpeedChart.TITLE);
    assertThat(Pictures.texts(palette, "speed", "desc"))
        .containsExactly(SpeedChart.description(RESULTS));
  }

  /** In a wide font, such as DejaVu Sans, in which a letter takes 0.65 of the size on average. */
  @ParameterizedTest
  @EnumSource(Palette.class)
  void noLabelIsCutAtTheEdge(Palette palette) throws Exception {
    assertThat(Pictures.elements("speed-" + palette.label(), "text"))
        .isNotEmpty()
        .allSatisfy(
            text -> {
              double start = Double.parseDouble(text.getAttribute("x"));
              assertThat(start).as(text.getTextContent()).isPositive();
              assertThat(start + 0.65 * FONT_SIZE * text.getTextContent().length())
                  .as(text.getTextContent())
                  .isLessThan(SpeedChart.WIDTH);
            });
  }

  /** What the README says of decoders under the chart is what the chart shows. */
  @Test
  void theSentenceBelowItHasItsFigures() throws IOException {
    String page = Files.readString(Path.of("..", "README.md"));
    String below = page.substring(page.indexOf("speed-light.svg"));
    String paragraph = below.substring(below.indexOf("-->"), below.indexOf("\n## "));
    String chart = SpeedChart.description(RESULTS);
    assertThat(Pattern.compile("\\. (?=[A-Z])").splitAsStream(paragraph.replace('\n', ' ')))
        .filteredOn(sentence -> !sentence.contains("getBytes")) // An encoder: not in the chart.
        .flatMap(sentence -> FIGURE.matcher(sentence).results().map(MatchResult::group).toList())
        .isNotEmpty()
        .allSatisfy(figure -> assertThat(chart).contains(" " + figure + " "));
  }

  @Test
  void theUseWithTheWorstFigureStandsFirst() throws IOException {
    assertThat(Use.all(RESULTS).stream().map(use -> use.worst().times())).isSorted();
  }
}
