/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;

/**
 * Errors in reading a request, which have a status. The same errors in reading the answer to a
 * request of the application's own have none: what the other side did is no fault of its caller.
 */
final class RequestErrors {
  private RequestErrors() {}

  /** A failure to decode needs nothing: Spring answers 400. */
  static Throwable withStatus(Throwable failure, ServerHttpRequest request, ResolvableType type) {
    if (failure instanceof UnknownCharsetException) {
      MediaType contentType = request.getHeaders().getContentType();
      return new UnsupportedMediaTypeStatusException(contentType, List.of(), type);
    }
    return failure instanceof DataBufferLimitException limit
        ? new TooLongBodyException(limit)
        : failure;
  }
}
