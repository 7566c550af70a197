/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page that says what is so passes; one that does not fails, whatever way it is wrong. */
class GuidePageTest {
  private static final List<String> COMMON =
      lines(
          """
          ```java
          import java.util.*;
          import io.nowhere.missing.*;
          static byte[] hex(String digits) {
            return HexFormat.ofDelimiter(" ").parseHex(digits);
          }
          ```
          """);

  @TempDir Path classes;

  @Test
  void whatIsSoPasses() throws Exception {
    assertThat(
            failures(
                """
                ```java
                record Pair(String left, int right) {}
                Pair pair = new Pair("a\\0", 1); // -> Pair[left=a\0, right=1]
                pair.left(); // -> "a\\0"
                System.out.println(
                    pair.right()); // -> 1
                ```
                Text.
                ```java
                class Printer {
                  void print() {
                    System.out.println("printed");
                  }
                }
                new Printer().print();
                hex("F0 9F"); // -> F0 9F
                List.of("\\uFFFD"); // -> ["\\uFFFD"]
                Integer.parseInt("x"); // throws NumberFormatException
                Integer.parseInt("x"); // throws IllegalArgumentException: For input ...
                new Pair(null, 2).left().length(); // throws NullPointerException
                ```

                ```text
                printed
                ```
                ```java compile-only: there is no such server anywhere
                throw new Error();
                ```
                """))
        .isEmpty();
  }

  @Test
  void anotherValueFails() throws Exception {
    assertThat(failures("```java\n1 + 1;\nString.valueOf(2); // -> \"3\"\n```")).isNotEmpty();
    assertThat(failures("```java\nString.valueOf(2); // -> \"3\"\n```"))
        .singleElement()
        .asString()
        .contains("page.md:2", "\"3\"", "\"2\"");
  }

  @Test
  void whatThrowsNothingOrSomethingElseFails() throws Exception {
    assertThat(failures("```java\nhex(\"F0\"); // throws NumberFormatException\n```")).hasSize(1);
    assertThat(failures("```java\nhex(\"0\"); // throws NumberFormatException\n```")).hasSize(1);
    assertThat(failures("```java\nhex(\"F0\"); // throws Error\n```")).hasSize(1);
    assertThat(failures("```java\nhex(\"0\"); // throws IllegalArgumentException: no\n```"))
        .hasSize(1);
    assertThat(failures("```java\nhex(\"0\");\n```"))
        .singleElement()
        .asString()
        .contains("the block throws");
  }

  @Test
  void whatIsNotReachedFails() throws Exception {
    assertThat(failures("```java\nRunnable r = () -> {\nhex(\"F0\"); // -> F0\n};\n```"))
        .singleElement()
        .asString()
        .contains("never reached");
    assertThat(failures("```java compile-only: a good reason\nhex(\"F0\"); // -> F0\n```"))
        .hasSize(1);
    assertThat(failures("```java\nclass Unused {}\n```")).hasSize(1);
    assertThat(failures("```java\n// -> 1\n```")).hasSize(1);
  }

  @Test
  void whatPrintsSomethingElseFails() throws Exception {
    assertThat(failures("```java\nSystem.out.println(1);\n```\n```text\n2\n```")).hasSize(1);
  }

  @Test
  void whatDoesNotCompileOrSayWhyItIsNotRunFails() throws Exception {
    assertThat(failures("```java\nint x = \"\";\n```")).hasSize(1);
    assertThat(failures("```java\nint x = ;\n```")).isNotEmpty();
    assertThat(failures("```java\nunknown();\n```")).hasSize(1);
    assertThat(failures("```java compile-only:\nhex(\"\");\n```")).hasSize(1);
    assertThat(failures("No code.")).hasSize(1);
  }

  private List<String> failures(String page) throws Exception {
    return GuidePage.failures("page.md", lines(page), COMMON, classes);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
