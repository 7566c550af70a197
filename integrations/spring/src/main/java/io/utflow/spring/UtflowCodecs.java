/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import java.util.List;
import java.util.Objects;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.Encoder;
import org.springframework.http.codec.CodecConfigurer;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.web.server.WebFilter;

/**
 * Puts Utflow's codecs before Spring's own.
 *
 * <pre>{@code
 * WebClient client = WebClient.builder().codecs(UtflowCodecs::register).build();
 * }</pre>
 */
public final class UtflowCodecs {
  /** Looked up by their names, which reflect-config.json tells to native images. */
  static final List<String> OF_JACKSON_3 =
      List.of(
          "org.springframework.http.codec.json.JacksonJsonDecoder",
          "tools.jackson.databind.ObjectMapper");

  /** As {@link #OF_JACKSON_3}. */
  static final List<String> OF_JACKSON_2 =
      List.of(
          "org.springframework.http.codec.json.Jackson2JsonDecoder",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "com.fasterxml.jackson.core.JsonGenerator");

  private static final boolean JACKSON_3 = DefaultCodecs.arePresent(OF_JACKSON_3);
  private static final boolean JACKSON_2 = DefaultCodecs.arePresent(OF_JACKSON_2);

  private UtflowCodecs() {}

  /**
   * Registers the codecs of {@link CodecSpec#DEFAULT}.
   *
   * @param configurer of a server, a client or a web test
   */
  public static void register(CodecConfigurer configurer) {
    register(configurer, CodecSpec.DEFAULT);
  }

  /**
   * Registers the codecs: for text, server-sent events, and JSON that is not in UTF-8. The
   * configuration before this call counts: the JSON decoder, which reads after ours, and the
   * decoder for the data of events. Limits may also be configured after it.
   *
   * @param configurer of a server, a client or a web test
   * @param spec how they read and write
   * @throws IllegalStateException if the codecs of another spec are registered already
   */
  public static void register(CodecConfigurer configurer, CodecSpec spec) {
    Objects.requireNonNull(spec, "spec");
    if (isRegistered(configurer, spec)) {
      return;
    }
    if (JACKSON_3) {
      Jackson3Decoder.register(configurer);
    }
    if (JACKSON_2) {
      Jackson2Decoder.register(configurer);
    }
    CodecConfigurer.CustomCodecs codecs = configurer.customCodecs();
    codecs.registerWithDefaultConfig(
        new EventStreamReader(
            spec,
            DefaultCodecs.forData(configurer),
            DefaultCodecs.readersBeforeEvents(configurer)));
    if (DefaultCodecs.eventWriter(configurer).isPresent()) {
      codecs.register(new EventStreamWriter(spec, configurer));
    }
    codecs.registerWithDefaultConfig(new StringBodyReader(new StringBodyDecoder(spec)));
    codecs.registerWithDefaultConfig(new StringBodyWriter(new StringBodyEncoder(spec)));
  }

  private static boolean isRegistered(CodecConfigurer configurer, CodecSpec spec) {
    for (HttpMessageReader<?> reader : configurer.getReaders()) {
      if (reader instanceof StringBodyReader registered) {
        if (registered.spec().equals(spec)) {
          return true;
        }
        throw new IllegalStateException(
            "Utflow's codecs are registered already, with "
                + registered.spec()
                + ": register them once, with the spec that is meant");
      }
    }
    return false;
  }

  /**
   * A decoder for any MIME type but {@code text/event-stream}, for use without a {@link
   * CodecConfigurer}: {@code RSocketStrategies.builder().decoders(all -> all.add(0, decoder))}. It
   * names no decodable MIME types, so that the requesters of RSocket send data in the same MIME
   * type as without it.
   *
   * @param spec how it reads
   * @return a decoder, thread-safe
   */
  public static Decoder<String> decoder(CodecSpec spec) {
    return StringBodyDecoder.besideOthers(spec);
  }

  /**
   * An encoder for any MIME type but {@code text/event-stream}, for use without a {@link
   * CodecConfigurer}.
   *
   * @param spec how it writes
   * @return an encoder, thread-safe
   */
  public static Encoder<CharSequence> encoder(CodecSpec spec) {
    return new StringBodyEncoder(spec);
  }

  /**
   * A filter that answers a request with 415 if its Content-Type is asked for and cannot be read,
   * because its charset is unknown to the JVM, say. Annotated controllers do so without it; with
   * functional handlers Spring answers 500, before any codec is asked.
   *
   * @return a filter, to be a bean or part of {@code HandlerStrategies}
   */
  public static WebFilter contentTypeFilter() {
    return new ContentTypeFilter();
  }
}
