/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The charsets are found where their jar lies on the path of the core, and there alone; where it
 * does not, each message names the artifact.
 */
@Tag("whole")
class CharsetsTest {
  private static final Path CORE = Packaged.ours("utflow-codec-core");
  private static final Path CHARSETS = Packaged.ours("utflow-charsets");
  private static final List<Path> BOTH = List.of(CORE, CHARSETS);
  private static final List<Path> NONE = List.of();

  private static final Map<String, String> FOUND =
      Map.ofEntries(
          Map.entry("utf-8", "ab"),
          Map.entry("latin-1", "ISO-8859-1"),
          Map.entry("name", "Shift_JIS"),
          Map.entry("perhaps", "true"),
          Map.entry("charset", "Shift_JIS"),
          Map.entry("label", "web-Shift_JIS"),
          Map.entry("other label", "ISO-8859-2"),
          Map.entry("header", "web-Shift_JIS"),
          Map.entry("other number", "ISO-8859-2"),
          Map.entry("text", "A"),
          Map.entry("serialized", "Shift_JIS"),
          Map.entry("names", "true"));

  private static final String ADVICE =
      "ther charsets are in io.utflow:utflow-charsets: add that artifact beside the core";
  private static final String NO_NAME = "\"Shift_JIS\" names no encoding of the core; o" + ADVICE;
  private static final String NO_LABEL = " is no label of an encoding of the core; o" + ADVICE;

  @TempDir private Path folder;

  @BeforeAll
  static void compileLookups() {
    Application.compileLookups();
  }

  @Test
  void onTheClassPath() throws Exception {
    assertFound(BOTH);
  }

  /** Nobody names the module: the core says which service it uses, and so it is resolved. */
  @Test
  void onTheModulePath() throws Exception {
    assertFound(NONE, "-p", Application.joined(BOTH), "--add-modules", "io.utflow.codec");
  }

  private void assertFound(List<Path> classPath, String... options) throws Exception {
    assertThat(Application.lookups(folder, classPath, options))
        .containsAllEntriesOf(FOUND)
        .containsEntry(
            "mistyped",
            "UnknownEncodingException: \"UFT-8\" names no encoding: did you mean UTF-8?")
        .containsEntry("context", "[]");
  }

  @Test
  void withoutTheJarEachMessageNamesIt() throws Exception {
    assertFound(BOTH);
    assertMissing(List.of(CORE));
    assertMissing(NONE, "-p", CORE.toString(), "--add-modules", "io.utflow.codec");
  }

  /** The charsets as a module need the core as one, so nothing resolves them. */
  @Test
  void ofACoreOnTheClassPathTheModulePathIsNotSearched() throws Exception {
    assertFound(BOTH);
    assertMissing(List.of(CORE), "-p", CHARSETS.toString());
  }

  private void assertMissing(List<Path> classPath, String... options) throws Exception {
    Map<String, String> said = Application.lookups(folder, classPath, options);
    SoftAssertions.assertSoftly(
        soft -> {
          soft.assertThat(said)
              .containsEntry("utf-8", "ab")
              .containsEntry("latin-1", "ISO-8859-1")
              .containsEntry("perhaps", "false")
              .containsEntry("names", "false")
              .containsEntry("context", "[]")
              .containsEntry("serialized", "InvalidObjectException: " + NO_NAME);
          String refused = "UnknownEncodingException: ";
          for (String way : new String[] {"name", "charset", "text"}) {
            soft.assertThat(said).containsEntry(way, refused + NO_NAME);
          }
          soft.assertThat(said)
              .containsEntry("label", refused + "\"shift_jis\"" + NO_LABEL)
              .containsEntry("header", refused + "\"shift_jis\"" + NO_LABEL)
              .containsEntry("other label", refused + "\"iso-8859-2\"" + NO_LABEL)
              .containsEntry(
                  "other number",
                  refused + "\"ISO-8859-2\" names no encoding of the core; o" + ADVICE)
              .containsEntry(
                  "mistyped",
                  refused + "\"UFT-8\" names no encoding: did you mean UTF-8? O" + ADVICE)
              .containsEntry(
                  "mistyped label",
                  refused
                      + "\"uft-8\" is no label of an encoding: did you mean utf-8 or utf8? O"
                      + ADVICE);
        });
  }

  /**
   * The one mixture that fails: the core finds the jar, and its module does not let it in. What is
   * the core's is not touched; the lookup of another name says what to do.
   */
  @Test
  void besideACoreOnTheModulePathTheClassPathIsAnError() throws Exception {
    Map<String, String> said =
        Application.lookups(
            folder, List.of(CHARSETS), "-p", CORE.toString(), "--add-modules", "io.utflow.codec");
    assertThat(said).containsEntry("utf-8", "ab");
    assertThat(said).containsEntry("latin-1", "ISO-8859-1");
    assertThat(said.get("name"))
        .startsWith("UnknownEncodingException: ")
        .contains("io.utflow:utflow-charsets", "on one path", "IllegalAccessError");
    assertThat(said).containsEntry("again", said.get("name")).containsEntry("perhaps", "false");
  }
}
