/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.stage.BareLineBreakException;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.codec.Hints;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpLogging;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Errors in reading a request, which have a status and are logged at DEBUG. The same errors have no
 * status when the application reads the answer to its own request: the fault of the other side is
 * not a fault of the application's caller.
 */
final class RequestErrors {
  /** The hint that a decoder reads a request. */
  private static final String OF_REQUEST = RequestErrors.class.getName();

  /** Also that of the web, at DEBUG by {@code logging.level.web}. */
  private static final Log LOG = HttpLogging.forLogName(RequestErrors.class);

  private RequestErrors() {}

  /** For a reader of requests. */
  static Throwable withStatus(
      Throwable failure,
      ServerHttpRequest request,
      ResolvableType type,
      Map<String, Object> hints) {
    if (failure instanceof UnreadableCharsetException) {
      logUnreadable(failure, hints);
      MediaType contentType = request.getHeaders().getContentType();
      return new UnsupportedMediaTypeStatusException(contentType, List.of(), type);
    }
    return withStatus(failure, hints);
  }

  private static void logUnreadable(Throwable failure, @Nullable Map<String, Object> hints) {
    LOG.debug(Hints.getLogPrefix(hints) + "Request refused, 415: " + failure.getMessage());
  }

  /** With the hint that tells {@link #withStatus(Flux, Map)} of a request, and its header. */
  static Map<String, Object> ofRequest(Map<String, Object> hints, ServerHttpRequest request) {
    return Charsets.withHeader(Hints.merge(hints, OF_REQUEST, true), request);
  }

  /** For a decoder, which knows no request but the hint of {@link #ofRequest}. */
  static <T> Flux<T> withStatus(Flux<T> values, @Nullable Map<String, Object> hints) {
    return isOfRequest(hints) ? values.onErrorMap(e -> withStatus(e, hints)) : values;
  }

  /** As {@link #withStatus(Flux, Map)}. */
  static <T> Mono<T> withStatus(Mono<T> value, @Nullable Map<String, Object> hints) {
    return isOfRequest(hints) ? value.onErrorMap(e -> withStatus(e, hints)) : value;
  }

  private static boolean isOfRequest(@Nullable Map<String, Object> hints) {
    return hints != null && hints.containsKey(OF_REQUEST);
  }

  private static Throwable withStatus(Throwable failure, @Nullable Map<String, Object> hints) {
    if (failure instanceof UnreadableCharsetException) {
      logUnreadable(failure, hints);
      return new UnsupportedMediaTypeStatusException(String.valueOf(failure.getMessage()));
    }
    if (failure instanceof DataBufferLimitException limit) {
      LOG.debug(Hints.getLogPrefix(hints) + "Request refused, 413: " + failure.getMessage());
      return new TooLongBodyException(limit);
    }
    if (failure instanceof DecodingException
        && (failure.getCause() instanceof IllFormedTextException
            || failure.getCause() instanceof BareLineBreakException)) {
      LOG.debug(Hints.getLogPrefix(hints) + "Request refused, 400: " + failure.getMessage());
      return illFormed(failure, failure.getCause());
    }
    // Of other failures to decode Spring makes a 400, and says why.
    return failure;
  }

  /** The exception that Spring would make, with where and why in its problem detail. */
  private static ServerWebInputException illFormed(Throwable failure, Throwable cause) {
    ServerWebInputException refused =
        new ServerWebInputException(String.valueOf(failure.getMessage()), null, failure);
    ProblemDetail problem = refused.getBody();
    if (cause instanceof IllFormedTextException text) {
      problem.setProperty("byteOffset", text.sequence().byteOffset());
      problem.setProperty("cause", text.sequence().cause().name());
    } else if (cause instanceof BareLineBreakException line) {
      problem.setProperty("byteOffset", line.byteOffset());
      problem.setProperty("cause", "BARE_LINE_BREAK");
    }
    return refused;
  }
}
