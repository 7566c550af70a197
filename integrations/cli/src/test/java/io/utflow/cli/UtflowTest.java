/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class UtflowTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Utflow.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
  }

  @Test
  void withoutArgumentsItPrintsItsHelp() {
    assertThat(run()).isZero();
    String plain = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run("--help")).isZero();
    assertThat(plain).isEqualTo(out.toString()).contains("transcode", "validate", "lens");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theVersionIsThatOfTheLibrary() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("Utflow ").hasLineCount(1);
  }

  /** What a short run leaves out is never missed: the same words mean the same. */
  @Test
  void oneCommandAloneIsAsAmongAll() {
    PrintWriter nowhere = new PrintWriter(out);
    CommandLine all = Utflow.commandLine(nowhere, nowhere);
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              CommandLine one = Utflow.commandLine(nowhere, nowhere, name, "--help");
              assertThat(one.getSubcommands()).containsOnlyKeys(name);
              assertThat(one.getSubcommands().get(name).getUsageMessage())
                  .isEqualTo(command.getUsageMessage());
            });
    for (List<String> words : List.of(List.of("--help"), List.of("no-such"), List.<String>of())) {
      CommandLine line = Utflow.commandLine(nowhere, nowhere, words.toArray(String[]::new));
      assertThat(line.getSubcommands().keySet()).isEqualTo(all.getSubcommands().keySet());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"transcode -t utf-8 -f", "tail log --from"})
  void aWrongNameIsToldInAShortLine(String arguments) {
    assertThat(run((arguments + " bogus").split(" "))).isEqualTo(2);
    assertThat(err.toString())
        .contains("transcode --list")
        .hasLineCount(1)
        .hasSizeLessThan(240)
        .doesNotContain("java.");
  }

  /** The library refuses them with an exception, the class of which tells users nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "transcode -f latin1 -t utf-8 --bom require -o target/none pom.xml",
        "transcode -f utf-8 -t latin1 --bom-out always -o target/none pom.xml",
        "convert --to UTF-8 pom.xml",
        "convert --in-place --dry-run pom.xml",
        "convert --in-place -",
        "count --from auto:UTF-16LE pom.xml"
      })
  void optionsThatDoNotFitAreToldInALine(String arguments) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).doesNotContain("java.", "Exception");
  }
}
