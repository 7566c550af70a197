/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.TooLongTextException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A whole text as a {@code Mono} on every facade: its bound, its failures, its buffers. */
class WholeTextTest {
  private static final String TEXT = "a\u00E9\u20AC\uD83D\uDE00\r\nz";

  static Stream<Arguments> surfacesAndEncodings() {
    return DecodingTest.surfacesAndEncodings();
  }

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  static List<KindOfBuffer<?>> counted() {
    return KindOfBuffer.counted();
  }

  private static <B> Mono<String> text(
      KindOfBuffer<B> surface, Flux<B> bytes, DecoderSpec spec, int maxChars) {
    return bytes.as(surface.facade().text().apply(spec, maxChars));
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void oneTextHoweverItIsCut(KindOfBuffer<B> surface, TextEncoding encoding) {
    for (List<byte[]> cut : Buffered.everyCut(Buffered.encode(TEXT, encoding))) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      Mono<String> text = text(surface, delivery.flux(), DecoderSpec.of(encoding), TEXT.length());
      assertThat(text.block()).isEqualTo(TEXT);
      assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void aLongerTextIsAnErrorAndCancelsTheSource(KindOfBuffer<B> surface) {
    for (List<byte[]> cut : Buffered.everyCut(Buffered.encode(TEXT, TextEncoding.UTF_8))) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      AtomicBoolean cancelled = new AtomicBoolean();
      Flux<B> bytes =
          delivery.flux().concatWith(Flux.never()).doOnCancel(() -> cancelled.set(true));
      StepVerifier.create(
              text(surface, bytes, DecoderSpec.of(TextEncoding.UTF_8), TEXT.length() - 1))
          .expectError(TooLongTextException.class)
          .verify();
      assertThat(cancelled).isTrue();
      assertThat(delivery.referencesLeft()).isSubsetOf(0);
    }
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void anIllFormedTextIsAnErrorIfTheSpecReports(KindOfBuffer<B> surface) {
    Delivery<B> delivery =
        new Delivery<>(surface, List.of(new byte[] {'a', (byte) 0xE2}, new byte[] {'b'}));
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);
    StepVerifier.create(text(surface, delivery.flux(), spec, 10))
        .expectErrorSatisfies(
            e ->
                assertThat(e)
                    .isInstanceOfSatisfying(
                        IllFormedTextException.class,
                        reported -> assertThat(reported.decodedPrefix()).isEqualTo("a")))
        .verify();
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void anErrorOfTheSourceIsTheError(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'a', (byte) 0xE2}));
    Flux<B> bytes = delivery.flux().concatWith(Flux.error(new IllegalStateException("cut")));
    StepVerifier.create(text(surface, bytes, DecoderSpec.of(TextEncoding.UTF_8), 10))
        .expectErrorMessage("cut")
        .verify();
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void cancelledInTheMiddle(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'a', (byte) 0xE2}));
    Flux<B> bytes = delivery.flux().concatWith(Flux.never());
    Disposable subscription =
        text(surface, bytes, DecoderSpec.of(TextEncoding.UTF_8), 10).subscribe();
    assertThat(delivery.delivered()).hasSize(1);
    subscription.dispose();
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }

  /** As with Spring's {@code decodeToMono} and reactor-netty's {@code aggregate()}. */
  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void anEmptyTextIsAnEmptyMono(KindOfBuffer<B> surface) {
    for (List<byte[]> cut : List.of(List.<byte[]>of(), List.of(new byte[0]))) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      StepVerifier.create(text(surface, delivery.flux(), DecoderSpec.of(TextEncoding.UTF_8), 1))
          .verifyComplete();
      assertThat(delivery.referencesLeft()).isSubsetOf(0);
    }
  }

  @Test
  void theBoundIsRefusedWhenTheOperatorIsMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteArrayText.text(DecoderSpec.of(TextEncoding.UTF_8), 0));
  }
}
