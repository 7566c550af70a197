package io.utflow.examples.gateway;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Serves {@link TranscodeRoute} until the process ends. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    description = "An HTTP server: POST /transcode?from=NAME&to=NAME streams the body through.")
public final class Gateway implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "PORT", description = "On the loopback interface.")
  private int port;

  @Override
  public Integer call() {
    DisposableServer server = listen(port);
    PrintWriter out = command.commandLine().getOut();
    out.println("POST http:/" + server.address() + "/transcode?from=NAME&to=NAME");
    out.println("Ctrl-C ends it.");
    server.onDispose().block();
    return 0;
  }

  /** Listens; port 0 is one that the system chooses. */
  static DisposableServer listen(int port) {
    return HttpServer.create()
        .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .route(new TranscodeRoute()::addTo)
        .bindNow();
  }
}
