/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Product;
import io.utflow.conformance.ConformanceVector;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Level;
import io.utflow.conformance.Report;
import io.utflow.conformance.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/conformance.md says of the decoders of this JVM what they do now, of a sample of them in the
 * default build. Those of other languages are judged by {@code mvn -Pconformance}, which writes the
 * page.
 */
class ConformancePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "..", "docs", "conformance.md");
  private static final Pattern NAMED =
      Pattern.compile(
          "\\b((?:utf-(?:8|16|32)(?:[bl]e)?|big5|euc-kr|gb18030|shift_jis|windows-1252|lines|events)"
              + "/[a-z][a-z0-9-]+)");
  private static final int JDK_OF_THE_PAGE = 17;

  static List<DecoderUnderTest> decoders() {
    List<DecoderUnderTest> decoders = new ArrayList<>(Drivers.ofUtflow());
    // On another JDK the JDK's decoders, on which the others stand, may be others.
    if (Runtime.version().feature() == JDK_OF_THE_PAGE) {
      decoders.addAll(Drivers.ofOthers());
    }
    return decoders.stream()
        .filter(decoder -> Product.takes(decoders.indexOf(decoder), 4))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void thePageHasTheScores(DecoderUnderTest decoder) throws IOException {
    List<String> page = Files.readAllLines(PAGE);
    Report report = Suite.all().judge(decoder);
    List<String> rows = new ArrayList<>();
    ConformanceTable.kinds().forEach(kind -> rows.addAll(ConformanceTable.scores(report, kind)));
    rows.addAll(ConformanceTable.cuts(report));
    assertThat(page.stream().filter(line -> line.startsWith("| " + report.decoder() + " |")))
        .as("mvn -Pconformance writes docs/conformance.md")
        .containsExactlyInAnyOrderElementsOf(rows);
    String name = ConformanceTable.shortName(report);
    assertThat(families(page, 2, name)).isEqualTo(report.failedFamilies(Level.WHOLE));
    assertThat(families(page, 3, name)).isEqualTo(report.failedFamilies(Level.COUNT));
  }

  /** What pages call a family is one. */
  @ParameterizedTest
  @ValueSource(strings = {"decisions.md", "legacy-encodings.md", "guide/judge-your-decoder.md"})
  void familiesThatPagesNameAreThere(String page) throws IOException {
    Set<String> families =
        Suite.all().vectors().stream()
            .map(ConformanceVector::family)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(
            NAMED
                .matcher(Files.readString(PAGE.resolveSibling(page)))
                .results()
                .map(named -> named.group(1)))
        .isNotEmpty()
        .isSubsetOf(families);
  }

  /** The families in whose row a decoder is named in that column. */
  private static Set<String> families(List<String> page, int column, String name) {
    Set<String> families = new TreeSet<>();
    for (String line : page) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 6 && List.of(cells[column + 1].strip().split("; ")).contains(name)) {
        families.add(cells[1].strip());
      }
    }
    return families;
  }
}
