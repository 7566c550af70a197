/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonDecoder;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** A decoder of Jackson 3 that is configured is the one that reads. */
class Jackson3Test {
  public static final class Person {
    public String firstName;
  }

  private static JacksonJsonDecoder snakeCase() {
    return new JacksonJsonDecoder(
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build());
  }

  @Test
  void theConfiguredMapperReads() {
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().jacksonJsonDecoder(snakeCase());
    UtflowCodecs.register(codecs);
    assertReads(new Messages(codecs));
  }

  @Test
  void mappersOfATypeRead() {
    JacksonJsonDecoder decoder = new JacksonJsonDecoder(new JsonMapper());
    decoder.registerMappersForType(
        Person.class, mappers -> mappers.put(MediaType.APPLICATION_JSON, snakeCase().getMapper()));
    ClientCodecConfigurer codecs = ClientCodecConfigurer.create();
    codecs.defaultCodecs().jacksonJsonDecoder(decoder);
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
    codecs.defaultCodecs().jacksonJsonDecoder(snakeCase());
    Jackson3Decoder.register(codecs);
    Jackson3Decoder ours = DefaultCodecs.of(codecs, Jackson3Decoder.class).orElseThrow();
    Jackson3Decoder.register(codecs);
    assertThat(DefaultCodecs.of(codecs, Jackson3Decoder.class)).containsSame(ours);
    codecs.defaultCodecs().maxInMemorySize(77);
    assertThat(ours.getMaxInMemorySize()).isEqualTo(77);
    assertThat(ours.getDecodableMimeTypes()).isEqualTo(snakeCase().getDecodableMimeTypes());
    assertThat(ours.getDecodableMimeTypes(ResolvableType.forClass(Person.class)))
        .isEqualTo(snakeCase().getDecodableMimeTypes());
    ours.registerMappersForType(
        Person.class, mappers -> mappers.put(MediaType.APPLICATION_JSON, new JsonMapper()));
    assertThat(ours.getMappersForType(Person.class)).hasSize(1);
  }
}
