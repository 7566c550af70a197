/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.json.Jackson2JsonDecoder;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Hands JSON in UTF-8 to another decoder, which is of Jackson 2. */
@SuppressWarnings({"deprecation", "removal"}) // In Spring 7, where it still stands for Jackson 2.
final class Jackson2Decoder extends Jackson2JsonDecoder {
  private final Jackson2JsonDecoder json;

  private Jackson2Decoder(Jackson2JsonDecoder json) {
    super(json.getObjectMapper());
    this.json = json;
  }

  /** Puts itself before the decoder that the default codecs have. */
  static void register(CodecConfigurer configurer) {
    DefaultCodecs.of(configurer, Jackson2JsonDecoder.class)
        .filter(json -> !(json instanceof Jackson2Decoder))
        .map(Jackson2Decoder::new)
        .ifPresent(configurer.defaultCodecs()::jackson2JsonDecoder);
  }

  @Override
  public boolean canDecode(ResolvableType elementType, @Nullable MimeType mimeType) {
    return Charsets.areRead(mimeType) && json.canDecode(elementType, mimeType);
  }

  @Override
  public List<MimeType> getDecodableMimeTypes() {
    return json.getDecodableMimeTypes();
  }

  @Override
  public List<MimeType> getDecodableMimeTypes(ResolvableType targetType) {
    return json.getDecodableMimeTypes(targetType);
  }

  @Override
  public Flux<Object> decode(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    Publisher<DataBuffer> utf8 = JsonText.utf8(input, mimeType, hints);
    return RequestErrors.withStatus(
        json.decode(utf8, elementType, JsonText.utf8(mimeType), hints), hints);
  }

  @Override
  public Mono<Object> decodeToMono(
      Publisher<DataBuffer> input,
      ResolvableType elementType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    Publisher<DataBuffer> utf8 = JsonText.utf8(input, mimeType, hints);
    return RequestErrors.withStatus(
        json.decodeToMono(utf8, elementType, JsonText.utf8(mimeType), hints), hints);
  }

  @Override
  public Object decode(
      DataBuffer buffer,
      ResolvableType targetType,
      @Nullable MimeType mimeType,
      @Nullable Map<String, Object> hints) {
    DataBuffer utf8 = JsonText.utf8(buffer, mimeType, hints);
    return json.decode(utf8, targetType, JsonText.utf8(mimeType), hints);
  }

  /** Spring asks for these hints when it reads a request, and only then. */
  @Override
  public Map<String, Object> getDecodeHints(
      ResolvableType actualType,
      ResolvableType elementType,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    return RequestErrors.ofRequest(
        json.getDecodeHints(actualType, elementType, request, response), request);
  }

  @Override
  public void setMaxInMemorySize(int byteCount) {
    json.setMaxInMemorySize(byteCount);
  }

  @Override
  public int getMaxInMemorySize() {
    return json.getMaxInMemorySize();
  }

  @Override
  public void registerObjectMappersForType(
      Class<?> type, Consumer<Map<MimeType, ObjectMapper>> registrar) {
    json.registerObjectMappersForType(type, registrar);
  }

  @Override
  public @Nullable Map<MimeType, ObjectMapper> getObjectMappersForType(Class<?> type) {
    return json.getObjectMappersForType(type);
  }
}
