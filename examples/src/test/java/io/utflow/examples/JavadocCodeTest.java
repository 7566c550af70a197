/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every block of code in the javadoc of the published modules compiles, as the body of a method of
 * a {@link Given}, with these {@link #IMPORTS} and no others.
 */
class JavadocCodeTest {
  private static final Pattern BLOCK =
      Pattern.compile("<pre>\\{@code\n(.*?)\n[^\n]*\\}</pre>", Pattern.DOTALL);

  private static final List<String> IMPORTS =
      List.of(
          "static io.utflow.codec.TextEncoding.*",
          "io.netty.buffer.*",
          "io.netty.channel.*",
          "io.utflow.codec.*",
          "io.utflow.codec.io.*",
          "io.utflow.codec.sse.*",
          "io.utflow.codec.stage.*",
          "io.utflow.netty.*",
          "io.utflow.reactor.*",
          "java.io.*",
          "java.nio.ByteBuffer",
          "java.nio.CharBuffer",
          "java.nio.channels.*",
          "java.nio.charset.StandardCharsets",
          "java.util.*",
          "java.util.function.*",
          "reactor.core.publisher.*");

  /** A block, and how many lines of its source stand before its own first line. */
  private static final class Block extends SimpleJavaFileObject {
    private final String file;
    private final String code;

    Block(Path file, String code, int number) {
      super(URI.create("string:///Block" + number + ".java"), Kind.SOURCE);
      this.file = file.getFileName().toString();
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      String name = getName().replaceAll("\\W|java", "");
      String imports =
          IMPORTS.stream().map(each -> "import " + each + ";").collect(Collectors.joining());
      String end = code.endsWith(";") || code.endsWith("}") ? "" : ";";
      return "package io.utflow.examples; %s class %s extends Given { void run() throws Exception {\n%s%s\n}}"
          .formatted(imports, name, code, end);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"codec-core", "codec-netty", "codec-reactor"})
  void compiles(String module, @TempDir Path classes) throws IOException {
    List<Block> blocks = blocks(Path.of("..", module, "src", "main", "java"));
    assertThat(blocks).isNotEmpty();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of("-d", "" + classes, "-cp", System.getProperty("java.class.path"), "-proc:none");
    ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, blocks).call();
    assertThat(found.getDiagnostics().stream().filter(JavadocCodeTest::isError))
        .extracting(JavadocCodeTest::described)
        .isEmpty();
  }

  private static List<Block> blocks(Path sources) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    for (Path file : files) {
      for (MatchResult block : BLOCK.matcher(Files.readString(file)).results().toList()) {
        String code = block.group(1).replaceAll("(?m)^ *\\* ?", "");
        blocks.add(new Block(file, code, blocks.size()));
      }
    }
    return blocks;
  }

  private static boolean isError(Diagnostic<?> diagnostic) {
    return diagnostic.getKind() == Diagnostic.Kind.ERROR;
  }

  private static String described(Diagnostic<? extends JavaFileObject> error) {
    Block block = (Block) error.getSource();
    return "%s, line %d of the block: %s%n%s"
        .formatted(
            block.file, error.getLineNumber() - 1, error.getMessage(Locale.ROOT), block.code);
  }
}
