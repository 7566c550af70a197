/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonDecoder;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Hands JSON in UTF-8 to another decoder, which is of Jackson 3. */
final class Jackson3Decoder extends JacksonJsonDecoder {
  private final JacksonJsonDecoder json;

  private Jackson3Decoder(JacksonJsonDecoder json) {
    super(json.getMapper());
    this.json = json;
  }

  /** Puts itself before the decoder that the default codecs have. */
  static void register(CodecConfigurer configurer) {
    DefaultCodecs.of(configurer, JacksonJsonDecoder.class)
        .filter(json -> !(json instanceof Jackson3Decoder))
        .map(Jackson3Decoder::new)
        .ifPresent(configurer.defaultCodecs()::jacksonJsonDecoder);
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
  public void registerMappersForType(Class<?> type, Consumer<Map<MimeType, JsonMapper>> registrar) {
    json.registerMappersForType(type, registrar);
  }

  @Override
  public @Nullable Map<MimeType, JsonMapper> getMappersForType(Class<?> type) {
    return json.getMappersForType(type);
  }
}
