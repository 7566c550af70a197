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

/** {@code validate} passes on what it was given, and of the offending buffer what is valid. */
class ValidationTest {

  static List<Surface<?>> surfaces() {
    return Surface.all();
  }

  static Stream<Arguments> surfacesAndEncodings() {
    return DecodingTest.surfacesAndEncodings();
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void wellFormedBuffersArePassedOnThemselves(Surface<B> surface, TextEncoding encoding) {
    byte[] bytes = Buffered.encode(Buffered.TEXT, encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<B> validated =
            delivery.flux().transform(surface.validate().apply(DecoderSpec.of(encoding)));
        List<B> passed = DecodingTest.collect(validated, demand);
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
  <B> void whatStandsBeforeTheOffenceIsPassedOn(Surface<B> surface, TextEncoding encoding) {
    byte[] good = Buffered.encode(Buffered.TEXT, encoding);
    byte[] all = Arrays.copyOf(good, good.length + 7); // NUL, then perhaps an open tail
    byte[] bad = badUnit(encoding);
    System.arraycopy(bad, 0, all, good.length, bad.length);
    IllFormedSequence offence =
        DecoderSpec.of(encoding).newValidator().validate(ByteBuffer.wrap(all), true).orElseThrow();
    assertThat(offence.offset()).isEqualTo(good.length);
    for (List<byte[]> cut : Buffered.everyCut(all)) {
      List<IllFormedSequence> seen = new ArrayList<>();
      DecoderSpec spec = DecoderSpec.of(encoding).observer(seen::add);
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        List<Throwable> errors = new ArrayList<>();
        Flux<B> validated =
            delivery
                .flux()
                .transform(surface.validate().apply(spec))
                .doOnError(errors::add)
                .onErrorComplete();
        byte[] passed = contentOf(surface, DecodingTest.collect(validated, demand));
        assertThat(errors).singleElement().isInstanceOf(IllFormedTextException.class);
        assertThat(((IllFormedTextException) errors.get(0)).sequence()).isEqualTo(offence);
        // A sequence that lies over a cut has its first bytes in a buffer passed on before.
        assertThat(passed.length).isBetween(good.length, good.length + offence.length());
        assertThat(passed).isEqualTo(Arrays.copyOf(all, passed.length));
        assertThat(delivery.referencesLeft()).containsOnly(0);
      }
      assertThat(seen).containsExactly(offence, offence);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void theOpenTailIsJudgedAtTheEnd(Surface<B> surface) {
    byte[] bytes = {'a', (byte) 0xF0, (byte) 0x9F};
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      List<Throwable> errors = new ArrayList<>();
      Flux<B> validated =
          delivery
              .flux()
              .transform(surface.validate().apply(DecoderSpec.of(TextEncoding.UTF_8)))
              .doOnError(errors::add)
              .onErrorComplete();
      assertThat(contentOf(surface, DecodingTest.collect(validated, 1))).isEqualTo(bytes);
      IllFormedSequence offence = ((IllFormedTextException) errors.get(0)).sequence();
      assertThat(offence.cause()).isEqualTo(IllFormedCause.TRUNCATED);
      assertThat(offence.offset()).isEqualTo(1);
      assertThat(offence.endOfInput()).isTrue();
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatAnObserverThrowsComesAfterThePrefix(Surface<B> surface) {
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
      Flux<B> validated =
          delivery
              .flux()
              .transform(surface.validate().apply(spec))
              .doOnError(errors::add)
              .onErrorComplete();
      assertThat(contentOf(surface, DecodingTest.collect(validated, 1)))
          .isEqualTo(new byte[] {'a', 'b'});
      assertThat(errors).containsExactly(thrown);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aSequenceThatBeginsInAPartBeforeIsNotPassedOn(Surface<B> surface) {
    byte[] bytes = {'a', 'b', (byte) 0xE2, (byte) 0x82, 'c', 'd', 'e'};
    for (boolean observed : new boolean[] {false, true}) {
      DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
      RuntimeException thrown = new RuntimeException("observer");
      DecoderSpec used = observed ? spec.observer(sequence -> throwUnchecked(thrown)) : spec;
      Delivery<B> delivery = new Delivery<>(surface, List.of(new byte[] {'x'}, bytes));
      List<Throwable> errors = new ArrayList<>();
      Flux<B> validated =
          delivery
              .flux()
              .transform(surface.validate().apply(used))
              .doOnError(errors::add)
              .onErrorComplete();
      assertThat(contentOf(surface, DecodingTest.collect(validated, 1)))
          .isEqualTo(new byte[] {'x', 'a', 'b'});
      assertThat(errors).hasSize(1);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aMissingMarkIsAnOffenceOfAnEmptyStream(Surface<B> surface) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE);
    List<Throwable> errors = new ArrayList<>();
    DecodingTest.collect(
        Flux.<B>empty()
            .transform(surface.validate().apply(spec))
            .doOnError(errors::add)
            .onErrorComplete(),
        1);
    assertThat(errors).singleElement().isInstanceOf(IllFormedTextException.class);
  }

  private static <B> byte[] contentOf(Surface<B> surface, List<B> buffers) {
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
