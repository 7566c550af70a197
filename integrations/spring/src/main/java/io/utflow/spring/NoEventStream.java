/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Makes the exception for an answer that is not an event stream, in the form in which {@code
 * WebClient} reports an error status. It is used only for messages that a client reads, where
 * {@code WebClient} is present.
 */
final class NoEventStream {
  /** The greatest part of a body in the exception, in bytes. */
  private static final int TOLD = 1 << 16;

  private static final byte[] NOTHING = {};

  private NoEventStream() {}

  /** Fails with the status, the headers and the beginning of the body; 204 ends without events. */
  static <T> Flux<T> read(ClientHttpResponse answer) {
    if (answer.getStatusCode().value() == HttpStatus.NO_CONTENT.value()) {
      return answer.getBody().doOnNext(DataBufferUtils::release).thenMany(Flux.empty());
    }
    return DataBufferUtils.join(DataBufferUtils.takeUntilByteCount(answer.getBody(), TOLD))
        .map(NoEventStream::bytes)
        .onErrorReturn(NOTHING)
        .defaultIfEmpty(NOTHING)
        .flatMapMany(body -> Mono.error(failure(answer, body)));
  }

  private static byte[] bytes(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    buffer.read(bytes);
    DataBufferUtils.release(buffer);
    return bytes;
  }

  private static Throwable failure(ClientHttpResponse answer, byte[] body) {
    HttpHeaders headers = answer.getHeaders();
    MediaType type = headers.getContentType();
    HttpStatus known = HttpStatus.resolve(answer.getStatusCode().value());
    return WebClientResponseException.create(
            answer.getStatusCode(),
            known == null ? "" : known.getReasonPhrase(),
            headers,
            body,
            charset(type),
            null)
        .initCause(
            new DecodingException(
                "no event stream: status "
                    + answer.getStatusCode().value()
                    + (type == null ? ", no Content-Type" : ", Content-Type " + type)));
  }

  private static Charset charset(@Nullable MediaType type) {
    Charset charset = type == null ? null : type.getCharset();
    return charset == null ? StandardCharsets.UTF_8 : charset;
  }
}
