/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.SourceCompiler;
import io.utflow.codec.testing.page.SourceCompiler.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every block of code in the javadoc of the published modules compiles, as the body of a method of
 * a {@link Given}, with these {@link #IMPORTS} and no others.
 */
@Tag("whole")
class JavadocCodeTest {
  private static final Pattern BLOCK =
      Pattern.compile("<pre>\\{@code\n(.*?)\n[^\n]*\\}</pre>", Pattern.DOTALL);

  private static final List<String> IMPORTS =
      List.of(
          "static io.utflow.codec.TextEncoding.*",
          "io.netty.buffer.*",
          "io.netty.channel.*",
          "io.netty.handler.codec.http.HttpContentCompressor",
          "io.netty.handler.codec.http.HttpContentDecompressor",
          "io.netty.handler.codec.http.HttpServerCodec",
          "io.netty.handler.codec.http.LastHttpContent",
          "io.netty.handler.codec.http.websocketx.*",
          "io.utflow.charsets.*",
          "io.utflow.codec.*",
          "io.utflow.files.*",
          "io.utflow.flow.*",
          "io.utflow.codec.io.*",
          "io.utflow.codec.packing.*",
          "io.utflow.codec.sse.*",
          "io.utflow.codec.stage.*",
          "io.utflow.guard.*",
          "io.utflow.icu.*",
          "io.utflow.netty.*",
          "io.utflow.reactor.*",
          "java.io.*",
          "java.net.http.*",
          "java.nio.ByteBuffer",
          "java.nio.CharBuffer",
          "java.nio.channels.*",
          "java.nio.charset.StandardCharsets",
          "java.util.*",
          "java.util.concurrent.Flow",
          "java.util.function.*",
          "java.util.stream.*",
          "reactor.core.publisher.*");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "codec-core",
        "codec-netty",
        "codec-reactor",
        "integrations/charsets",
        "integrations/guard",
        "integrations/icu"
      })
  void compiles(String module, @TempDir Path classes) throws IOException {
    List<Source> blocks = blocks(Path.of("..", module, "src", "main", "java"));
    assertThat(blocks).isNotEmpty();
    assertThat(SourceCompiler.errors(blocks, classes)).isEmpty();
  }

  private static List<Source> blocks(Path sources) throws IOException {
    List<Source> blocks = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    for (Path file : files) {
      for (MatchResult block : BLOCK.matcher(Files.readString(file)).results().toList()) {
        String code = block.group(1).replaceAll("(?m)^ *\\* ?", "");
        blocks.add(source("Block" + blocks.size(), file, code));
      }
    }
    return blocks;
  }

  private static Source source(String name, Path file, String code) {
    String imports =
        IMPORTS.stream().map(each -> "import " + each + ";").collect(Collectors.joining());
    String end = code.endsWith(";") || code.endsWith("}") ? "" : ";";
    String source =
        "package io.utflow.examples; %s class %s extends Given { void run() throws Exception {\n%s%s\n}}"
            .formatted(imports, name, code, end);
    return new Source(name, "" + file.getFileName(), source);
  }
}
