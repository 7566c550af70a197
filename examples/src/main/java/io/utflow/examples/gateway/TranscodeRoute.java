package io.utflow.examples.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.reactor.ByteBufText;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
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
 * Content-Type} tells, and without that UTF-8. Ill-formed text is refused, unless {@code
 * on-malformed=replace} or {@code skip}.
 *
 * <p>The body streams through as fast as the client reads what comes back. The response begins when
 * {@value #HEAD_BYTES} bytes of it are there, or all, so an offence before that is a 422 with its
 * offset; one that shows later can only break the connection off.
 */
final class TranscodeRoute {
  private static final int HEAD_BYTES = 1 << 16;

  void addTo(HttpServerRoutes routes) {
    routes.post("/transcode", this::transcode);
  }

  private Publisher<Void> transcode(HttpServerRequest request, HttpServerResponse response) {
    Map<String, List<String>> query = new QueryStringDecoder(request.uri()).parameters();
    DecoderSpec from;
    EncoderSpec to;
    try {
      from =
          DecoderSpec.of(TextEncoding.forName(source(request, query))).onMalformed(policy(query));
      to = EncoderSpec.of(TextEncoding.forName(first(query, "to", "UTF-8")));
    } catch (UnsupportedCharsetException e) {
      String problem = "unknown charset " + e.getCharsetName();
      return refuse(response, HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, problem);
    } catch (IllegalArgumentException e) {
      return refuse(response, HttpResponseStatus.BAD_REQUEST, e.getMessage());
    }
    return request
        .receive()
        .retain()
        .transform(ByteBufText.transcode(from, to, response.alloc()))
        .transform(TranscodeRoute::headInOne)
        .switchOnFirst((first, text) -> respond(response, to.encoding(), first, text))
        .doOnDiscard(ByteBuf.class, ByteBuf::release);
  }

  /** Joins the first buffers, which makes an error among them the first signal. */
  private static Flux<ByteBuf> headInOne(Flux<ByteBuf> text) {
    AtomicLong written = new AtomicLong();
    return text.bufferUntil(piece -> written.addAndGet(piece.readableBytes()) >= HEAD_BYTES)
        .map(pieces -> Unpooled.wrappedBuffer(pieces.toArray(ByteBuf[]::new)));
  }

  private static Flux<Void> respond(
      HttpServerResponse response,
      TextEncoding encoding,
      Signal<? extends ByteBuf> first,
      Flux<ByteBuf> text) {
    if (first.getThrowable() instanceof IllFormedTextException illFormed) {
      String problem = illFormed.sequence().toString();
      return Flux.from(refuse(response, HttpResponseStatus.UNPROCESSABLE_ENTITY, problem));
    }
    response.header(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=" + encoding.name());
    return Flux.from(response.send(text));
  }

  private static Publisher<Void> refuse(
      HttpServerResponse response, HttpResponseStatus status, String problem) {
    return response
        .status(status)
        .header(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=UTF-8")
        .sendString(Mono.just(problem + "\n"));
  }

  private static String source(HttpServerRequest request, Map<String, List<String>> query) {
    @Nullable String type = request.requestHeaders().get(HttpHeaderNames.CONTENT_TYPE);
    CharSequence charset = type == null ? null : HttpUtil.getCharsetAsSequence(type);
    return first(query, "from", charset == null ? "UTF-8" : charset.toString().replace("\"", ""));
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
