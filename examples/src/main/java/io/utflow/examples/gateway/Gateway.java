/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.utflow.cli.Port;
import io.utflow.cli.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves {@link TranscodeRoute} until the process ends. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "An HTTP server: POST /transcode?from=NAME&to=NAME transcodes the body while it streams.")
public final class Gateway implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(
      paramLabel = "PORT",
      converter = Port.class,
      description = "Port on the loopback interface.")
  private int port;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    try (GatewayServer server = new GatewayServer(port, command.commandLine().getErr())) {
      out.println("POST http:/" + server.address() + "/transcode?from=NAME&to=NAME");
      out.println("Ctrl-C ends it.");
      server.awaitClose();
    }
    return 0;
  }
}
