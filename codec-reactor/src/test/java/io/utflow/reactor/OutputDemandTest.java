/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Demand and the order of signals, of operators that yield bytes (L6, L7). */
class OutputDemandTest {
  private static final EncoderSpec FOURS =
      EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(4).onMalformed(MalformedPolicy.REPORT);
  private static final DecoderSpec REPORTING =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  private static StepVerifier.FirstStep<String> encode(long demand, String... texts) {
    return encode(FOURS, demand, texts);
  }

  private static StepVerifier.FirstStep<String> encode(
      EncoderSpec spec, long demand, String... texts) {
    return StepVerifier.create(
        Flux.just(texts).transform(ByteArrayText.encode(spec)).map(OutputDemandTest::text), demand);
  }

  private static StepVerifier.FirstStep<String> transcode(long demand, String... latin1) {
    return StepVerifier.create(
        Flux.just(latin1)
            .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
            .transform(ByteArrayText.transcode(REPORTING, FOURS))
            .map(OutputDemandTest::text),
        demand);
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  @Test
  void oneInputOfManyOutputs() {
    encode(0, "abcdefgh€", "i")
        .expectSubscription()
        .thenRequest(1)
        .expectNext("abcd")
        .thenRequest(1)
        .expectNext("efgh")
        .thenRequest(2)
        .expectNext("€", "i")
        .verifyComplete();
    transcode(1, "abcdefgh", "i")
        .expectNext("abcd")
        .thenRequest(1)
        .expectNext("efgh")
        .thenRequest(1)
        .expectNext("i")
        .verifyComplete();
  }

  @Test
  void manyInputsOfOneOutput() {
    encode(1, "\uD83D", "", "", "\uDE00").expectNext("😀").verifyComplete();
    transcode(1, "\u00F0", "\u009F", "", "\u0098", "\u0080").expectNext("😀").verifyComplete();
  }

  @Test
  void inputsOfNoOutput() {
    encode(1, "", "", "").verifyComplete();
    encode(FOURS.onMalformed(MalformedPolicy.SKIP), 1, "\uDC00", "", "\uD83D").verifyComplete();
    transcode(1, "", "\u00EF", "\u00BB\u00BF").verifyComplete();
  }

  @Test
  void anEmptySourceCompletesWithoutDemand() {
    encode(0).verifyComplete();
    encode(EncoderSpec.of(TextEncoding.UTF_16), 0).verifyComplete();
    transcode(0).verifyComplete();
  }

  @Test
  void theTailAtTheEndIsAnOutputLikeAnyOther() {
    encode(EncoderSpec.of(TextEncoding.UTF_8), 1, "a", "\uD83D")
        .expectNext("a")
        .thenRequest(1)
        .expectNext("\uFFFD")
        .verifyComplete();
  }

  @Test
  void theErrorOfTheTextWaitsBehindThePrefix() {
    TestPublisher<String> source = TestPublisher.create();
    StepVerifier.create(
            source.flux().transform(ByteArrayText.encode(FOURS)).map(OutputDemandTest::text), 1)
        .then(() -> source.next("abcdefghij\uDC00kl"))
        .expectNext("abcd")
        .thenRequest(1)
        .expectNext("efgh")
        .then(source::assertNotCancelled)
        .thenRequest(1)
        .expectNext("ij")
        .verifyError(IllFormedTextException.class);
    source.assertCancelled();
  }

  @Test
  void theErrorOfTheTextNeedsNoDemand() {
    encode(1, "ab\uDC00cd").expectNext("ab").verifyError(IllFormedTextException.class);
    encode(1, "a\uD83D").expectNext("a").verifyError(IllFormedTextException.class);
    transcode(1, "ab\u00FFcd").expectNext("ab").verifyError(IllFormedTextException.class);
  }

  @Test
  void theErrorOfTheSourceWaitsBehindTheTextThatHadArrived() {
    TestPublisher<String> source = TestPublisher.create();
    StepVerifier.create(
            source.flux().transform(ByteArrayText.encode(FOURS)).map(OutputDemandTest::text), 1)
        .then(() -> source.next("abcdef\uD83D").error(new IllegalStateException("lost")))
        .expectNext("abcd")
        .thenRequest(1)
        .expectNext("ef")
        .verifyErrorMessage("lost");
  }

  @Test
  void theByteOrderMarkIsWrittenOnceForEachSubscription() {
    Flux<byte[]> bytes =
        Flux.just("", "a", "b").transform(ByteArrayText.encode(TextEncoding.UTF_16));
    for (int i = 0; i < 2; i++) {
      assertThat(bytes.collectList().block())
          .usingElementComparator(Arrays::compare)
          .containsExactly(new byte[] {(byte) 0xFE, (byte) 0xFF, 0, 'a'}, new byte[] {0, 'b'});
    }
  }

  @Test
  void boundedDemandAsksForOneInputAtATime() {
    TestPublisher<String> source = TestPublisher.create();
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(
            source.flux().doOnRequest(requests::add).transform(ByteArrayText.encode(FOURS)), 0)
        .thenRequest(3)
        .then(() -> assertThat(requests).containsExactly(1L))
        .then(() -> source.next("\uD83D"))
        .then(() -> assertThat(requests).containsExactly(1L, 1L))
        .then(() -> source.next("\uDE00abcdefgh"))
        .expectNextCount(3)
        .then(() -> assertThat(requests).containsExactly(1L, 1L))
        .then(source::complete)
        .verifyComplete();
  }

  static List<OutputFacade<?>> facades() {
    return OutputFacade.all();
  }

  @ParameterizedTest
  @MethodSource("facades")
  <B> void unboundedDemandIsPassedOn(OutputFacade<B> facade) {
    Delivery<B> delivery =
        new Delivery<>(facade.surface(), List.of(new byte[] {'a'}, new byte[] {'b'}));
    Flux<B> outputs = delivery.flux().transform(facade.transcode().apply(REPORTING, FOURS));
    StepVerifier.create(outputs)
        .consumeNextWith(Buffered::release)
        .consumeNextWith(Buffered::release)
        .verifyComplete();
    assertThat(delivery.requests()).containsExactly(Long.MAX_VALUE);
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }
}
