/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.webflux;

import java.util.Arrays;
import java.util.function.IntFunction;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** A server that is no application of Spring: it sends bytes in the pieces that it is told. */
final class CuttingServer implements AutoCloseable {
  private final DisposableServer server;

  private CuttingServer(String contentType, IntFunction<Flux<byte[]>> pieces) {
    server =
        HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .handle(
                (request, response) ->
                    response
                        .header("Content-Type", contentType)
                        .sendByteArray(pieces.apply(Integer.parseInt(request.path()))))
            .bindNow();
  }

  /** Answers every request with these pieces, as they come. */
  static CuttingServer sending(String contentType, Flux<byte[]> pieces) {
    return new CuttingServer(contentType, path -> pieces);
  }

  /** Answers the request for {@code /5} with text that is cut after its fifth byte. */
  static CuttingServer cuttingAtPath(String contentType, byte[] text) {
    return new CuttingServer(
        contentType,
        at -> Flux.just(Arrays.copyOf(text, at), Arrays.copyOfRange(text, at, text.length)));
  }

  /** One piece for each byte. */
  static Flux<byte[]> bytes(byte[] text) {
    return Flux.range(0, text.length).map(at -> new byte[] {text[at]});
  }

  String address() {
    return "http://127.0.0.1:" + server.port();
  }

  @Override
  public void close() {
    server.disposeNow();
  }
}
