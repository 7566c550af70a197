/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.ClassUtils;

/** The Java of the pages compiles as it stands, with its imports and no others. */
@Tag("whole")
class WebFluxPageTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);
  private static final String OF_BOOT_4 = "org.springframework.boot.http.codec.CodecCustomizer";
  private static final String OF_BOOT_3 = "org.springframework.boot.web.codec.CodecCustomizer";

  private static final List<String> PAGES =
      List.of("webflux.md", "webflux-events.md", "webflux-errors.md");

  @Test
  void compiles(@TempDir Path classes) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (String page : PAGES) {
      BLOCK
          .matcher(Files.readString(Path.of("../../docs/guide").resolve(page)))
          .results()
          .map(block -> block.group(1))
          .forEach(blocks::add);
    }
    String absent = ClassUtils.isPresent(OF_BOOT_4, null) ? OF_BOOT_3 : OF_BOOT_4;
    List<String> ofThisBoot = blocks.stream().filter(block -> !block.contains(absent)).toList();
    assertThat(ofThisBoot).hasSize(blocks.size() - 1);
    for (String block : ofThisBoot) {
      assertThat(errors(block, classes)).as(block).isEmpty();
    }
  }

  private static String errors(String block, Path classes) {
    Matcher declared = CLASS.matcher(block);
    boolean whole = declared.find();
    JavaFileObject source =
        whole ? source(declared.group(1), block) : source("Snippet", asMembers(block));
    StringWriter errors = new StringWriter();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    boolean done =
        ToolProvider.getSystemJavaCompiler()
            .getTask(errors, null, null, options, null, List.of(source))
            .call();
    return done ? "" : errors.toString();
  }

  /** Imports in front, and the rest in a class. */
  private static String asMembers(String block) {
    return lines(block, true) + "\nclass Snippet {\n" + lines(block, false) + "\n}\n";
  }

  private static String lines(String block, boolean imports) {
    return block
        .lines()
        .filter(line -> line.startsWith("import ") == imports)
        .collect(Collectors.joining("\n"));
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
