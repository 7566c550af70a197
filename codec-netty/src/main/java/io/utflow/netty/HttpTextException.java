/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * A message of HTTP whose body cannot be read: fired by {@link HttpTextDecoder} in the place of the
 * end of the message, and of its alone. A server answers with {@link #status()}; it may keep the
 * connection, because the next message is read as if nothing had happened.
 */
public final class HttpTextException extends DecoderException {
  private static final long serialVersionUID = 1L;

  /** By its number, because the class of Netty is not serializable. */
  private final int status;

  HttpTextException(HttpResponseStatus status, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status.code();
  }

  /**
   * The status that a server answers with: 400 if the body is ill-formed or was cut short, its last
   * record included, or does not follow its framing; 413 if it passes a bound; 415 if its charset
   * is unknown or a {@code Content-Encoding} was not undone; 500 if a function or an observer has
   * thrown another exception.
   *
   * @return the status
   */
  public HttpResponseStatus status() {
    return HttpResponseStatus.valueOf(status);
  }
}
