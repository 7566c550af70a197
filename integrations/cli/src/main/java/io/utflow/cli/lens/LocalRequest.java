/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Whether a request is one of a page that this server served. A page of another site that a browser
 * shows can reach the loopback interface: with its own name in {@code Host} where that name was
 * bound to 127.0.0.1 (DNS rebinding), or with its own {@code Origin} by a WebSocket, which the
 * same-origin policy does not hold back.
 */
final class LocalRequest {
  private final Set<String> hosts;
  private final Set<String> origins;

  /**
   * Requests to a port.
   *
   * @param port that the server listens at
   */
  LocalRequest(int port) {
    hosts =
        Stream.of("127.0.0.1", "localhost", "[::1]")
            .flatMap(
                name -> port == 80 ? Stream.of(name, name + ":80") : Stream.of(name + ":" + port))
            .collect(Collectors.toUnmodifiableSet());
    origins = hosts.stream().map(host -> "http://" + host).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether {@code Host} or {@code Origin} stands there twice: of two, who else reads the request
   * may take the other (RFC 9112 §3.2).
   */
  static boolean isAmbiguous(HttpServerRequest request) {
    HttpHeaders headers = request.requestHeaders();
    return headers.getAll(HttpHeaderNames.HOST).size() > 1
        || headers.getAll(HttpHeaderNames.ORIGIN).size() > 1;
  }

  boolean namesThisHost(HttpServerRequest request) {
    @Nullable String host = request.requestHeaders().get(HttpHeaderNames.HOST);
    return host != null && hosts.contains(host);
  }

  /** Browsers always say the origin of a WebSocket. */
  boolean comesFromOurPage(HttpServerRequest request) {
    @Nullable String origin = request.requestHeaders().get(HttpHeaderNames.ORIGIN);
    return origin != null && origins.contains(origin);
  }
}
