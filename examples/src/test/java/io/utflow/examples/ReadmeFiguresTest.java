/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README tells no figure of speed that the pages of the measurements do not have. */
class ReadmeFiguresTest {
  private static final Pattern FIGURE = Pattern.compile("\\d+\\.\\d+");

  @Test
  void theTablesOfSpeedHaveFiguresOfThePerformancePages() throws IOException {
    List<String> measured = new ArrayList<>();
    for (String page : List.of("performance.md", "performance-tables.md")) {
      measured.addAll(figures(Files.readString(Path.of("..", "docs", page))));
    }
    List<String> told =
        Files.readString(Path.of("..", "README.md"))
            .lines()
            .dropWhile(line -> !line.equals("## Speed"))
            .filter(line -> line.startsWith("|"))
            .flatMap(line -> figures(line).stream())
            .toList();
    assertThat(told).isNotEmpty().isSubsetOf(measured);
  }

  private static List<String> figures(String text) {
    Stream<MatchResult> found = FIGURE.matcher(text).results();
    return found.map(MatchResult::group).toList();
  }
}
