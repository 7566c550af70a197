/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.DeclaredCharset;
import io.utflow.reactor.ByteBufText;
import java.io.PrintWriter;
import java.nio.charset.UnsupportedCharsetException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * The text server over HTTP: the body of a {@code POST /} comes back in UTF-8 while it arrives. The
 * charset of its {@code Content-Type} names the encoding; without one, as on a plain connection, a
 * byte order mark decides, or else the default holds.
 */
final class HttpText {
  private static final String PLAIN_UTF_8 = "text/plain;charset=UTF-8";
  private static final String HELP =
      "POST text here, with its charset in the Content-Type; it comes back in UTF-8.\n";

  private final TextEncoding defaultEncoding;
  private final PrintWriter out;

  HttpText(TextEncoding defaultEncoding, PrintWriter out) {
    this.defaultEncoding = defaultEncoding;
    this.out = out;
  }

  void routes(HttpServerRoutes routes) {
    routes.get("/", (request, response) -> answer(response, HELP)).post("/", this::post);
  }

  private Publisher<Void> post(HttpServerRequest request, HttpServerResponse response) {
    DecoderSpec spec;
    try {
      spec = spec(request);
    } catch (UnsupportedCharsetException e) {
      response.status(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE);
      return answer(response, "unknown charset " + e.getCharsetName() + "\n");
    }
    IllFormedSummary illFormed = new IllFormedSummary(out, "HTTP " + request.remoteAddress());
    return response
        .header(HttpHeaderNames.CONTENT_TYPE, PLAIN_UTF_8)
        .sendString(
            request
                .receive()
                .retain()
                .transform(ByteBufText.decode(spec.observer(illFormed)))
                .doFinally(signal -> illFormed.close()));
  }

  private DecoderSpec spec(HttpServerRequest request) {
    return DeclaredCharset.of(request)
        .map(DecoderSpec.of(defaultEncoding)::declared)
        .orElseGet(() -> DecoderSpec.of(defaultEncoding).bom(BomPolicy.SNIFF));
  }

  private static Publisher<Void> answer(HttpServerResponse response, String text) {
    return response.header(HttpHeaderNames.CONTENT_TYPE, PLAIN_UTF_8).sendString(Mono.just(text));
  }
}
