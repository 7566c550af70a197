/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The method that reads short text is longer than what the JVM inlines, so that it is compiled by
 * itself: if it is shortened, pieces of 64 bytes become slower, and no other test tells.
 */
class CompiledAloneTest {
  /** FreqInlineSize of HotSpot, in bytes of code. */
  private static final int MOST_INLINED = 325;

  @Test
  void shortTextIsTooLongToBeInlined() throws URISyntaxException {
    String code = disassembled();
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

  private static String disassembled() throws URISyntaxException {
    URI place = Objects.requireNonNull(Decoder.class.getResource("Decoder.class")).toURI();
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    assertThat(javap.run(writer, writer, "-c", "-p", Path.of(place).toString())).isZero();
    return out.toString();
  }
}
