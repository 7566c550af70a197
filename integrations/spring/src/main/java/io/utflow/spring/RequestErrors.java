/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Errors in reading a request, which have a status. The same errors in reading the answer to a
 * request of the application's own have none: what the other side did is no fault of its caller.
 */
final class RequestErrors {
  /** The hint that a decoder reads a request. */
  private static final String OF_REQUEST = RequestErrors.class.getName();

  private RequestErrors() {}

  /** A failure to decode needs nothing: Spring answers 400. */
  static Throwable withStatus(Throwable failure, ServerHttpRequest request, ResolvableType type) {
    if (failure instanceof UnknownCharsetException) {
      MediaType contentType = request.getHeaders().getContentType();
      return new UnsupportedMediaTypeStatusException(contentType, List.of(), type);
    }
    return tooLongWithStatus(failure);
  }

  /** With the hint that tells {@link #withStatus(Flux, Map)} of a request. */
  static Map<String, Object> ofRequest(Map<String, Object> hints) {
    return Hints.merge(hints, OF_REQUEST, true);
  }

  /** For a decoder, which knows no request but the hint of {@link #ofRequest}. */
  static <T> Flux<T> withStatus(Flux<T> values, @Nullable Map<String, Object> hints) {
    return isOfRequest(hints) ? values.onErrorMap(RequestErrors::tooLongWithStatus) : values;
  }

  /** As {@link #withStatus(Flux, Map)}. */
  static <T> Mono<T> withStatus(Mono<T> value, @Nullable Map<String, Object> hints) {
    return isOfRequest(hints) ? value.onErrorMap(RequestErrors::tooLongWithStatus) : value;
  }

  private static boolean isOfRequest(@Nullable Map<String, Object> hints) {
    return hints != null && hints.containsKey(OF_REQUEST);
  }

  private static Throwable tooLongWithStatus(Throwable failure) {
    return failure instanceof DataBufferLimitException limit
        ? new TooLongBodyException(limit)
        : failure;
  }
}
