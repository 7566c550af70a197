/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.files;

import io.utflow.codec.IllFormedSequence;
import io.utflow.examples.Version;
import io.utflow.files.Validation;
import java.io.PrintWriter;
import java.util.HexFormat;
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
    description = "Tells where the first ill-formed sequences of files are: offset, cause, bytes.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All files are well-formed.",
      "1:Some are not, or could not be read.",
      "2:The command line was wrong."
    })
public final class Validate implements Callable<Integer> {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

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
    boolean[] wellFormed = {true};
    boolean all =
        options.<Validation>readEach(
            command.commandLine().getErr(),
            file -> file.validate(most),
            (name, found) -> {
              print(name, found);
              wellFormed[0] &= found.isWellFormed();
            });
    return all && wellFormed[0] ? 0 : 1;
  }

  private void print(String name, Validation found) {
    PrintWriter out = command.commandLine().getOut();
    for (IllFormedSequence sequence : found.first()) {
      out.println(
          "%s: byte %d: %s, %s"
              .formatted(
                  name, sequence.byteOffset(), sequence.cause(), HEX.formatHex(sequence.bytes())));
    }
    out.println(
        name + ": " + (found.isWellFormed() ? "well-formed" : found.illFormed() + " ill-formed"));
  }
}
