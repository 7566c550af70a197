/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The WebSocket of a page, for tests: says commands, and waits for answers. */
final class Page implements WebSocket.Listener {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final JsonMapper JSON = new JsonMapper();

  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final WebSocket socket;

  Page(int port) {
    this(port, "http://127.0.0.1:" + port);
  }

  Page(int port, String origin) {
    socket =
        CLIENT
            .newWebSocketBuilder()
            .header("Origin", origin)
            .buildAsync(URI.create("ws://127.0.0.1:" + port + LensServer.ENGINE), this)
            .join();
  }

  void say(String json) {
    socket.sendText(json.replace('\'', '"'), true).join();
  }

  void send(byte kind, byte[] bytes) {
    ByteBuffer message = ByteBuffer.allocate(bytes.length + 1);
    message.put(kind).put(bytes).flip();
    socket.sendBinary(message, true).join();
  }

  void document(byte[] bytes) {
    send(LensSession.DOCUMENT, bytes);
  }

  /** The next message, which is JSON of this type. */
  JsonNode expect(String type) throws Exception {
    JsonNode answer = JSON.readTree((String) next());
    if (!type.equals(answer.get("type").asText())) {
      throw new AssertionError("expected " + type + ", not " + answer);
    }
    return answer;
  }

  /** The next message, which is binary. */
  byte[] expectBinary() throws InterruptedException {
    return (byte[]) next();
  }

  private Object next() throws InterruptedException {
    @Nullable Object message = received.poll(120, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("no message");
    }
    return message;
  }

  /** The status with which the server closes. */
  int closedWith() throws Exception {
    return closed.get(120, TimeUnit.SECONDS);
  }

  void close() {
    socket.abort();
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      received.add(text.toString());
      text.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    binary.writeBytes(bytes);
    if (last) {
      received.add(binary.toByteArray());
      binary.reset();
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.complete(-1);
  }
}
