/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import io.utflow.cli.detect.Detect;
import io.utflow.cli.files.Count;
import io.utflow.cli.files.Validate;
import io.utflow.cli.guard.Guard;
import io.utflow.cli.lens.Inspect;
import io.utflow.cli.lens.Lens;
import io.utflow.cli.tail.Tail;
import io.utflow.cli.transcode.Convert;
import io.utflow.cli.transcode.Transcode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line. Without arguments it prints its help. */
@Command(
    name = "utflow",
    description = "Text in any encoding: what it is, what is wrong with it, and how it is changed.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "utflow COMMAND --help tells what a command takes."},
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All went well.",
      "1:Something is ill-formed, or could not be read or written: the commands say what.",
      "2:The command line was wrong.",
      "141:The reader of the output went away, as head does."
    })
public final class Utflow implements Callable<Integer> {
  /** In the order of the help. */
  private static final List<String> COMMANDS =
      List.of(
          "detect",
          "validate",
          "convert",
          "transcode",
          "count",
          "tail",
          "guard",
          "inspect",
          "lens");

  @Spec private CommandSpec command = CommandSpec.create();

  /** Runs the command line and ends the process with its status. */
  public static void main(String[] arguments) {
    PrintWriter out = PrintedOutput.to(new FileOutputStream(FileDescriptor.out));
    PrintWriter err = PrintedOutput.to(new FileOutputStream(FileDescriptor.err));
    System.exit(commandLine(out, err, arguments).execute(arguments));
  }

  /**
   * The command that the arguments name, or all of them, to be executed in-process: to look at each
   * takes longer than what a short run has to do.
   */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = new CommandLine(new Utflow());
    boolean namesOne = arguments.length > 0 && COMMANDS.contains(arguments[0]);
    for (String name : namesOne ? List.of(arguments[0]) : COMMANDS) {
      commands.addSubcommand(name, command(name));
    }
    return CommandLines.complete(commands, out, err);
  }

  private static Object command(String name) {
    return switch (name) {
      case "detect" -> new Detect();
      case "convert" -> new Convert();
      case "transcode" -> new Transcode();
      case "count" -> new Count();
      case "validate" -> new Validate();
      case "tail" -> new Tail();
      case "guard" -> new Guard();
      case "inspect" -> new Inspect();
      case "lens" -> new Lens();
      default -> throw new IllegalArgumentException(name);
    };
  }

  @Override
  public Integer call() {
    command.commandLine().usage(command.commandLine().getOut());
    return CommandLine.ExitCode.OK;
  }
}
