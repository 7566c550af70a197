/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.Port;
import io.utflow.cli.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import reactor.netty.DisposableServer;

/** Serves the page until the process ends. */
@Command(
    name = "lens",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Serves a page to this machine's browsers that shows what a cut does to a text.")
public final class Lens implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Port.class,
      defaultValue = "8417",
      description = "Port on the loopback interface (default: ${DEFAULT-VALUE}); 0 is any.")
  private int port;

  @Override
  public Integer call() {
    DisposableServer server = LensServer.listen(port);
    PrintWriter out = command.commandLine().getOut();
    out.println("Lens: http://127.0.0.1:" + server.port() + "/");
    out.println("Ctrl-C ends it.");
    server.onDispose().block();
    return 0;
  }
}
