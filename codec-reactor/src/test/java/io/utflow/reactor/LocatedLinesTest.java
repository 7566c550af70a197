/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.RecordSpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** Lines and records with their byte offsets on every facade, and going on behind each. */
class LocatedLinesTest {
  private static final LineSpec ANY = LineSpec.of(LineBreaks.ANY);
  private static final List<String> LINES = List.of("a\u00E9", "", "\u20AC", "\uD83D\uDE00", "z");
  private static final List<String> TERMINATORS = List.of("\r\n", "\n", "\r", "\r\n", "");

  static Stream<Arguments> surfacesAndEncodings() {
    return DecodingTest.surfacesAndEncodings();
  }

  private static int length(String text, TextEncoding encoding) {
    return Buffered.encode(text, encoding).length;
  }

  private static byte[] bytes(TextEncoding encoding) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < LINES.size(); i++) {
      text.append(LINES.get(i)).append(TERMINATORS.get(i));
    }
    return Buffered.encode(text.toString(), encoding);
  }

  private static <B, O> List<O> run(
      KindOfBuffer<B> surface,
      List<byte[]> cut,
      long demand,
      Function<Flux<? extends B>, Flux<O>> op) {
    Delivery<B> delivery = new Delivery<>(surface, cut);
    List<O> all = Collector.all(delivery.flux().transform(op), demand);
    assertThat(delivery.referencesLeft()).isSubsetOf(0);
    return all;
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void linesTellWhereTheyStandHoweverTheyAreCut(
      KindOfBuffer<B> surface, TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes(encoding))) {
      for (long demand : new long[] {1, Long.MAX_VALUE}) {
        List<LocatedLine> lines =
            run(surface, cut, demand, surface.facade().locatedLines().apply(spec, ANY));
        assertThat(lines).extracting(LocatedLine::text).isEqualTo(LINES);
        long begin = 0;
        for (int i = 0; i < lines.size(); i++) {
          LocatedLine line = lines.get(i);
          long textEnd = begin + length(LINES.get(i), encoding);
          assertThat(line.begin()).isEqualTo(line.textEnd() - length(LINES.get(i), encoding));
          assertThat(line.textEnd()).isEqualTo(textEnd);
          begin = textEnd + length(TERMINATORS.get(i), encoding);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void theRestOfTheLinesIsReadFromThePositionBehindEach(
      KindOfBuffer<B> surface, TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(fixed(encoding));
    byte[] bytes = bytes(encoding);
    Facade<B> facade = surface.facade();
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      List<LocatedLine> lines = run(surface, cut, 1, facade.locatedLines().apply(spec, ANY));
      for (int i = 0; i < lines.size(); i++) {
        LinePosition from = lines.get(i).next();
        byte[] rest = Arrays.copyOfRange(bytes, (int) from.byteOffset(), bytes.length);
        List<LocatedLine> others =
            run(surface, Buffered.pieces(rest, 3), 1, facade.resumedLines().apply(spec, ANY, from));
        assertThat(others)
            .extracting(LocatedLine::text)
            .isEqualTo(LINES.subList(i + 1, LINES.size()));
        assertThat(others)
            .extracting(LocatedLine::textEnd)
            .isEqualTo(
                lines.subList(i + 1, lines.size()).stream().map(LocatedLine::textEnd).toList());
      }
    }
  }

  private static TextEncoding fixed(TextEncoding encoding) {
    return encoding == TextEncoding.UTF_16
        ? TextEncoding.UTF_16BE
        : encoding == TextEncoding.UTF_32 ? TextEncoding.UTF_32BE : encoding;
  }

  @ParameterizedTest
  @MethodSource("surfacesAndEncodings")
  <B> void recordsTellWhereTheyStand(KindOfBuffer<B> surface, TextEncoding encoding) {
    RecordSpec records = RecordSpec.delimitedBy("\u001E", "||");
    DecoderSpec spec = DecoderSpec.of(encoding);
    byte[] bytes = Buffered.encode("a\u00E9||b|\u001Ec", encoding);
    for (List<byte[]> cut : Buffered.everyCut(bytes)) {
      List<LocatedLine> all =
          run(surface, cut, 1, surface.facade().locatedRecords().apply(spec, records));
      assertThat(all).extracting(LocatedLine::text).containsExactly("a\u00E9", "b|", "c");
      assertThat(all)
          .extracting(LocatedLine::begin)
          .containsExactly(
              0L,
              (long) length("a\u00E9||", encoding),
              (long) length("a\u00E9||b|\u001E", encoding));
    }
  }

  @Test
  void specsThatDoNotGoTogetherAreRefusedWhenTheOperatorIsMade() {
    DecoderSpec utf16 = DecoderSpec.of(TextEncoding.UTF_16);
    DecoderSpec breaking =
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.replaceWith("\n"));
    for (KindOfBuffer<?> surface : KindOfBuffer.all()) {
      Facade<?> facade = surface.facade();
      assertThatThrownBy(() -> facade.resumedLines().apply(utf16, ANY, new LinePosition(4, false)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("byte order");
      assertThatThrownBy(() -> facade.locatedLines().apply(breaking, ANY))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> ByteArrayText.lines(breaking, ANY))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
