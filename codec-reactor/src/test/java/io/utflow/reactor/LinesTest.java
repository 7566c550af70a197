/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.stage.TooLongPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Lines and records on every facade: cuts, demand, and who refers to the buffers. */
class LinesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final LineSpec LF = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final RecordSpec RECORDS = RecordSpec.delimitedBy("\u001E", "\r\n\r\n", "\r\n");

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  static List<KindOfBuffer<?>> counted() {
    return KindOfBuffer.counted();
  }

  static Stream<Arguments> surfacesAndEncodings() {
    return DecodingTest.surfacesAndEncodings();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] latin1(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void linesAreTheSameHoweverTheyAreCut(KindOfBuffer<B> surface, TextEncoding encoding) {
    List<String> expected = List.of("a\u00E9", "", "\u20AC", "\uD83D\uDE00\u0A0D", "z");
    byte[] bytes = Buffered.encode("a\u00E9\r\n\n\u20AC\r\uD83D\uDE00\u0A0D\nz", encoding);
    LineSpec any = LineSpec.of(LineBreaks.ANY);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, 3, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> lines =
            delivery
                .flux()
                .transform(surface.facade().lines().apply(DecoderSpec.of(encoding), any));
        assertThat(Collector.all(lines, demand)).isEqualTo(expected);
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void recordsAreTheSameHoweverTheyAreCut(KindOfBuffer<B> surface, TextEncoding encoding) {
    List<String> expected = List.of("", "{\"a\":1}", "b", "", "c\r", "d");
    byte[] bytes =
        Buffered.encode("\u001E{\"a\":1}\u001Eb\r\n\r\n\r\nc\r\u001Ed\r\n\r\n", encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> records =
            delivery
                .flux()
                .transform(surface.facade().records().apply(DecoderSpec.of(encoding), RECORDS));
        assertThat(Collector.all(records, demand)).isEqualTo(expected);
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void oneBufferOfThousandsOfLines(KindOfBuffer<B> surface) {
    List<String> expected = IntStream.range(0, 5000).mapToObj(i -> "line \u00E9 " + i).toList();
    byte[] bytes = utf8(String.join("\n", expected) + "\n");
    Delivery<B> delivery = new Delivery<>(surface, List.of(bytes));
    Collector<String> collector = new Collector<>(0);
    delivery.flux().transform(surface.facade().lines().apply(UTF_8, LF)).subscribe(collector);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(collector.received()).hasSize(i);
      collector.request(1);
    }
    assertThat(collector.received()).isEqualTo(expected);
    assertThat(delivery.referencesLeft()).containsExactly(0);
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void thousandsOfBuffersOfOneLine(KindOfBuffer<B> surface) {
    String line = "x".repeat(5000);
    Delivery<B> delivery = new Delivery<>(surface, Collections.nCopies(5000, new byte[] {'x'}));
    Flux<String> lines = delivery.flux().transform(surface.facade().lines().apply(UTF_8, LF));
    StepVerifier.create(lines, 1).expectNext(line).verifyComplete();
    assertThat(delivery.referencesLeft()).hasSize(5000).containsOnly(0);
    assertThat(delivery.requests()).containsOnly(1L);
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void cancelledAfterEachLine(KindOfBuffer<B> surface) {
    List<byte[]> pieces = List.of(utf8("a\nb\nc"), utf8(""), utf8("d\n\u20AC\ne\n"), utf8("f"));
    for (int taken = 1; taken <= 5; taken++) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        Delivery<B> delivery = new Delivery<>(surface, pieces);
        Collector<String> collector = new Collector<String>(demand).cancellingAfter(taken);
        delivery.flux().transform(surface.facade().lines().apply(UTF_8, LF)).subscribe(collector);
        assertThat(collector.received())
            .isEqualTo(List.of("a", "b", "cd", "\u20AC", "e", "f").subList(0, taken));
        assertThat(delivery.referencesLeft()).isSubsetOf(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void aFailureComesAfterTheLinesAndReleasesTheRest(KindOfBuffer<B> surface) {
    DecoderSpec reporting = UTF_8.onMalformed(MalformedPolicy.REPORT);
    List<byte[]> pieces = List.of(latin1("a\nb\nc\u00FF\nd\n"), latin1("e\n"));
    Delivery<B> delivery = new Delivery<>(surface, pieces);
    StepVerifier.create(delivery.flux().transform(surface.facade().lines().apply(reporting, LF)), 2)
        .expectNext("a", "b")
        .verifyErrorSatisfies(
            e -> assertThat(((IllFormedTextException) e).decodedPrefix()).isEqualTo("c"));
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
  }

  @ParameterizedTest
  @MethodSource("counted")
  <B> void aTooLongLineFailsTheStreamOrIsLeftOut(KindOfBuffer<B> surface) {
    List<byte[]> pieces = List.of(utf8("a\nbcd"), utf8("ef\ng\n"));
    LineSpec bounded = LF.maxChars(3);
    Delivery<B> delivery = new Delivery<>(surface, pieces);
    StepVerifier.create(
            delivery.flux().transform(surface.facade().lines().apply(UTF_8, bounded)), 1)
        .expectNext("a")
        .thenRequest(1)
        .verifyError(TooLongLineException.class);
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
    for (TooLongPolicy answer : List.of(TooLongPolicy.DISCARD, TooLongPolicy.TRUNCATE)) {
      Delivery<B> other = new Delivery<>(surface, pieces);
      Flux<String> lines =
          other.flux().transform(surface.facade().lines().apply(UTF_8, bounded.onTooLong(answer)));
      assertThat(Collector.all(lines, 1))
          .isEqualTo(
              answer == TooLongPolicy.DISCARD ? List.of("a", "g") : List.of("a", "bcd", "g"));
      assertThat(other.referencesLeft()).containsOnly(0);
    }
  }

  /** The stage that was made to refuse a wrong spec at once is for the first of them. */
  @Test
  void eachSubscriberReadsFromTheBeginning() {
    Flux<String> lines =
        Flux.just(utf8("a\nb"), utf8("c\nd")).transform(ByteArrayText.lines(UTF_8, LF));
    StepVerifier.create(lines.repeat(2))
        .expectNext("a", "bc", "d", "a", "bc", "d", "a", "bc", "d")
        .verifyComplete();
  }

  @Test
  void aLineIsEmittedWithTheBufferThatEndsItAndNoneIsAskedForBefore() {
    TestPublisher<byte[]> source = TestPublisher.create();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(
            source
                .flux()
                .doOnRequest(requests::add)
                .transform(ByteArrayText.lines(UTF_8, LineSpec.of(LineBreaks.ANY))),
            0)
        .thenRequest(1)
        .then(() -> source.next(utf8("a")))
        .then(() -> source.next(utf8("b\r")))
        .expectNext("ab")
        .then(() -> assertThat(requests).containsExactly(1L, 1L))
        .thenRequest(1)
        .then(() -> source.next(utf8("\nc\nd\n")))
        .expectNext("c")
        .then(() -> assertThat(requests).containsExactly(1L, 1L, 1L))
        .thenRequest(1)
        .expectNext("d")
        .then(source::complete)
        .verifyComplete();
  }
}
