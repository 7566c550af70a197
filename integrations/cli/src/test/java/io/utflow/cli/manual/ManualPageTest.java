/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every command has its page, with every option, and groff finds nothing wrong in it. */
class ManualPageTest {
  @TempDir private Path share;
  private CommandLine commands;

  @BeforeEach
  void write() throws IOException {
    Manual.main(new String[] {share.toString(), "1.2.3"});
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    commands = Utflow.commandLine(nowhere, nowhere);
  }

  @Test
  void everyOptionOfEveryCommandIsThere() throws IOException {
    assertThat(share.resolve("bash-completion/completions/utflow")).isNotEmptyFile();
    assertThat(Files.readString(share.resolve("man/man1/utflow.1")))
        .contains("Utflow 1.2.3", ".SH \"COMMANDS\"", "\\fBdetect\\fR");
    for (CommandLine command : commands.getSubcommands().values()) {
      String page =
          Files.readString(share.resolve("man/man1/utflow-" + command.getCommandName() + ".1"));
      for (OptionSpec option : command.getCommandSpec().options()) {
        assertThat(page).contains(option.longestName().replace("-", "\\-"));
      }
      assertThat(page).doesNotContain("${", "%n", "@|", "null");
      assertThat(page.lines().filter(line -> line.startsWith(".")))
          .allMatch(line -> line.matches("\\.(TH|SH|TP|PP)( .*)?"));
    }
  }

  /** Each of them, with what it does, apart from the notes. */
  @Test
  void examplesStandByThemselves() throws IOException {
    String page = Files.readString(share.resolve("man/man1/utflow-convert.1"));
    String examples = page.substring(page.indexOf(".SH \"EXAMPLES\""), page.indexOf(".SH \"SEE"));
    assertThat(examples)
        .contains("\\fButflow convert \\-\\-line\\-ends lf", "Do what dos2unix does.");
    assertThat(page.substring(0, page.indexOf(examples)))
        .contains("Permissions, owner and time stay")
        .doesNotContain("Examples:", "utflow convert \\-\\-line\\-ends lf");
    assertThat(Files.readString(share.resolve("man/man1/utflow-lens.1")))
        .doesNotContain("EXAMPLES");
  }

  @Test
  void groffReadsThem() throws Exception {
    try (Stream<Path> pages = Files.list(share.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        Process groff;
        try {
          groff =
              new ProcessBuilder(List.of("groff", "-man", "-Tutf8", "-ww", page.toString()))
                  .redirectErrorStream(false)
                  .start();
        } catch (IOException e) {
          System.out.println("ManualPageTest: skipped, groff is not installed");
          assumeTrue(false, "groff is not installed");
          return;
        }
        String shown = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(groff.getErrorStream().readAllBytes()).asString().isEmpty();
        assertThat(groff.waitFor()).isZero();
        assertThat(shown.replaceAll(".\b", "")).contains("--help").doesNotContain("\\fB");
      }
    }
  }
}
