/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.Map;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.codec.DecoderHttpMessageReader;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads bodies with a {@link StringBodyDecoder}; what is wrong with a request has a status. */
final class StringBodyReader extends DecoderHttpMessageReader<String> {
  private final CodecSpec spec;

  StringBodyReader(StringBodyDecoder decoder) {
    super(decoder);
    this.spec = decoder.spec();
  }

  CodecSpec spec() {
    return spec;
  }

  @Override
  public Flux<String> read(
      ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
    return super.read(elementType, message, Charsets.withHeader(hints, message))
        .doOnError(UnreadableCharsetException.class, refused -> leave(message));
  }

  @Override
  public Mono<String> readMono(
      ResolvableType elementType, ReactiveHttpInputMessage message, Map<String, Object> hints) {
    return super.readMono(elementType, message, Charsets.withHeader(hints, message))
        .doOnError(UnreadableCharsetException.class, refused -> leave(message));
  }

  /** Gives back the connection of an answer that is refused before its body is read. */
  private static void leave(ReactiveHttpInputMessage message) {
    if (message instanceof ClientHttpResponse answer) {
      answer.getBody().subscribe(DataBufferUtils.releaseConsumer(), failure -> {}).dispose();
    }
  }

  @Override
  public Flux<String> read(
      ResolvableType actualType,
      ResolvableType elementType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    return super.read(actualType, elementType, request, response, hints)
        .onErrorMap(failure -> RequestErrors.withStatus(failure, request, elementType, hints));
  }

  @Override
  public Mono<String> readMono(
      ResolvableType actualType,
      ResolvableType elementType,
      ServerHttpRequest request,
      ServerHttpResponse response,
      Map<String, Object> hints) {
    return super.readMono(actualType, elementType, request, response, hints)
        .onErrorMap(failure -> RequestErrors.withStatus(failure, request, elementType, hints));
  }
}
