package io.utflow.examples.gateway;

import io.utflow.examples.PortUnavailableException;
import io.utflow.examples.Version;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Serves {@link TranscodeRoute} until the process ends. */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "An HTTP server: POST /transcode?from=NAME&to=NAME streams the body through.")
public final class Gateway implements Callable<Integer> {
  @Spec private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "PORT", description = "On the loopback interface.")
  private int port;

  @Override
  public Integer call() {
    DisposableServer server = listen(port, command.commandLine().getErr());
    PrintWriter out = command.commandLine().getOut();
    out.println("POST http:/" + server.address() + "/transcode?from=NAME&to=NAME");
    out.println("Ctrl-C ends it.");
    server.onDispose().block();
    return 0;
  }

  /**
   * Listens; port 0 is one that the system chooses.
   *
   * @param log where ill-formed text is told of that the client cannot be told of
   */
  static DisposableServer listen(int port, PrintWriter log) {
    try {
      return HttpServer.create()
          .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
          .doOnChannelInit(
              (observer, channel, address) ->
                  channel
                      .pipeline()
                      .addBefore(NettyPipeline.ReactiveBridge, null, new ChunkJoiner()))
          .route(new TranscodeRoute(log)::addTo)
          .bindNow();
    } catch (ChannelBindException e) {
      throw new PortUnavailableException(port, e);
    }
  }
}
