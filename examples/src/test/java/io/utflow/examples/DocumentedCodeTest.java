/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import io.utflow.codec.testing.page.SourceCompiler;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java of these pages compiles as it stands, and gives what its comments say. */
@Tag("whole")
class DocumentedCodeTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/recipes.md",
        "docs/encodings.md",
        "docs/guide/reactor-netty.md"
      })
  void compiles(String page, @TempDir Path classes) throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(Path.of("..", page)))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      if (GuidePage.statesResult(block)) {
        continue;
      }
      assertThat(SourceCompiler.errors(List.of(source(page, block)), classes)).as(block).isEmpty();
    }
  }

  /** Where a comment says what a statement gives, the block is run. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/recipes.md",
        "docs/encodings.md",
        "docs/guide/reactor-netty.md",
        "docs/guide/webflux.md",
        "docs/guide/webflux-events.md",
        "docs/guide/webflux-errors.md"
      })
  void givesWhatItSays(String page, @TempDir Path classes) throws Exception {
    assertThat(GuidePage.failuresOfResults(Path.of("..", page), classes)).isEmpty();
  }

  /** Those of the guide are in {@link GuideTest}. */
  @Test
  void noOtherPageHasJava() throws IOException {
    Path root = GuidePage.guide().resolve("../..").normalize();
    try (Stream<Path> top = Files.list(root);
        Stream<Path> docs = Files.list(root.resolve("docs"))) {
      for (Path file : Stream.concat(top, docs).toList()) {
        if (file.toString().endsWith(".md") && BLOCK.matcher(Files.readString(file)).find()) {
          assertThat("" + file.getFileName()).isIn("README.md", "recipes.md", "encodings.md");
        }
      }
    }
  }

  private static Source source(String page, String block) {
    Matcher declared = CLASS.matcher(block);
    return declared.find()
        ? new Source(declared.group(1), page, block)
        : new Source("Snippet", page, asMembers(block));
  }

  /** Imports in front, and the rest in a class. */
  private static String asMembers(String block) {
    String imports =
        block.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
    String members =
        block.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
    return imports + "\nclass Snippet {\n" + members + "\n}\n";
  }
}
