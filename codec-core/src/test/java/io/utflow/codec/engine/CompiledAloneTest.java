/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The method that reads short text is longer than what the JVM inlines, so that it is compiled by
 * itself: if it is shortened, pieces of 64 bytes become slower, and no other test tells.
 */
class CompiledAloneTest {
  /** FreqInlineSize of HotSpot, in bytes of code. */
  private static final int MOST_INLINED = 325;

  @Test
  void shortTextIsTooLongToBeInlined(@TempDir Path directory) throws IOException {
    String code = disassembled(directory);
    String method = code.substring(code.indexOf(" shortText("));
    // An empty line ends a method, and tables of exceptions hold no offset with a colon.
    String body = method.split("\\R\\R", 2)[0];
    int last =
        Pattern.compile("(?m)^ +(\\d+): ")
            .matcher(body)
            .results()
            .map(MatchResult::group)
            .mapToInt(offset -> Integer.parseInt(offset.strip().replace(":", "")))
            .max()
            .orElseThrow();
    assertThat(last).isGreaterThan(MOST_INLINED);
  }

  /** The class is read as a resource, as in the suite of the vectors it lies in a jar. */
  private static String disassembled(Path directory) throws IOException {
    Path copy = directory.resolve("Decoder.class");
    try (InputStream compiled = Decoder.class.getResourceAsStream("Decoder.class")) {
      Files.copy(Objects.requireNonNull(compiled), copy);
    }
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    assertThat(javap.run(writer, writer, "-c", "-p", copy.toString())).isZero();
    return out.toString();
  }
}
