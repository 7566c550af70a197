/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.DeclaredCharset;
import io.utflow.examples.Printable;
import io.utflow.examples.UnknownCharset;
import io.utflow.reactor.ByteBufText;
import java.io.PrintWriter;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * {@code POST /transcode?from=utf-16le&to=utf-8}. Without {@code from} the charset of the {@code
 * Content-Type} names the encoding, and without that it is UTF-8. Ill-formed text is refused,
 * unless {@code on-malformed=replace} or {@code skip}.
 *
 * <p>A body that is compressed is unpacked, or refused by the name of its {@code Content-Encoding}.
 * It streams through as fast as the client reads what comes back. The response begins when {@value
 * #LEADING_BYTES} bytes of it are there, or all, so an ill-formed sequence before that is a 422
 * with its offset; one that shows later can only break the connection off.
 */
final class TranscodeRoute {
  private static final int LEADING_BYTES = 1 << 16;

  private final PrintWriter log;

  /**
   * @param log where ill-formed text is reported that comes too late for an answer
   */
  TranscodeRoute(PrintWriter log) {
    this.log = log;
  }

  void addTo(HttpServerRoutes routes) {
    routes
        .post("/transcode", this::transcode)
        .route(
            request -> "transcode".equals(request.path()),
            (request, response) ->
                refuse(
                    response.header(HttpHeaderNames.ALLOW, "POST"),
                    HttpResponseStatus.METHOD_NOT_ALLOWED,
                    "POST the text to /transcode?from=NAME&to=NAME"));
  }

  private Publisher<Void> transcode(HttpServerRequest request, HttpServerResponse response) {
    @Nullable String coding = request.requestHeaders().get(HttpHeaderNames.CONTENT_ENCODING);
    if (coding != null && !coding.strip().equalsIgnoreCase("identity")) {
      HttpResponseStatus status = HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;
      return refuse(response, status, "unknown Content-Encoding " + Printable.of(coding));
    }
    DecoderSpec from;
    EncoderSpec to;
    try {
      Map<String, List<String>> query = new QueryStringDecoder(request.uri()).parameters();
      from = source(request, query);
      to = EncoderSpec.of(TextEncoding.forName(first(query, "to", "UTF-8")));
    } catch (UnsupportedCharsetException e) {
      HttpResponseStatus status = HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE;
      return refuse(response, status, UnknownCharset.message(e));
    } catch (IllegalArgumentException e) {
      return refuse(response, HttpResponseStatus.BAD_REQUEST, Printable.of("" + e.getMessage()));
    }
    return request
        .receive()
        .retain()
        .transform(ByteBufText.transcode(from, to, response.alloc()))
        .transform(text -> LeadingBytes.joined(text, response.alloc(), LEADING_BYTES))
        .switchOnFirst((first, text) -> respond(response, to.encoding(), first, text))
        .doOnDiscard(ByteBuf.class, ByteBuf::release);
  }

  private Flux<Void> respond(
      HttpServerResponse response,
      TextEncoding encoding,
      Signal<? extends ByteBuf> first,
      Flux<ByteBuf> text) {
    if (first.getThrowable() instanceof IllFormedTextException illFormed) {
      String problem = illFormed.sequence().toString();
      return Flux.from(refuse(response, HttpResponseStatus.UNPROCESSABLE_ENTITY, problem));
    }
    if (first.getThrowable() instanceof DecoderException broken) {
      String problem = Printable.of("the body cannot be unpacked: " + broken.getMessage());
      return Flux.from(refuse(response, HttpResponseStatus.BAD_REQUEST, problem));
    }
    response.header(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=" + encoding.nameForPeers());
    return Flux.from(
        response.send(
            text.onErrorResume(
                IllFormedTextException.class, illFormed -> breakOff(response, illFormed))));
  }

  /** The status is sent, so only the end of the connection can show the client that it failed. */
  private Mono<ByteBuf> breakOff(HttpServerResponse response, IllFormedTextException illFormed) {
    response.withConnection(
        client -> {
          log.println(client.address() + " broken off: " + illFormed.sequence());
          client.dispose();
        });
    return Mono.never();
  }

  private static Publisher<Void> refuse(
      HttpServerResponse response, HttpResponseStatus status, String problem) {
    return response
        .status(status)
        .header(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=UTF-8")
        .sendString(Mono.just(problem + "\n"));
  }

  private static DecoderSpec source(HttpServerRequest request, Map<String, List<String>> query) {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(policy(query));
    return query.containsKey("from")
        ? utf8.encoding(TextEncoding.forName(first(query, "from", "")))
        : DeclaredCharset.of(request).map(utf8::declared).orElse(utf8);
  }

  private static MalformedPolicy policy(Map<String, List<String>> query) {
    return switch (first(query, "on-malformed", "report")) {
      case "report" -> MalformedPolicy.REPORT;
      case "replace" -> MalformedPolicy.REPLACE;
      case "skip" -> MalformedPolicy.SKIP;
      default -> throw new IllegalArgumentException("on-malformed is report, replace or skip");
    };
  }

  private static String first(Map<String, List<String>> query, String name, String otherwise) {
    return query.getOrDefault(name, List.of(otherwise)).get(0);
  }
}
