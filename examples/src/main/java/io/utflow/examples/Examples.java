/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.utflow.cli.CommandLines;
import io.utflow.cli.Version;
import io.utflow.examples.characters.Characters;
import io.utflow.examples.chat.Chat;
import io.utflow.examples.demo.Demo;
import io.utflow.examples.gateway.Gateway;
import io.utflow.examples.hl7.Hl7;
import io.utflow.examples.serve.ServeOptions;
import io.utflow.examples.syslog.Syslog;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The demonstration and the servers. Without arguments it runs the demonstration, which ends with
 * status 0 if all text survived.
 */
@Command(
    name = "utflow-examples",
    description = {
      "Sends documents in all Unicode encodings over TCP in hostile pieces, to a Netty and to a"
          + " reactor-netty server, and prints what was decoded from them.",
      "With --serve it keeps a server up instead."
    },
    subcommands = {Syslog.class, Hl7.class, Characters.class, Gateway.class, Chat.class},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All text that Utflow decoded was equal to the original.",
      "1:Some was not, or a server could not be started.",
      "2:The command line was wrong."
    })
public final class Examples implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "20000229",
      description = "Seed of the random pieces (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--details",
      description = "Print a table of the ways to cut for each encoding, too.")
  private boolean details;

  @ArgGroup(exclusive = false)
  private @Nullable ServeOptions serve;

  /** Runs the command line and ends the process with its status. */
  public static void main(String[] arguments) {
    // UTF-8 whatever the locale: the report shows text of many scripts.
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out, err).execute(arguments));
  }

  /** The command line, to be executed in-process. */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return CommandLines.complete(new CommandLine(new Examples()), out, err);
  }

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    if (serve != null) {
      serve.run(out);
      return CommandLine.ExitCode.OK;
    }
    boolean faithful = new Demo(out, Ansi.AUTO).run(seed, details);
    return faithful ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
