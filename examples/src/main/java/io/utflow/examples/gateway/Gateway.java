/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.handler.codec.http.HttpContentDecompressor;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.LoopbackPort;
import io.utflow.examples.Port;
import io.utflow.examples.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

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
   * @param log where ill-formed text is reported that comes too late for an answer
   */
  static DisposableServer listen(int port, PrintWriter log) {
    TextEncoding.names(); // Peers send names: gathered here, no event loop looks them up slowly.
    return LoopbackPort.bind(
        HttpServer.create()
            .doOnChannelInit(
                (observer, channel, address) ->
                    channel
                        .pipeline()
                        .addBefore(
                            NettyPipeline.ReactiveBridge, null, new HttpContentDecompressor(0))
                        .addBefore(NettyPipeline.ReactiveBridge, null, new ChunkJoiner()))
            .route(new TranscodeRoute(log)::addTo),
        port);
  }
}
