/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.Map;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.mock.http.client.reactive.MockClientHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages as a {@code WebClient} reads them: by the first reader that can. */
record Messages(CodecConfigurer codecs) {

  static Messages with(Consumer<ClientCodecConfigurer> configuration) {
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    configuration.accept(codecs);
    return new Messages(codecs);
  }

  static Messages byUtflow() {
    return with(UtflowCodecs::register);
  }

  static Messages bySpring() {
    return with(codecs -> {});
  }

  HttpMessageReader<?> reader(ResolvableType type, String contentType) {
    MediaType mediaType = MediaType.parseMediaType(contentType);
    return codecs.getReaders().stream()
        .filter(reader -> reader.canRead(type, mediaType))
        .findFirst()
        .orElseThrow();
  }

  @SuppressWarnings("unchecked")
  <T> Flux<T> elements(ResolvableType type, String contentType, Publisher<DataBuffer> body) {
    return (Flux<T>) reader(type, contentType).read(type, response(contentType, body), Map.of());
  }

  @SuppressWarnings("unchecked")
  <T> Mono<T> whole(ResolvableType type, String contentType, Publisher<DataBuffer> body) {
    return (Mono<T>)
        reader(type, contentType).readMono(type, response(contentType, body), Map.of());
  }

  private static MockClientHttpResponse response(String contentType, Publisher<DataBuffer> body) {
    MockClientHttpResponse response = new MockClientHttpResponse(HttpStatus.OK);
    response.getHeaders().set("Content-Type", contentType);
    response.setBody(Flux.from(body));
    return response;
  }
}
