/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.http.MediaType;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.ServerSentEventHttpMessageReader;
import org.springframework.http.codec.ServerSentEventHttpMessageWriter;
import org.springframework.util.ClassUtils;

/** The parts of the default codecs of a configurer. */
final class DefaultCodecs {
  private static final ResolvableType ANY_OBJECT = ResolvableType.forClass(Object.class);

  private DefaultCodecs() {}

  /** The first of a class. */
  static <C> Optional<C> of(CodecConfigurer configurer, Class<C> type) {
    return all(configurer).stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /** Asks a clone of the configurer, because a consumer that it is given stays with it. */
  private static List<Object> all(CodecConfigurer configurer) {
    List<Object> codecs = new ArrayList<>();
    configurer
        .clone()
        .defaultCodecs()
        .configureDefaultCodec(
            codec -> {
              if (codec != null) {
                codecs.add(codec);
              }
            });
    return codecs;
  }

  /**
   * The decoder for the data of events: the one that a client was configured with, else that of
   * JSON.
   */
  static @Nullable Decoder<?> forData(CodecConfigurer configurer) {
    Optional<ServerSentEventHttpMessageReader> reader =
        of(configurer, ServerSentEventHttpMessageReader.class);
    return reader.isPresent() ? reader.get().getDecoder() : forJson(configurer);
  }

  /** The writer of events: servers have it, clients do not. */
  static Optional<ServerSentEventHttpMessageWriter> eventWriter(CodecConfigurer configurer) {
    return configurer.getWriters().stream()
        .filter(ServerSentEventHttpMessageWriter.class::isInstance)
        .map(ServerSentEventHttpMessageWriter.class::cast)
        .findFirst();
  }

  /** The readers that are asked before one that reads events as any object. */
  static List<HttpMessageReader<?>> readersBeforeEvents(CodecConfigurer configurer) {
    return configurer.getReaders().stream()
        .takeWhile(reader -> !reader.canRead(ANY_OBJECT, MediaType.TEXT_EVENT_STREAM))
        .toList();
  }

  private static @Nullable Decoder<?> forJson(CodecConfigurer configurer) {
    for (Object codec : all(configurer)) {
      if (codec instanceof Decoder<?> decoder
          && decoder.canDecode(ANY_OBJECT, MediaType.APPLICATION_JSON)) {
        return decoder;
      }
    }
    return null;
  }

  static boolean arePresent(List<String> classNames) {
    for (String name : classNames) {
      if (!ClassUtils.isPresent(name, DefaultCodecs.class.getClassLoader())) {
        return false;
      }
    }
    return true;
  }
}
