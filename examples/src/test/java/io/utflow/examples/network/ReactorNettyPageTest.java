/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Java of the guide is the code that is tested here: {@link Recipes}, all of it. */
class ReactorNettyPageTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Path PAGE = Path.of("..", "docs", "guide", "reactor-netty.md");
  private static final Path RECIPES =
      Path.of("src/test/java/io/utflow/examples/network/Recipes.java");

  private static final String START = "private Recipes() {}";

  @Test
  void itsBlocksAreTheTestedCode() throws IOException {
    String source = Files.readString(RECIPES);
    String recipes =
        source.substring(source.indexOf(START) + START.length(), source.lastIndexOf('}'));
    String blocks =
        BLOCK
            .matcher(Files.readString(PAGE))
            .results()
            .map(block -> block.group(1))
            .collect(Collectors.joining());
    assertThat(code(blocks)).isEqualTo(code(recipes)).contains("WebSocketTextDecoder");
  }

  /** Without imports, indentation and empty lines. */
  private static String code(String java) {
    return java.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("import "))
        .collect(Collectors.joining("\n"));
  }
}
