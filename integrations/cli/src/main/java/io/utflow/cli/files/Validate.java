/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.files;

import io.utflow.cli.Version;
import io.utflow.cli.source.Reading;
import io.utflow.cli.source.Survey;
import io.utflow.files.TextFile;
import io.utflow.files.Validation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tells where files are ill-formed. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Tells where the first ill-formed sequences of files are: line, column in code points, byte,"
            + " cause, bytes.",
    footer = {
      "",
      "A file of any size is read in constant memory, by all processors.",
      "",
      "Examples:",
      "  utflow validate --from UTF-8 dump.sql",
      "      Tell where a file is not UTF-8.",
      "  zcat dump.sql.gz | utflow validate -",
      "      Tell it of what another program writes."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All files are well-formed.",
      "1:Some are not, or could not be read.",
      "2:The command line was wrong."
    })
public final class Validate implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Mixin private FileOptions options = new FileOptions();

  @Option(
      names = "--most",
      paramLabel = "NUMBER",
      defaultValue = "20",
      description = "How many sequences of a file are told (default: ${DEFAULT-VALUE}).")
  private int most;

  @Override
  public Integer call() {
    Validating validating = new Validating(command.commandLine().getOut());
    boolean all = options.readEach(command.commandLine().getErr(), validating);
    return all && validating.wellFormed ? 0 : 1;
  }

  private final class Validating implements FileOptions.Operation {
    private final PrintWriter out;
    private boolean wellFormed = true;

    Validating(PrintWriter out) {
      this.out = out;
    }

    /** By all cores; lines are counted only where there is something to tell. */
    @Override
    public void run(String name, TextFile file, Reading text) throws IOException {
      String hint = Survey.hintOfZeros(text.head(), text.found());
      Validation found = file.validate(0);
      int places = (int) Math.min(most, found.illFormed());
      tell(name, places == 0 ? List.of() : Survey.places(text, places), found.illFormed(), hint);
    }

    @Override
    public void run(String name, Reading text) throws IOException {
      String hint = Survey.hintOfZeros(text.head(), text.found());
      Survey survey = Survey.of(text, most);
      tell(name, survey.places(), survey.illFormed(), hint);
    }

    private void tell(String name, List<Survey.Place> places, long illFormed, String hint) {
      places.forEach(place -> out.println(name + ": " + place));
      out.println(
          name
              + ": "
              + (illFormed == 0 ? "well-formed" : illFormed + " ill-formed")
              + (hint.isEmpty() ? "" : "; " + hint));
      wellFormed &= illFormed == 0;
    }
  }
}
