/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.json.Jackson2JsonDecoder;

/** A decoder of Jackson 2 that is configured, in Spring 6.2 or 7, is the one that reads. */
@SuppressWarnings({"deprecation", "removal"})
class Jackson2Test {
  public static final class Person {
    public String firstName;
  }

  private static Jackson2JsonDecoder snakeCase() {
    return new Jackson2JsonDecoder(
        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
  }

  @Test
  void theConfiguredMapperReads() {
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().jackson2JsonDecoder(snakeCase());
    UtflowCodecs.register(codecs);
    assertReads(new Messages(codecs));
  }

  @Test
  void mappersOfATypeRead() {
    Jackson2JsonDecoder decoder = new Jackson2JsonDecoder(new ObjectMapper());
    decoder.registerObjectMappersForType(
        Person.class,
        mappers -> mappers.put(MediaType.APPLICATION_JSON, snakeCase().getObjectMapper()));
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().jackson2JsonDecoder(decoder);
    UtflowCodecs.register(codecs);
    assertReads(new Messages(codecs));
  }

  private static void assertReads(Messages messages) {
    byte[] json = "{\"first_name\":\"\u4E2D\"}".getBytes(StandardCharsets.UTF_16LE);
    Buffers.Given given = Buffers.POOLED_DIRECT.given(List.of(json));
    ResolvableType type = ResolvableType.forClass(Person.class);
    String utf16 = "application/json;charset=utf-16le";
    Person whole = messages.<Person>whole(type, utf16, given.flux()).block();
    assertThat(whole.firstName).isEqualTo("\u4E2D");
    Person first = messages.<Person>elements(type, utf16, given.flux()).blockFirst();
    assertThat(first.firstName).isEqualTo("\u4E2D");
    given.assertReleased();
  }

  @Test
  void itIsPutInFrontOnce() {
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().jackson2JsonDecoder(snakeCase());
    Jackson2Decoder.register(codecs);
    Jackson2Decoder ours = DefaultCodecs.of(codecs, Jackson2Decoder.class).orElseThrow();
    Jackson2Decoder.register(codecs);
    assertThat(DefaultCodecs.of(codecs, Jackson2Decoder.class)).containsSame(ours);
    codecs.defaultCodecs().maxInMemorySize(77);
    assertThat(ours.getMaxInMemorySize()).isEqualTo(77);
    assertThat(ours.getDecodableMimeTypes()).isEqualTo(snakeCase().getDecodableMimeTypes());
    assertThat(ours.getDecodableMimeTypes(ResolvableType.forClass(Person.class)))
        .isEqualTo(snakeCase().getDecodableMimeTypes());
    ours.registerObjectMappersForType(
        Person.class, mappers -> mappers.put(MediaType.APPLICATION_JSON, new ObjectMapper()));
    assertThat(ours.getObjectMappersForType(Person.class)).hasSize(1);
  }
}
