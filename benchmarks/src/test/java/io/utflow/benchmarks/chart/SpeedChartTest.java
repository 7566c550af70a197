/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The charts that are committed tell what the files of results say. */
class SpeedChartTest {
  private static final Path RESULTS = Path.of("results");

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

  @Test
  void theUseWithTheWorstFigureStandsFirst() throws IOException {
    assertThat(Use.all(RESULTS).stream().map(use -> use.worst().times())).isSorted();
  }
}
