/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.benchmarks.Result;
import io.utflow.benchmarks.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages quote what was measured, and the files of results say how that was. */
class MeasuredPagesTest {
  private static final Path RESULTS = Path.of("results");
  private static final Path ROOT = Path.of("..");

  @ParameterizedTest
  @MethodSource("pages")
  void tablesHaveTheRowsOfTheirFiles(Path page) throws IOException {
    String text = Files.readString(page);
    assertThat(new MeasuredTables(RESULTS).rewritten(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void figuresThatNameTheirFilesAreInThem(Path page) throws IOException {
    assertThat(new MeasuredTables(RESULTS).notMeasured(Files.readString(page))).isEmpty();
  }

  @Test
  void thePageOfPerformanceHasMeasuredTables() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/performance.md")))
        .contains("<!-- measured\n", "<!-- figures: ");
  }

  @ParameterizedTest
  @MethodSource("files")
  void filesSayWhatWasMeasuredWhereAndWhen(Path file) throws IOException {
    for (String name : List.of("machine", "JDK", "kernels", "commit", "date")) {
      assertThat(ResultFile.comment(file, name)).as(name).isNotBlank();
    }
    assertThat(ResultFile.comment(file, "commit")).matches("[0-9a-f]{7,}");
    assertThat(ResultFile.read(file)).isNotEmpty().allSatisfy(MeasuredPagesTest::isMeasured);
  }

  private static void isMeasured(Result result) {
    assertThat(result.ourSpeed()).isPositive();
    assertThat(result.peerSpeed()).isPositive();
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(RESULTS)) {
      return files.filter(file -> file.toString().endsWith(".tsv")).toList();
    }
  }
}
