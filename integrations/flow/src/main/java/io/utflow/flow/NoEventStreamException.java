/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.flow;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * What a peer has answered is no event stream: its status is not 200, or its type not {@code
 * text/event-stream}. The standard has a client fail then; a page of HTML or a refusal in JSON has
 * no event in it, and would pass for a stream that has ended.
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
 * <p>Where it is serialized, the headers are not.
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
   * the charset of the Content-Type, or in UTF-8 if it names none that is known; U+FFFD is in the
   * place of ill-formed sequences. Where the connection failed before, it is what has come until
   * then, and that failure is {@linkplain #getSuppressed() suppressed}.
   */
  public String body() {
    return body;
  }
}
