/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.characters;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.cli.Port;
import io.utflow.cli.Version;
import io.utflow.examples.server.ConnectionCount;
import io.utflow.examples.server.Meters;
import io.utflow.examples.server.Termination;
import io.utflow.examples.server.TimeLimit;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves {@link CharacterServer} until SIGTERM. */
@Command(
    name = "characters",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description =
        "A line server that answers with the names of the characters it has read; the line"
            + " CHARSET NAME changes the charset from the next line on.")
public final class Characters implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "9200",
      description = "Port on the loopback interface (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      converter = ConnectionCount.class,
      defaultValue = "100",
      description = "Connections at once (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      converter = TimeLimit.class,
      defaultValue = "PT5M",
      description =
          "How long a peer may be silent, or leave an answer unread (default: ${DEFAULT-VALUE}).")
  private Duration patience = Duration.ZERO;

  @Override
  public Integer call() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    CharacterServer server = new CharacterServer(maxConnections, patience, registry);
    PrintWriter out = command.commandLine().getOut();
    out.println("lines at " + server.listen(port) + ", CHARSET NAME, QUIT; Ctrl-C ends it");
    Termination.await(
        new CompletableFuture<>(),
        () -> {
          server.close();
          Meters.print(registry, command.commandLine().getErr());
        });
    return 0;
  }
}
