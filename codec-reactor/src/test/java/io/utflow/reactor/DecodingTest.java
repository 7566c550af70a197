/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** Split invariance and well-formedness of {@code decode}, over every surface and encoding. */
class DecodingTest {
  /** Truncated, overlong, surrogate, alone; odd units for UTF-16 and UTF-32, and an open tail. */
  private static final byte[] ILL_FORMED =
      HexFormat.of().parseHex("41F09F9842C0AFEDA08000D8410080D83DDE00110000FF");

  static Stream<Arguments> surfacesAndEncodings() {
    return KindOfBuffer.all().stream()
        .flatMap(
            surface ->
                Buffered.ENCODINGS.stream().map(encoding -> Arguments.of(surface, encoding)));
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void textIsTheSameHoweverItIsCut(KindOfBuffer<B> surface, TextEncoding encoding) {
    byte[] bytes = Buffered.encode(Buffered.TEXT, encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, 3, Long.MAX_VALUE}) {
        DecoderSpec spec = DecoderSpec.of(encoding).pieceChars(demand == 3 ? 2 : 8192);
        Delivery<B> delivery = new Delivery<>(surface, cut);
        List<String> text =
            Collector.all(delivery.flux().transform(surface.facade().decode().apply(spec)), demand);
        assertThat(String.join("", text)).isEqualTo(Buffered.TEXT);
        assertThat(text).noneMatch(String::isEmpty).noneMatch(DecodingTest::isCutInsidePair);
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void illFormedSequencesAreTheSameHoweverTheyAreCut(
      KindOfBuffer<B> surface, TextEncoding encoding) {
    List<IllFormedSequence> expected = new ArrayList<>();
    DecoderSpec plain = DecoderSpec.of(encoding);
    String text =
        plain.observer(expected::add).newDecoder().decode(ByteBuffer.wrap(ILL_FORMED), true);
    assertThat(expected).isNotEmpty();
    for (List<byte[]> cut : Buffered.everyCut(ILL_FORMED)) {
      List<IllFormedSequence> seen = new ArrayList<>();
      Delivery<B> delivery = new Delivery<>(surface, cut);
      Flux<String> decoded =
          delivery.flux().transform(surface.facade().decode().apply(plain.observer(seen::add)));
      assertThat(String.join("", Collector.all(decoded, 1))).isEqualTo(text);
      assertThat(seen).isEqualTo(expected);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void reportedTextEndsWithThePrefixAndTheError(
      KindOfBuffer<B> surface, TextEncoding encoding) {
    List<IllFormedSequence> expected = new ArrayList<>();
    StringBuilder prefix = new StringBuilder();
    DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT);
    try {
      spec.newDecoder().decode(ByteBuffer.wrap(ILL_FORMED), true);
    } catch (IllFormedTextException e) {
      prefix.append(e.decodedPrefix());
      expected.add(e.sequence());
    }
    assertThat(expected).hasSize(1);
    for (List<byte[]> cut : Buffered.everyCut(ILL_FORMED)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        List<Object> signals = new ArrayList<>();
        Collector.all(
            delivery
                .flux()
                .transform(surface.facade().decode().apply(spec))
                .doOnError(signals::add)
                .doOnNext(signals::add)
                .onErrorComplete(),
            demand);
        IllFormedTextException error = (IllFormedTextException) signals.remove(signals.size() - 1);
        assertThat(error.sequence()).isEqualTo(expected.get(0));
        assertThat(signals.stream().map(String.class::cast).reduce("", String::concat))
            .isEqualTo(prefix.toString());
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
    }
  }

  @Test
  void aCompleteCharacterIsEmittedWithItsBuffer() {
    byte[] bytes = Buffered.encode(Buffered.TEXT, TextEncoding.UTF_8);
    List<Object> order = new ArrayList<>();
    Flux.fromIterable(Buffered.pieces(bytes, 1))
        .doOnNext(piece -> order.add(piece.length))
        .transform(ByteArrayText.decode(TextEncoding.UTF_8))
        .subscribe(order::add);
    List<Object> expected = new ArrayList<>();
    Buffered.TEXT
        .codePoints()
        .forEach(
            scalar -> {
              String character = Character.toString(scalar);
              int length = Buffered.encode(character, TextEncoding.UTF_8).length;
              for (int i = 1; i < length; i++) {
                expected.addAll(List.of(1, 0));
              }
              expected.addAll(List.of(1, character, 0));
            });
    assertThat(order).isEqualTo(expected);
  }

  @Test
  void eachSubscriptionHasItsOwnState() {
    byte[] bytes = Buffered.encode(Buffered.TEXT, TextEncoding.UTF_16);
    Flux<String> text =
        Flux.fromIterable(Buffered.pieces(bytes, 1))
            .transform(ByteArrayText.decode(TextEncoding.UTF_16));
    for (int i = 0; i < 3; i++) {
      assertThat(text.collectList().block())
          .hasSize(Buffered.TEXT.codePointCount(0, Buffered.TEXT.length()));
    }
  }

  @Test
  void aByteBufferKeepsItsPosition() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {'a', 'b', 'c'}).position(1);
    Flux<ByteBuffer> source = Flux.just(buffer);
    assertThat(source.transform(ByteBufferText.decode(TextEncoding.UTF_8)).blockLast())
        .isEqualTo("bc");
    assertThat(source.transform(ByteBufferText.validate(TextEncoding.UTF_8)).blockLast())
        .isSameAs(buffer);
    assertThat(buffer.position()).isEqualTo(1);
  }

  private static boolean isCutInsidePair(String piece) {
    return Character.isLowSurrogate(piece.charAt(0))
        || Character.isHighSurrogate(piece.charAt(piece.length() - 1));
  }
}
