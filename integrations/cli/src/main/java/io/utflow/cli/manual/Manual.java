/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.manual;

import io.utflow.cli.Utflow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes what an installation has below {@code share}. */
public final class Manual {
  private Manual() {}

  /** Takes the folder to write to and the version. */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), arguments[1]);
  }

  static void write(Path share, String version) throws IOException {
    PrintWriter nowhere =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    CommandLine commands = Utflow.commandLine(nowhere, nowhere);
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(completions.resolve("utflow"), AutoComplete.bash("utflow", commands));
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    Files.writeString(pages.resolve("utflow.1"), ManualPage.of(commands, version));
    for (CommandLine command : commands.getSubcommands().values()) {
      Files.writeString(
          pages.resolve("utflow-" + command.getCommandName() + ".1"),
          ManualPage.of(command, version));
    }
  }
}
