/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on the loopback that sends bodies in pieces, and a client of it. */
final class PieceServer implements AutoCloseable {
  /** What one request is answered with. */
  private interface Answer {
    void send(OutputStream body) throws IOException;
  }

  private record Reply(int status, Map<String, String> headers, Answer answer) {}

  private static final int NOT_KNOWN = 0;
  private static final int NO_BODY = -1;

  static {
    // Else each piece waits for the acknowledgement of the one before, 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private int requests;

  PieceServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = replies.remove(exchange.getRequestURI().getPath());
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(reply.status(), reply.status() == 204 ? NO_BODY : NOT_KNOWN);
      reply.answer().send(exchange.getResponseBody());
    }
  }

  private <T> HttpResponse<T> get(Reply reply, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return client.send(request(reply), handler);
  }

  private HttpRequest request(Reply reply) {
    String path = "/" + requests++;
    replies.put(path, reply);
    String address = server.getAddress().getAddress().getHostAddress();
    URI uri = URI.create("http://" + address + ":" + server.getAddress().getPort() + path);
    return HttpRequest.newBuilder(uri).build();
  }

  /** A body in chunks of these bytes. */
  <T> HttpResponse<T> get(String contentType, List<byte[]> pieces, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return get(200, Map.of("Content-Type", contentType), pieces, handler);
  }

  /** As {@link #get(String, List, BodyHandler)}, with a status and headers. */
  <T> HttpResponse<T> get(
      int status, Map<String, String> headers, List<byte[]> pieces, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return get(inPieces(status, headers, pieces), handler);
  }

  /** As {@link #get(String, List, BodyHandler)}, without waiting for it. */
  <T> CompletableFuture<HttpResponse<T>> getAsync(
      String contentType, List<byte[]> pieces, BodyHandler<T> handler) {
    return client.sendAsync(
        request(inPieces(200, Map.of("Content-Type", contentType), pieces)), handler);
  }

  private static Reply inPieces(int status, Map<String, String> headers, List<byte[]> pieces) {
    return new Reply(
        status,
        headers,
        body -> {
          for (byte[] piece : pieces) {
            body.write(piece);
            body.flush();
          }
        });
  }

  /**
   * Lines without end.
   *
   * @param left becomes true when the peer has closed the connection
   */
  <T> HttpResponse<T> endless(
      String contentType, CompletableFuture<Boolean> left, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    byte[] line = "line\n".getBytes(StandardCharsets.UTF_8);
    Answer answer =
        body -> {
          try {
            while (true) {
              body.write(line);
              body.flush();
            }
          } catch (IOException e) {
            left.complete(true);
          }
        };
    return get(new Reply(200, Map.of("Content-Type", contentType), answer), handler);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
