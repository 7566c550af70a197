/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.testing.page.GuidePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Hooks;

/**
 * Every page of {@code docs/guide} is compiled and run: here, but for those that need the library
 * of another module or a network, whose tests compile them and run what they show.
 */
@Tag("whole")
class GuideTest {
  /** By page the folder of the module whose tests run it. */
  static final Map<String, String> RUN_ELSEWHERE =
      Map.of(
          "webflux.md", "integrations/spring",
          "webflux-events.md", "integrations/spring",
          "webflux-errors.md", "integrations/spring",
          "engines.md", "integrations/spark",
          "judge-your-decoder.md", "integrations/conformance",
          "metrics.md", "integrations/micrometer",
          "reactor-netty.md", "examples",
          "api.md", "examples");

  /**
   * It shows a buffer that is released twice, and says that Reactor's log has the second failure.
   */
  private static final String DROPS_AN_ERROR = "migrating/reactor-netty-as-string.md";

  /** What it shows is typed into a shell. */
  private static final String WITHOUT_JAVA = "command-line.md";

  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();

  /** What Reactor would log, as errors. */
  private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

  @BeforeEach
  void collectDroppedErrors() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void logDroppedErrorsAgain() {
    Hooks.resetOnErrorDropped();
  }

  @ParameterizedTest
  @MethodSource("pagesOfThisModule")
  void saysWhatIsSo(String page, @TempDir Path classes) throws Exception {
    assertThat(GuidePage.failures(page, classes)).isEmpty();
    if (page.equals(DROPS_AN_ERROR)) {
      assertThat(dropped).hasSize(1);
      assertThat(dropped.get(0))
          .isInstanceOf(IllegalReferenceCountException.class)
          .hasMessageContaining("A buffer was released once too often.");
    } else {
      assertThat(dropped).isEmpty();
    }
  }

  @Test
  void aPageThatIsNotRunHereIsRunByTheModuleItBelongsTo() throws IOException {
    for (String page : pages()) {
      if (RUN_ELSEWHERE.containsKey(page)) {
        Path tests = ROOT.resolve(RUN_ELSEWHERE.get(page)).resolve("src/test/java");
        assertThat(sources(tests)).as("tests that run " + page).anyMatch(each -> runs(each, page));
      }
    }
  }

  static List<String> pagesOfThisModule() throws IOException {
    return pages().stream()
        .filter(page -> !RUN_ELSEWHERE.containsKey(page) && !page.equals(WITHOUT_JAVA))
        .toList();
  }

  private static List<String> pages() throws IOException {
    Path guide = GuidePage.guide();
    try (Stream<Path> files = Files.walk(guide)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> guide.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static List<Path> sources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static boolean runs(Path test, String page) {
    try {
      String source = Files.readString(test);
      return !test.endsWith("GuideTest.java")
          ? source.contains('/' + page + '"') || source.contains('"' + page + '"')
          : source.contains("GuidePage.failures(\"" + page + '"')
              || source.contains("GuidePage.failuresFor(\"" + page + '"');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
