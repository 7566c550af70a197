/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.detect;

import io.utflow.cli.FileProblem;
import io.utflow.cli.Printable;
import io.utflow.cli.Version;
import io.utflow.cli.source.From;
import io.utflow.cli.source.FromValues;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Survey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells how files are encoded, how sure that is, and what their lines end with. */
@Command(
    name = "detect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Tells how files are encoded, how sure that is and why, whether they have a byte order mark,"
          + " what their lines end with, and where they are ill-formed.",
      "The first 64 KiB decide; then all of a file is read."
    },
    footer = {
      "",
      "Examples:",
      "  find exports -type f -exec utflow detect {} +",
      "      Tell it of all files in a folder.",
      "  utflow detect --from auto:windows-1252 letter.txt",
      "      Take what is not UTF-8, UTF-16 or UTF-32 for windows-1252."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All files are decided and well-formed, or binary.",
      "1:Some are not, or could not be read.",
      "2:The command line was wrong."
    })
public final class Detect implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-f", "--from"},
      paramLabel = "NAME",
      completionCandidates = FromValues.class,
      defaultValue = "auto",
      description = From.DESCRIPTION)
  private From from = From.AUTO;

  @Option(names = "--json", description = "Print an object of JSON for each file, a line each.")
  private boolean json;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files to read; - is standard input.")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = command.commandLine().getOut();
    boolean all = true;
    for (Path file : files) {
      try (Reading text = Reading.open(file, from)) {
        boolean hasMark = Survey.hasMark(text.head(), text.found());
        Guesses guesses = text.found().isDecided() ? Guesses.NONE : Guesses.of(text.head());
        Answer answer =
            new Answer(Reading.nameOf(file), text.found(), hasMark, guesses, Survey.of(text, 1));
        out.println(json ? answer.json() : Printable.of(answer.sentence()));
        all &= answer.isGood();
      } catch (FileProblem e) {
        command.commandLine().getErr().println(e.getMessage());
        all = false;
      }
    }
    return all ? 0 : 1;
  }
}
