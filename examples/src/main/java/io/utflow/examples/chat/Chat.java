/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.utflow.cli.Port;
import io.utflow.cli.Version;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves {@link ChatServer} until the process ends. */
@Command(
    name = "chat",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "A chat server for telnet and nc, each connection in its own encoding.")
public final class Chat implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(
      paramLabel = "PORT",
      converter = Port.class,
      description = "Port on the loopback interface.")
  private int port;

  @Override
  public Integer call() throws InterruptedException {
    try (ChatServer server = new ChatServer(PATIENCE)) {
      PrintWriter out = command.commandLine().getOut();
      out.println("chat at " + server.listen(port) + ", Ctrl-C ends it");
      new CountDownLatch(1).await();
      return 0;
    }
  }
}
