/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.testing.CodingCounts;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UtflowMetersTest {
  /** Whole characters of every length, and an ill-formed sequence of most causes of UTF-8. */
  private static final byte[] UTF_8_OF_ALL_SORTS =
      bytes(
          "aé€😀".getBytes(UTF_8),
          "\u0080|\u00C0\u0080|\u00ED\u00A0|\u00F5|\u00FF|\u00E2\u0082|".getBytes(ISO_8859_1));

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final UtflowMeters meters = UtflowMeters.of(registry);

  private static byte[] bytes(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  static List<List<byte[]>> cuts() {
    return Cuts.hostile(UTF_8_OF_ALL_SORTS);
  }

  /** L1 for meters: what is counted is what the stream's own listener and observer saw. */
  @ParameterizedTest
  @MethodSource("cuts")
  void decodingIsCountedTheSameForEveryCut(List<byte[]> pieces) {
    CodingCounts told = new CodingCounts();
    List<IllFormedSequence> seen = new ArrayList<>();
    TextDecoder decoder =
        meters.decoding(DecoderSpec.of(UTF_8).listener(told).observer(seen::add)).newDecoder();

    StringBuilder text = new StringBuilder();
    pieces.forEach(piece -> text.append(decoder.decode(ByteBuffer.wrap(piece), false)));
    text.append(decoder.decode(ByteBuffer.allocate(0), true));

    Map<String, Long> expected = new HashMap<>();
    expected.put("utflow.bytes decode UTF-8", (long) UTF_8_OF_ALL_SORTS.length);
    expected.put("utflow.chars decode UTF-8", (long) text.length());
    for (IllFormedSequence sequence : seen) {
      expected.merge("utflow.ill.formed decode UTF-8 " + sequence.cause(), 1L, Long::sum);
    }
    assertThat(Counted.in(registry)).isEqualTo(expected);
    assertThat(expected)
        .containsKey("utflow.ill.formed decode UTF-8 TRUNCATED")
        .hasSizeGreaterThan(6);
    assertThat(told.sums())
        .isEqualTo(new CodingCounts.Sums(UTF_8_OF_ALL_SORTS.length, text.length(), seen.size()));
  }

  @Test
  void theEncodingIsThatOfTheByteOrderMark() {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(TextEncoding.UTF_16));
    byte[] text = "\uFEFFab".getBytes(UTF_16LE);
    spec.decode(text);
    spec.decode(text);
    assertThat(Counted.in(registry))
        .isEqualTo(Map.of("utflow.bytes decode UTF-16LE", 12L, "utflow.chars decode UTF-16LE", 4L));
  }

  @Test
  void aStreamThatFailsIsCountedUpToItsFailure() {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8).onMalformed(MalformedPolicy.REPORT));
    assertThatThrownBy(() -> spec.decode(new byte[] {'a', 'b', -1, 'c'}))
        .isInstanceOf(IllFormedTextException.class);
    assertThat(Counted.in(registry))
        .isEqualTo(
            Map.of(
                "utflow.bytes decode UTF-8", 3L,
                "utflow.chars decode UTF-8", 2L,
                "utflow.ill.formed decode UTF-8 INVALID_BYTE", 1L));
  }

  @Test
  void encodingIsCountedByTheEncodingThatIsWritten() {
    CodingCounts told = new CodingCounts();
    List<IllFormedSequence> seen = new ArrayList<>();
    EncoderSpec spec = meters.encoding(EncoderSpec.of(US_ASCII).listener(told).observer(seen::add));
    spec.newEncoder().encode("a€\uD83Db");
    assertThat(Counted.in(registry))
        .isEqualTo(
            Map.of(
                "utflow.bytes encode US-ASCII", 4L,
                "utflow.chars encode US-ASCII", 4L,
                "utflow.ill.formed encode US-ASCII UNMAPPABLE", 1L,
                "utflow.ill.formed encode US-ASCII UNPAIRED_HIGH_SURROGATE", 1L));
    assertThat(told.sums().read()).isEqualTo(4);
    assertThat(seen).hasSize(2);
  }

  @Test
  void whatIsWrittenInAnotherEncodingByTheSameListenerIsCountedByThatEncoding() {
    EncoderSpec spec = meters.encoding(EncoderSpec.of(UTF_8));
    EncoderSpec other = EncoderSpec.of(UTF_16LE).listener(spec.listener().orElseThrow());
    spec.newEncoder().encode("aé");
    other.newEncoder().encode("aé");
    assertThat(Counted.in(registry))
        .isEqualTo(
            Map.of(
                "utflow.bytes encode UTF-8", 3L,
                "utflow.chars encode UTF-8", 2L,
                "utflow.bytes encode UTF-16LE", 4L,
                "utflow.chars encode UTF-16LE", 2L));
  }

  @Test
  void transcodingIsCountedWhereItReadsAndWhereItWrites() {
    EncoderSpec to = meters.encoding(EncoderSpec.of(US_ASCII));
    TextTranscoder transcoder = meters.transcoding(DecoderSpec.of(UTF_8), to).newTranscoder(to);
    byte[] in = bytes("a€b".getBytes(UTF_8), new byte[] {-1});
    transcoder.transcode(ByteBuffer.wrap(in), ByteBuffer.allocate(64), true);
    assertThat(Counted.in(registry))
        .isEqualTo(
            Map.of(
                "utflow.bytes decode UTF-8", 6L,
                "utflow.bytes encode US-ASCII", 4L,
                "utflow.ill.formed decode UTF-8 INVALID_BYTE", 1L,
                "utflow.ill.formed encode US-ASCII UNMAPPABLE", 1L));
  }

  @Test
  void aValidatorReadsBytesOnly() {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8));
    spec.newValidator().validate(ByteBuffer.wrap("a€".getBytes(UTF_8)), true);
    assertThat(Counted.in(registry)).isEqualTo(Map.of("utflow.bytes decode UTF-8", 4L));
  }

  @Test
  void allCountersOfAnEncodingBeginAtZeroWithTheSpec() {
    meters.decoding(DecoderSpec.of(UTF_8));
    assertThat(Counted.in(registry)).isEmpty();
    assertThat(registry.get("utflow.bytes").counters()).hasSize(1);
    assertThat(registry.get("utflow.chars").counters()).hasSize(1);
    assertThat(registry.get("utflow.ill.formed").counters())
        .extracting(counter -> counter.getId().getTag("cause"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(IllFormedCause.values()).map(Enum::name).toList());
  }

  @Test
  void streamsLookUpNoMeter() {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8));
    registry.clear();
    spec.decode("abc".getBytes(UTF_8));
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void onlyEncodingsAndCausesMakeSeries() {
    UnaryOperator<DecoderSpec> use =
        spec -> {
          spec.decode(new byte[] {-1, -2, 'a'});
          return spec;
        };
    List<TextEncoding> encodings =
        Charset.availableCharsets().keySet().stream()
            .flatMap(name -> TextEncoding.find(name).stream())
            .distinct()
            .toList();
    for (int round = 0; round < 3; round++) {
      encodings.forEach(encoding -> use.apply(meters.decoding(DecoderSpec.of(encoding))));
    }
    int ofOneEncoding = 2 + IllFormedCause.values().length;
    assertThat(registry.getMeters()).hasSize(encodings.size() * ofOneEncoding);
  }

  @Test
  void tagsAreAddedToEachCounterAndMetersOfOneRegistryCountTogether() {
    UtflowMeters chat = UtflowMeters.of(registry, "server", "chat");
    chat.decoding(DecoderSpec.of(UTF_8)).decode("abc".getBytes(UTF_8));
    UtflowMeters.of(registry, "server", "chat")
        .decoding(DecoderSpec.of(UTF_8))
        .decode("de".getBytes(UTF_8));
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(id -> assertThat(id.getTag("server")).isEqualTo("chat"));
    assertThat(Counted.in(registry)).containsEntry("utflow.bytes decode UTF-8", 5L);
  }

  @Test
  void aKeyWithoutAValueIsRefused() {
    assertThatThrownBy(() -> UtflowMeters.of(registry, "server"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
