/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** {@code validate} passes on what it was given, up to the first ill-formed sequence. */
class ValidationTest {

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  static Stream<Arguments> surfacesAndEncodings() {
    return DecodingTest.surfacesAndEncodings();
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void wellFormedBuffersArePassedOnThemselves(KindOfBuffer<B> surface, TextEncoding encoding) {
    byte[] bytes = Buffered.encode(Buffered.TEXT, encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<B> validated =
            delivery.flux().transform(surface.facade().validate().apply(DecoderSpec.of(encoding)));
        List<B> passed = Collector.all(validated, demand);
        assertThat(passed).hasSize(cut.size());
        for (int i = 0; i < passed.size(); i++) {
          assertThat(passed.get(i)).isSameAs(delivery.made().get(i));
          assertThat(surface.content().apply(passed.get(i))).isEqualTo(cut.get(i));
          Buffered.release(passed.get(i));
        }
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void whatStandsBeforeTheIllFormedSequenceIsPassedOn(
      KindOfBuffer<B> surface, TextEncoding encoding) {
    byte[] good = Buffered.encode(Buffered.TEXT, encoding);
    byte[] all = Arrays.copyOf(good, good.length + 7); // NUL, then perhaps an open tail
    byte[] bad = badUnit(encoding);
    System.arraycopy(bad, 0, all, good.length, bad.length);
    IllFormedSequence sequence =
        DecoderSpec.of(encoding).newValidator().validate(ByteBuffer.wrap(all), true).orElseThrow();
    assertThat(sequence.byteOffset()).isEqualTo(good.length);
    for (List<byte[]> cut : Buffered.everyCut(all)) {
      List<IllFormedSequence> seen = new ArrayList<>();
      DecoderSpec spec = DecoderSpec.of(encoding).observer(seen::add);
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        List<Throwable> errors = new ArrayList<>();
        byte[] passed = contentOf(surface, passed(surface, spec, delivery.flux(), demand, errors));
        assertThat(errors).singleElement().isInstanceOf(IllFormedTextException.class);
        assertThat(((IllFormedTextException) errors.get(0)).sequence()).isEqualTo(sequence);
        // A sequence that lies over a cut has its first bytes in a buffer passed on before.
        assertThat(passed.length).isBetween(good.length, good.length + sequence.length());
        assertThat(passed).isEqualTo(Arrays.copyOf(all, passed.length));
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
      assertThat(seen).containsExactly(sequence, sequence);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void theOpenTailIsJudgedAtTheEnd(KindOfBuffer<B> surface) {
    byte[] bytes = {'a', (byte) 0xF0, (byte) 0x9F};
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      List<Throwable> errors = new ArrayList<>();
      assertThat(
              contentOf(
                  surface,
                  passed(surface, DecoderSpec.of(TextEncoding.UTF_8), delivery.flux(), 1, errors)))
          .isEqualTo(bytes);
      IllFormedSequence sequence = ((IllFormedTextException) errors.get(0)).sequence();
      assertThat(sequence.cause()).isEqualTo(IllFormedCause.TRUNCATED);
      assertThat(sequence.byteOffset()).isEqualTo(1);
      assertThat(sequence.endOfInput()).isTrue();
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatAnObserverThrowsComesAfterThePrefix(KindOfBuffer<B> surface) {
    List<Throwable> all =
        List.of(
            new RuntimeException("observer"),
            new AssertionError("observer"),
            new IOException("as Kotlin and Scala throw it"));
    for (Throwable thrown : all) {
      DecoderSpec spec =
          DecoderSpec.of(TextEncoding.UTF_8).observer(sequence -> throwUnchecked(thrown));
      Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'a', 'b', -1, 'c'}));
      List<Throwable> errors = new ArrayList<>();
      assertThat(contentOf(surface, passed(surface, spec, delivery.flux(), 1, errors)))
          .isEqualTo(new byte[] {'a', 'b'});
      assertThat(errors).containsExactly(thrown);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aSequenceThatBeginsInAPartBeforeIsNotPassedOn(KindOfBuffer<B> surface) {
    byte[] bytes = {'a', 'b', (byte) 0xE2, (byte) 0x82, 'c', 'd', 'e'};
    for (boolean observed : new boolean[] {false, true}) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
      RuntimeException thrown = new RuntimeException("observer");
      DecoderSpec used = observed ? spec.observer(sequence -> throwUnchecked(thrown)) : spec;
      Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'x'}, bytes));
      List<Throwable> errors = new ArrayList<>();
      assertThat(contentOf(surface, passed(surface, used, delivery.flux(), 1, errors)))
          .isEqualTo(new byte[] {'x', 'a', 'b'});
      assertThat(errors).hasSize(1);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void anExceptionOfTheListenerIsTheErrorAfterTheBuffer(KindOfBuffer<B> surface) {
    RuntimeException thrown = new RuntimeException("listener");
    DecoderSpec spec =
        DecoderSpec.of(TextEncoding.UTF_8)
            .listener((encoding, read, written, illFormed) -> throwUnchecked(thrown));
    Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'a', 'b'}));
    List<Throwable> errors = new ArrayList<>();
    byte[] passed = contentOf(surface, passed(surface, spec, delivery.flux(), 1, errors));
    assertThat(passed).isNotEmpty().isEqualTo(Arrays.copyOf(new byte[] {'a', 'b'}, passed.length));
    assertThat(errors).containsExactly(thrown);
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aMissingMarkIsAnIllFormedSequenceOfAnEmptyStream(KindOfBuffer<B> surface) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE);
    List<Throwable> errors = new ArrayList<>();
    passed(surface, spec, Flux.empty(), 1, errors);
    assertThat(errors).singleElement().isInstanceOf(IllFormedTextException.class);
  }

  /** What the operator passes on; its error is added to {@code errors}. */
  private static <B> List<B> passed(
      KindOfBuffer<B> surface,
      DecoderSpec spec,
      Flux<B> source,
      long demand,
      List<Throwable> errors) {
    Flux<B> validated = source.transform(surface.facade().validate().apply(spec));
    return Collector.all(validated.doOnError(errors::add).onErrorComplete(), demand);
  }

  private static <B> byte[] contentOf(KindOfBuffer<B> surface, List<B> buffers) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (B buffer : buffers) {
      all.writeBytes(surface.content().apply(buffer));
      Buffered.release(buffer);
    }
    return all.toByteArray();
  }

  /** An unpaired surrogate, or in UTF-8 an E2 82 that is not continued. */
  private static byte[] badUnit(TextEncoding encoding) {
    return encoding == TextEncoding.UTF_8
        ? new byte[] {(byte) 0xE2, (byte) 0x82}
        : Buffered.encode("\uDC00", encoding);
  }
}
