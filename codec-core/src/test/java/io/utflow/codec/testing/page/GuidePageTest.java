/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that says what is so passes; one that does not fails, whatever way it is wrong. */
@Tag("whole")
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
                    pair.right()); // prints 1
                System.out.println("a"); // prints a
                System.out.println(List.of("\\n".strip())); // prints []
                int right = pair.right(); // the number, in prose: 1 or 2
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
                ```java in integrations/elsewhere
                new Unknown(1 + "");
                ```
                """))
        .isEmpty();
  }

  @Test
  void whatIsShownForAnotherModuleIsGivenToItsTests() {
    List<String> page = lines("```java in one\nOne();\n```\n```java in other\nOther();\n```\n");
    assertThat(PageBlock.elsewhere(page, "other")).containsExactly("Other();\n");
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
    assertThat(failures("```java\nSystem.out.println(\"a\"); // prints \"a\"\n```")).hasSize(1);
    assertThat(failures("```java\nSystem.out.println(hex(\"3F\")); // prints 3F\n```"))
        .singleElement()
        .asString()
        .contains("3F", "[B@");
    assertThat(failures("```java\nSystem.out.println(hex(\"3F\")); // -> 3F\n```")).hasSize(1);
    assertThat(failures("```java\nhex(\"3F\"); // prints 3F\n```")).hasSize(1);
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

  /** A reader takes it for what the code gives, so it has to be what the code gives. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"3F\"",
        "3F",
        "3F 3F, 0A",
        "[3F, 3F]",
        "12",
        "null",
        "true, because it is",
        "= 3F",
        "gives 3F",
        "NumberFormatException: no",
        "OVERLONG at byte 3 of UTF-8 text: C0",
        "b\u00fccher.example: xn--bcher-kva.example"
      })
  void aResultThatIsNotComparedFails(String comment) throws Exception {
    String page = "```java\nint i = 0;\nhex(\"3F\"); // " + comment + "\n```";
    assertThat(failures(page)).singleElement().asString().contains("page.md:3", comment);
    String alone = "```java\nint i =\n// " + comment + "\n0;\n```";
    assertThat(failures(alone)).singleElement().asString().contains("page.md:3", comment);
    String compiled = "```java compile-only: a good reason\nhex(\"3F\");\n// " + comment + "\n```";
    assertThat(failures(compiled)).singleElement().asString().contains("page.md:3", comment);
    assertThat(failuresOfResults(page)).singleElement().asString().contains("page.md:3", comment);
  }

  @Test
  void aBlockThatStatesResultsIsRunForItself() throws Exception {
    String other = "```java\nimport java.net.*;\nvoid other(Nowhere none) {} // was: 3F\n```\n";
    String block = "```java\nimport java.util.*;\nList.of(1); // -> [1]\n```\n";
    assertThat(failuresOfResults(other + block + block)).isEmpty();
    assertThat(failuresOfResults(block.replace("[1]", "[2]"))).hasSize(1);
    assertThat(failuresOfResults(block + "```java\nList.of(1); // -> [1]\n```\n")).isNotEmpty();
  }

  private List<String> failuresOfResults(String page) throws Exception {
    return GuidePage.failuresOfResults("page.md", lines(page), classes);
  }

  private List<String> failures(String page) throws Exception {
    return GuidePage.failures("page.md", lines(page), COMMON, classes);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
