/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * The answer of a peer is not an event stream: its status is not 200, or its type is not {@code
 * text/event-stream}. The standard says that a client must fail then: an HTML page or an error in
 * JSON contains no event and would look like a stream that has ended.
 *
 * <pre>{@code
 * client.sendAsync(get, TextBodies.ofEvents(EventSpec.DEFAULT))
 *     .exceptionally(failure -> {
 *       if (failure.getCause() instanceof NoEventStreamException answer && answer.statusCode() == 429) {
 *         retryAfter(answer.headers().firstValue("Retry-After"));
 *       }
 *       ..
 *     });
 * }</pre>
 *
 * <p>The headers are not serialized with it.
 */
public final class NoEventStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  /** As the peer sent it. */
  private final int statusCode;

  private final transient HttpHeaders headers;

  /** The beginning of it, as text. */
  private final String body;

  NoEventStreamException(ResponseInfo response, String contentType, String body) {
    super(
        "no event stream: status "
            + response.statusCode()
            + (contentType.isEmpty() ? ", no Content-Type" : ", Content-Type " + contentType));
    this.statusCode = response.statusCode();
    this.headers = response.headers();
    this.body = body;
  }

  /** {@return the status of the answer} */
  public int statusCode() {
    return statusCode;
  }

  /** {@return the headers of the answer} */
  public HttpHeaders headers() {
    return headers;
  }

  /**
   * {@return the beginning of the body: of its first 65,536 bytes, the whole characters} Read in
   * the charset of the Content-Type, or in UTF-8 if it names none that is known; U+FFFD replaces
   * ill-formed sequences. If the connection failed before, it is the part that had arrived, and
   * that failure is {@linkplain #getSuppressed() suppressed}.
   */
  public String body() {
    return body;
  }
}
