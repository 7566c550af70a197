/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * A request with a body over the limit. For annotated controllers Spring makes its own exception of
 * a {@link DataBufferLimitException}; for functional handlers it makes none, and reads the
 * annotation.
 */
@ResponseStatus(HttpStatus.PAYLOAD_TOO_LARGE)
@SuppressWarnings("deprecation") // The name of 413 that Spring 6.2 and 7 share.
final class TooLongBodyException extends DataBufferLimitException {
  private static final long serialVersionUID = 1L;

  TooLongBodyException(DataBufferLimitException cause) {
    super(String.valueOf(cause.getMessage()));
    initCause(cause);
  }
}
