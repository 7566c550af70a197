/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.utflow.cli.LoopbackPort;
import io.utflow.cli.lens.LensSession.Message;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.WebsocketServerSpec;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;

/**
 * Serves the page, and over a WebSocket the engine, to browsers of this machine.
 *
 * <p>Each connection's messages are answered one after the other on a thread that may compute. A
 * page that sends faster is read more slowly, so nothing gathers here.
 */
final class LensServer {
  /** The greatest number of open pages; each may hold a document and its results. */
  static final int MAX_SESSIONS = 8;

  /** Where the engine answers. */
  static final String ENGINE = "/engine";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
          + " ws://%s; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'";

  private static final WebsocketServerSpec WEBSOCKET =
      WebsocketServerSpec.builder().maxFramePayloadLength(LensSession.MAX_MESSAGE).build();

  /** In the place of a message whose text is not UTF-8. */
  private static final Message ILL_FORMED = new Message(null, null);

  private static final DecoderSpec TEXT =
      DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.KEEP).onMalformed(MalformedPolicy.REPORT);

  private final PageFiles files = new PageFiles();
  private final AtomicInteger sessions = new AtomicInteger();

  private LensServer() {}

  /**
   * Listens on the loopback interface.
   *
   * @param port 0 is one that the system chooses
   */
  static DisposableServer listen(int port) {
    TextEncoding.names(); // Gathered here, so that no page waits for it.
    LensServer server = new LensServer();
    return LoopbackPort.bind(HttpServer.create().handle(server::answer), port);
  }

  private Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
    InetSocketAddress here = Objects.requireNonNull(request.hostAddress());
    LocalRequest local = new LocalRequest(here.getPort());
    if (LocalRequest.isAmbiguous(request)) {
      return refuse(response, HttpResponseStatus.BAD_REQUEST);
    }
    if (!local.namesThisHost(request)) {
      return refuse(response, HttpResponseStatus.MISDIRECTED_REQUEST);
    }
    if (!request.method().equals(HttpMethod.GET)) {
      response.header(HttpHeaderNames.ALLOW, "GET");
      return refuse(response, HttpResponseStatus.METHOD_NOT_ALLOWED);
    }
    String path =
        request.uri().replaceFirst("[?].*", ""); // As it was sent: a path of ours has no escapes.
    if (path.equals(ENGINE)) {
      return local.comesFromOurPage(request)
          ? response.sendWebsocket(this::serve, WEBSOCKET)
          : refuse(response, HttpResponseStatus.FORBIDDEN);
    }
    return files
        .find(path)
        .map(file -> send(file, request, response))
        .orElseGet(() -> refuse(response, HttpResponseStatus.NOT_FOUND));
  }

  private static Publisher<Void> refuse(HttpServerResponse response, HttpResponseStatus status) {
    return response.status(status).sendString(Mono.just(status + "\n"), StandardCharsets.UTF_8);
  }

  private static Publisher<Void> send(
      PageFiles.PageFile file, HttpServerRequest request, HttpServerResponse response) {
    HttpHeaders headers = response.responseHeaders();
    headers.set(HttpHeaderNames.CONTENT_TYPE, file.type());
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set(
        HttpHeaderNames.CONTENT_SECURITY_POLICY,
        POLICY.formatted(request.requestHeaders().get(HttpHeaderNames.HOST)));
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    return response.sendByteArray(Mono.just(file.bytes()));
  }

  private Publisher<Void> serve(WebsocketInbound in, WebsocketOutbound out) {
    if (sessions.incrementAndGet() > MAX_SESSIONS) {
      sessions.decrementAndGet();
      return out.sendClose(1013, "more than " + MAX_SESSIONS + " pages are open");
    }
    LensSession session = new LensSession();
    Flux<WebSocketFrame> answers =
        in.aggregateFrames(LensSession.MAX_MESSAGE)
            .receiveFrames()
            .mapNotNull(LensServer::message)
            .publishOn(Schedulers.boundedElastic(), 1)
            .concatMap(message -> message == ILL_FORMED ? end(out) : session.answer(message), 1)
            .startWith(LensSession.welcome())
            .map(LensServer::frame)
            .doFinally(
                end -> {
                  session.close();
                  sessions.decrementAndGet();
                });
    return out.sendObject(answers, frame -> true);
  }

  /** RFC 6455, section 8.1: text that is not UTF-8 fails the connection. */
  private static Flux<Message> end(WebsocketOutbound out) {
    return out.sendClose(1007, "ill-formed text").thenMany(Flux.empty());
  }

  private static @Nullable Message message(WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame text) {
      try {
        return new Message(TEXT.decode(ByteBufUtil.getBytes(text.content())), null);
      } catch (IllFormedTextException e) {
        return ILL_FORMED;
      }
    }
    return frame instanceof BinaryWebSocketFrame
        ? new Message(null, ByteBufUtil.getBytes(frame.content()))
        : null;
  }

  private static WebSocketFrame frame(Message message) {
    return message.binary() == null
        ? new TextWebSocketFrame("" + message.text())
        : new BinaryWebSocketFrame(Unpooled.wrappedBuffer(message.binary()));
  }
}
