/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What bash completes, asked of bash itself. */
class CompletionTest {
  private static final Set<Class<?>> FILES = Set.of(Path.class, File.class);

  @TempDir private Path folder;

  /** A line {@code utflow COMMAND OPTION WORD}, of which WORD is being typed. */
  private record Typed(String command, OptionSpec option, String word) {
    String question() {
      return "ask utflow " + command + " " + option.longestName() + " '" + word + "'";
    }

    /** The values of the option itself, if it has any. */
    String answer() {
      Iterable<String> candidates = option.completionCandidates();
      return candidates == null
          ? ""
          : String.join(
              " ",
              StreamSupport.stream(candidates.spliterator(), false)
                  .filter(value -> value.startsWith(word))
                  .toList());
    }
  }

  @Test
  void eachOptionOffersItsOwnValues() throws Exception {
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    CommandLine commands = Utflow.commandLine(nowhere, nowhere);
    List<Typed> lines = new ArrayList<>();
    commands
        .getSubcommands()
        .forEach(
            (name, command) -> {
              for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.arity().max() > 0 && !FILES.contains(option.type())) {
                  lines.add(new Typed(name, option, ""));
                  lines.add(new Typed(name, option, "re"));
                }
              }
            });
    assertThat(lines).hasSizeGreaterThan(20);
    assertThat(complete(AutoComplete.bash("utflow", commands), lines))
        .containsExactlyElementsOf(
            lines.stream().map(line -> line.question() + ": " + line.answer()).toList());
  }

  @Test
  void encodingsAreOfferedBehindFrom() throws Exception {
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    CommandLine commands = Utflow.commandLine(nowhere, nowhere);
    List<Typed> lines = new ArrayList<>();
    commands
        .getSubcommands()
        .forEach(
            (name, command) -> {
              OptionSpec from = command.getCommandSpec().findOption("--from");
              if (from != null) {
                lines.add(new Typed(name, from, "windows-125"));
                lines.add(new Typed(name, from, "au"));
              }
            });
    assertThat(lines).hasSizeGreaterThan(12);
    assertThat(complete(AutoComplete.bash("utflow", commands), lines))
        .allMatch(answer -> answer.contains("windows-1252") || answer.endsWith(" auto"));
  }

  /** Each of them is what the option takes. */
  @Test
  void whatIsOfferedIsTaken() {
    PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream());
    CommandLine commands = Utflow.commandLine(nowhere, nowhere);
    CommandLine transcode = commands.getSubcommands().get("transcode");
    for (OptionSpec option : transcode.getCommandSpec().options()) {
      // Of encodings there are too many.
      if (option.completionCandidates() != null && !option.longestName().matches("--from|--to")) {
        assertThat(option.completionCandidates()).contains(option.defaultValue());
        for (String value : option.completionCandidates()) {
          commands.parseArgs(
              "transcode", "-f", "UTF-8", "-t", "UTF-8", option.longestName(), value);
          assertThat(option.<Enum<?>>getValue().name())
              .isEqualToIgnoringCase(value.replace('-', '_'));
        }
      }
    }
  }

  private List<String> complete(String script, List<Typed> lines) throws Exception {
    StringBuilder program = new StringBuilder(script);
    program.append(
        """

        ask() {
          COMP_WORDS=("$@")
          COMP_CWORD=$(($# - 1))
          COMPREPLY=()
          _complete_utflow
          printf "%s" "ask $1 $2 $3 '$4':"
          printf " %s" "${COMPREPLY[@]}"
          printf "\\n"
        }
        compopt() { :; } # Outside of a real TAB bash refuses it.
        """);
    lines.forEach(line -> program.append(line.question()).append('\n'));
    Path file = folder.resolve("program");
    Files.writeString(file, program);
    Process bash;
    try {
      bash = new ProcessBuilder("bash", "--norc", "" + file).start();
    } catch (IOException e) {
      System.out.println("CompletionTest: skipped, bash is not installed");
      assumeTrue(false, "bash is not installed");
      return List.of();
    }
    bash.getOutputStream().close();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(printed).isZero();
    return printed.lines().toList();
  }
}
