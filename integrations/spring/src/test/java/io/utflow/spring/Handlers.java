/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.reactor.DataBufferText;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The two ways to write handlers in WebFlux. Both answer with what they have read. */
enum Handlers {
  ANNOTATED {
    @Override
    Server with(Consumer<CodecConfigurer> codecs, WebFilter... filters) {
      return new Server(
          WebTestClient.bindToController(new Controller())
              .httpMessageCodecs(codecs::accept)
              .webFilter(filters)
              .build());
    }
  },

  FUNCTIONAL {
    @Override
    Server with(Consumer<CodecConfigurer> codecs, WebFilter... filters) {
      return functional(routes().build(), codecs, filters);
    }
  };

  abstract Server with(Consumer<CodecConfigurer> codecs, WebFilter... filters);

  /** The functional ones, which answer 413 themselves. */
  static Server withOnError(Consumer<CodecConfigurer> codecs) {
    RouterFunction<ServerResponse> routes =
        routes()
            .onError(
                DataBufferLimitException.class,
                (failure, request) -> ServerResponse.status(413).build())
            .build();
    return functional(routes, codecs);
  }

  private static Server functional(
      RouterFunction<?> routes, Consumer<CodecConfigurer> codecs, WebFilter... filters) {
    return new Server(
        WebTestClient.bindToRouterFunction(routes)
            .handlerStrategies(HandlerStrategies.builder().codecs(codecs::accept).build())
            .webFilter(filters)
            .build());
  }

  private static RouterFunctions.Builder routes() {
    return RouterFunctions.route()
        .POST("/elements", request -> answer(listed(request.bodyToFlux(String.class))))
        .POST("/whole", request -> answer(request.bodyToMono(String.class)))
        .POST("/json", request -> answer(request.bodyToMono(Map.class)))
        .POST("/values", request -> answer(request.bodyToFlux(Map.class).count()))
        .POST("/bytes", request -> answer(request.bodyToMono(byte[].class).map(b -> b.length)))
        .POST("/form", request -> answer(request.formData().map(form -> form.get("a"))))
        .POST(
            "/part",
            request ->
                answer(
                    request
                        .multipartData()
                        .flatMapMany(parts -> parts.getFirst("a").content())
                        .transform(DataBufferText.decode(TextEncoding.UTF_8))
                        .reduce(String::concat)))
        .POST(
            "/operator",
            request ->
                answer(
                    decoded(
                        request.body(BodyExtractors.toDataBuffers()),
                        request.headers().contentType().orElseThrow())));
  }

  private static Mono<ServerResponse> answer(Mono<?> body) {
    return body.flatMap(value -> ServerResponse.ok().bodyValue(value.toString()));
  }

  private static Mono<String> listed(Flux<String> elements) {
    return elements.collectList().map(Object::toString);
  }

  /** What there is without the codecs. */
  private static Mono<String> decoded(Flux<DataBuffer> body, MediaType type) {
    TextEncoding encoding =
        type.getCharset() == null ? TextEncoding.UTF_8 : TextEncoding.of(type.getCharset());
    DecoderSpec strict = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    return body.as(DataBufferText.text(strict, 10));
  }

  @RestController
  static final class Controller {
    @PostMapping("/elements")
    Mono<String> elements(@RequestBody Flux<String> elements) {
      return listed(elements);
    }

    @PostMapping("/whole")
    Mono<String> whole(@RequestBody Mono<String> text) {
      return text;
    }

    @PostMapping("/json")
    Mono<String> json(@RequestBody Mono<Map<?, ?>> value) {
      return value.map(Object::toString);
    }

    @PostMapping("/values")
    Mono<String> values(@RequestBody Flux<Map<?, ?>> values) {
      return values.count().map(Object::toString);
    }

    @PostMapping("/bytes")
    Mono<String> bytes(@RequestBody Mono<byte[]> bytes) {
      return bytes.map(all -> String.valueOf(all.length));
    }

    @PostMapping("/form")
    Mono<String> form(ServerWebExchange exchange) {
      return exchange.getFormData().map(form -> form.get("a").toString());
    }

    @PostMapping("/part")
    Mono<String> part(@RequestPart("a") Mono<String> part) {
      return part;
    }

    @PostMapping("/operator")
    Mono<String> operator(
        @RequestBody Flux<DataBuffer> body,
        @RequestHeader(HttpHeaders.CONTENT_TYPE) MediaType type) {
      return decoded(body, type);
    }
  }
}
