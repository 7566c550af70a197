/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every promise has a test in the page of reliability, and every test that it names is there. */
class ReliabilityPageTest {
  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();
  private static final String PAGE = read("docs/reliability.md");

  /** A promise, or none if it is that of the row before; a module; tests; what was measured. */
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| *(.*?) *\\| *([\\w/.-]+) *\\| *(`[^|]*`) *\\| *(-|[^|]*\\d[^|]*?) *\\|$");

  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

  private static String read(String page) {
    return read(ROOT.resolve(page));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<MatchResult> rows() {
    return ROW.matcher(PAGE).results().toList();
  }

  private static List<String> promises() {
    return rows().stream().map(row -> row.group(1)).filter(promise -> !promise.isEmpty()).toList();
  }

  /** The sources of the tests of a module, not those of modules in it, by their simple names. */
  private static Map<String, Path> sourcesOf(String module) {
    Map<String, Path> sources = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().replace('\\', '/').contains("/src/main/"))
          .forEach(file -> sources.put(file.getFileName().toString().replace(".java", ""), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  @Test
  void everyTestIsThere() {
    List<String> missing = new ArrayList<>();
    for (MatchResult row : rows()) {
      Map<String, Path> sources = sourcesOf(row.group(2));
      List<MatchResult> tests = TEST.matcher(row.group(3)).results().toList();
      assertThat(tests).as(row.group()).isNotEmpty();
      for (MatchResult test : tests) {
        Path source = sources.get(test.group(1));
        boolean isThere =
            source != null
                && (test.group(2) == null || read(source).contains("void " + test.group(2) + "("));
        if (!isThere) {
          missing.add(row.group(2) + ": " + test.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(rows()).hasSizeGreaterThan(50);
  }

  /** A row that the pattern does not read would be checked by nobody. */
  @Test
  void everyRowIsRead() {
    long lines = PAGE.lines().filter(line -> line.startsWith("|") && line.contains("`")).count();
    assertThat(rows()).hasSize((int) lines);
  }

  @Test
  void everyPromiseOfTheReadmeHasATest() {
    String readme = read("README.md");
    String chapter = readme.substring(readme.indexOf("## What it promises"));
    String list = chapter.substring(0, chapter.indexOf("\n## "));
    assertAllAreThere(Pattern.compile("(?ms)^- \\*\\*(.+?)\\.?\\*\\*"), list, "%s");
  }

  @Test
  void everyVulnerabilityHasATest() {
    String security = read("SECURITY.md");
    String list = security.substring(0, security.indexOf("## Versions"));
    assertAllAreThere(Pattern.compile("(?m)^- (.+?)(?: \\(.*| *:.*|;|\\.)$"), list, "%s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"decisions.md", "decisions-adapters.md", "legacy-encodings.md"})
  void everyChapterOfTheDecisionsHasATest(String page) {
    assertAllAreThere(Pattern.compile("(?m)^## (.+)$"), read("docs/" + page), "[%s](" + page + "#");
  }

  private static void assertAllAreThere(Pattern promise, String list, String as) {
    List<String> told =
        promise.matcher(list).results().map(match -> match.group(1).replace('\n', ' ')).toList();
    assertThat(told).hasSizeGreaterThan(2);
    assertThat(told)
        .allSatisfy(
            each ->
                assertThat(promises())
                    .as(each)
                    .anyMatch(row -> row.startsWith(as.formatted(each))));
  }
}
