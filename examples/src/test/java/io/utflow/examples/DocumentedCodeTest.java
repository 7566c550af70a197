/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java of these pages compiles as it stands, with its imports and no others. */
class DocumentedCodeTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/recipes.md", "docs/encodings.md"})
  void compiles(String page, @TempDir Path classes) throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(Path.of("..", page)))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      assertThat(errors(block, classes)).as(block).isEmpty();
    }
  }

  private static String errors(String block, Path classes) {
    Matcher declared = CLASS.matcher(block);
    boolean whole = declared.find();
    String name = whole ? declared.group(1) : "Snippet";
    StringWriter errors = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    JavaFileObject source = source(name, whole ? block : asMembers(block));
    boolean done = compiler.getTask(errors, null, null, options, null, List.of(source)).call();
    return done ? "" : errors.toString();
  }

  /** Imports in front, and the rest in a class. */
  private static String asMembers(String block) {
    String imports =
        block.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
    String members =
        block.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
    return imports + "\nclass Snippet {\n" + members + "\n}\n";
  }

  private static JavaFileObject source(String name, String code) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }
}
