/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.Stages;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** A line that names the encoding of the rest: the function is asked before more is decoded. */
class SwitchTest {
  private static final LineSpec LF = LineSpec.of(LineBreaks.LF_OR_CRLF);
  private static final List<String> ALL =
      List.of("charset=UTF-16LE", "\u00E9\u20AC", "", "\uD83D\uDE00\u0A0D", "end");

  static List<KindOfBuffer<?>> surfaces() {
    return KindOfBuffer.all();
  }

  /** A header in ASCII, then lines in the encoding that it names. */
  private static byte[] bytes(String delimiter) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Buffered.encode(ALL.get(0) + delimiter, TextEncoding.UTF_8));
    String rest = String.join(delimiter, ALL.subList(1, ALL.size()));
    all.writeBytes(Buffered.encode(rest, TextEncoding.UTF_16LE));
    return all.toByteArray();
  }

  /** What was asked, in order. */
  private static Function<String, Optional<DecoderSpec>> charset(List<String> asked) {
    return line -> {
      asked.add(line);
      return line.startsWith("charset=")
          ? Optional.of(DecoderSpec.of(TextEncoding.UTF_16LE))
          : Optional.empty();
    };
  }

  private static <B> void assertSwitches(
      KindOfBuffer<B> surface,
      byte[] bytes,
      List<String> expected,
      Function<DecoderSpec, ByteStage<String>> stages) {
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        List<IllFormedSequence> illFormed = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        // Bytes of the rest that were decoded as UTF-8 would be ill-formed.
        DecoderSpec ascii =
            DecoderSpec.of(TextEncoding.UTF_8)
                .onMalformed(MalformedPolicy.REPORT)
                .observer(illFormed::add);
        Supplier<ByteStage<String>> stage =
            () -> stages.apply(ascii).switchingAfter(charset(asked));
        Delivery<B> delivery = new Delivery<>(surface, cut);
        Flux<String> lines = delivery.flux().transform(surface.facade().through(stage));
        assertThat(Collector.all(lines, demand)).isEqualTo(expected);
        assertThat(asked).isEqualTo(expected);
        assertThat(illFormed).isEmpty();
        assertThat(delivery.referencesLeft()).hasSize(cut.size()).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aLineNamesTheEncodingOfTheRest(KindOfBuffer<B> surface) {
    assertSwitches(surface, bytes("\n"), ALL, spec -> Stages.lines(spec, LF));
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void aRecordNamesTheEncodingOfTheRest(KindOfBuffer<B> surface) {
    RecordSpec records = RecordSpec.delimitedBy("\u001E", "||");
    assertSwitches(surface, bytes("||"), ALL, spec -> Stages.records(spec, records));
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void neighboursThatAskForMoreMakeNoDifference(KindOfBuffer<B> surface) {
    for (List<byte[]> cut : Buffered.everyCut(bytes("\n"))) {
      Delivery<B> delivery = new Delivery<>(surface, cut);
      List<String> lines =
          delivery
              .flux()
              .publishOn(Schedulers.immediate(), 4)
              .transform(
                  surface
                      .facade()
                      .through(
                          () ->
                              Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), LF)
                                  .switchingAfter(charset(new ArrayList<>()))))
              .limitRate(32)
              .concatMap(Flux::just, 8)
              .collectList()
              .block();
      assertThat(lines).isEqualTo(ALL);
      assertThat(delivery.referencesLeft()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  <B> void whatTheFunctionThrowsEndsTheStream(KindOfBuffer<B> surface) {
    Delivery<B> delivery = new Delivery<>(surface, List.of(bytes("\n")));
    Collector<String> collector = new Collector<>(1);
    delivery
        .flux()
        .transform(
            surface
                .facade()
                .through(
                    () ->
                        Stages.lines(DecoderSpec.of(TextEncoding.UTF_8), LF)
                            .switchingAfter(
                                line -> {
                                  throw new IllegalStateException("no such charset");
                                })))
        .subscribe(collector);
    assertThat(collector.error()).hasMessage("no such charset");
    assertThat(delivery.referencesLeft()).containsOnly(0);
  }
}
