/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The states of a decoder and what it says about itself; the laws say what it decodes. */
class TextDecoderTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  private static ByteBuffer hex(String bytes) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(bytes));
  }

  // The end, failure and reset.

  @Test
  void anotherEmptyEndDoesNothing() {
    TextDecoder decoder = UTF_8.newDecoder();
    assertThat(decoder.decode(hex("41E4"), true)).isEqualTo("A\uFFFD");
    assertThat(decoder.decode(hex(""), true)).isEmpty();
    assertThat(decoder.decodePiece(hex(""), 2, true)).isEmpty();
    CharBuffer out = CharBuffer.allocate(0);
    assertThat(decoder.decode(hex(""), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(decoder.position()).isEqualTo(2);
  }

  @Test
  void afterTheEndEverythingElseIsRefusedUntilReset() {
    TextDecoder decoder = UTF_8.newDecoder();
    decoder.decode(hex("41"), true);
    CharBuffer out = CharBuffer.allocate(8);
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex(""), out, false));
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex("42"), out, true));
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex("42"), false));
    assertThatIllegalStateException().isThrownBy(() -> decoder.decodePiece(hex("42"), 2, true));
    decoder.reset();
    assertThat(decoder.position()).isZero();
    assertThat(decoder.decode(hex("42"), false)).isEqualTo("B");
  }

  /**
   * A call between arrays, of which the kernel takes all, is the end of the stream all the same.
   */
  @Test
  void theEndIsTheEndWhereAllIsConvertedAtOnce() {
    TextDecoder decoder = UTF_8.newDecoder();
    CharBuffer out = CharBuffer.allocate(8);
    assertThat(decoder.decode(hex("41"), out, false)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(decoder.decode(hex("C3A9"), out, true)).isEqualTo(CoderStatus.UNDERFLOW);
    assertThat(out.flip().toString()).isEqualTo("A\u00e9");
    assertThat(decoder.position()).isEqualTo(3);
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.decode(hex("42"), CharBuffer.allocate(8), false));
  }

  @Test
  void afterAReportEverythingIsRefusedForThatReasonUntilReset() {
    TextDecoder decoder = REPORTING.newDecoder();
    Throwable first =
        catchThrowable(() -> decoder.decode(hex("FF"), CharBuffer.allocate(8), false));
    assertThat(first).isInstanceOf(IllFormedTextException.class);
    assertRefusedBecauseOf(decoder, first);
    decoder.reset();
    assertThat(decoder.decode(hex("42"), false)).isEqualTo("B");
    assertThat(decoder.position()).isEqualTo(1);
  }

  @Test
  void theExceptionOfTheStringFormIsTheReasonOfLaterRefusals() {
    TextDecoder decoder = REPORTING.newDecoder();
    Throwable first = catchThrowable(() -> decoder.decode(hex("41FF"), false));
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(
            () -> {
              throw first;
            })
        .satisfies(e -> assertThat(e.decodedPrefix()).isEqualTo("A"));
    assertRefusedBecauseOf(decoder, first);
  }

  private static void assertRefusedBecauseOf(TextDecoder decoder, Throwable first) {
    CharBuffer out = CharBuffer.allocate(8);
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.decode(hex("41"), out, false))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.decode(hex(""), true))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
    assertThatIllegalStateException()
        .isThrownBy(() -> decoder.decodePiece(hex("41"), 2, false))
        .satisfies(e -> assertThat(e.getCause()).isSameAs(first));
  }

  @Test
  void resetForgetsCarryOffsetBudgetAndByteOrder() {
    List<IllFormedSequence> observed = new ArrayList<>();
    TextDecoder decoder =
        DecoderSpec.of(TextEncoding.UTF_16)
            .onMalformed(MalformedPolicy.REPLACE.atMost(1))
            .observer(observed::add)
            .newDecoder();
    assertThat(decoder.decode(hex("FFFE00DC4100D8"), false)).isEqualTo("\uFFFDA");
    assertThat(decoder.pendingBytes()).isEqualTo(1);
    assertThat(decoder.resolvedEncoding()).contains(TextEncoding.UTF_16LE);
    decoder.reset();
    assertThat(observed).hasSize(1);
    assertThat(decoder.position()).isZero();
    assertThat(decoder.pendingBytes()).isZero();
    assertThat(decoder.resolvedEncoding()).isEmpty();
    assertThat(decoder.decode(hex("FEFFDC000041"), false)).isEqualTo("\uFFFDA");
    assertThat(decoder.resolvedEncoding()).contains(TextEncoding.UTF_16BE);
    assertThat(observed.get(1).byteOffset()).isEqualTo(2);
  }

  // Position and carry.

  @Test
  void aReportLeavesInputAndPositionBehindTheSequence() {
    for (BufferKind kind : BufferKind.values()) {
      TextDecoder decoder = REPORTING.newDecoder();
      ByteBuffer in = kind.of(HexFormat.of().parseHex("41F0908042"));
      int start = in.position();
      CharBuffer out = CharBuffer.allocate(8);
      assertThatExceptionOfType(IllFormedTextException.class)
          .isThrownBy(() -> decoder.decode(in, out, false));
      assertThat(in.position() - start).as("%s", kind).isEqualTo(4);
      assertThat(decoder.position()).isEqualTo(4);
      assertThat(out.flip().toString()).isEqualTo("A");
    }
  }

  @Test
  void whatWasCarriedBehindTheSequenceStaysCarried() {
    TextDecoder decoder =
        DecoderSpec.of(TextEncoding.UTF_16BE).onMalformed(MalformedPolicy.REPORT).newDecoder();
    decoder.decode(hex("D84500"), false);
    ByteBuffer in = hex("410042");
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> decoder.decode(in, false));
    assertThat(decoder.position()).isEqualTo(2);
    assertThat(in.position()).isZero();
    assertThat(decoder.takePending()).containsExactly(0x00);
  }

  @Test
  void carriedBytesThatWereTakenOutOrForgottenLeaveNoBitBehind() {
    TextDecoder decoder = DecoderSpec.of(TextEncoding.UTF_16BE).newDecoder();
    decoder.decode(hex("FF"), false);
    assertThat(decoder.takePending()).containsExactly(0xFF);
    decoder.decode(hex("10"), false);
    assertThat(decoder.takePending()).containsExactly(0x10);
    decoder.reset();
    decoder.decode(hex("01"), false);
    assertThat(decoder.takePending()).containsExactly(0x01);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void bytesTakenArePositionAndPending(TextEncoding encoding) {
    TextSamples samples = new TextSamples(5);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = samples.stream(encoding, 12);
      BomPolicy bom = BomPolicy.values()[round % BomPolicy.values().length];
      MalformedPolicy policy =
          round % 2 == 0 ? MalformedPolicy.REPORT : MalformedPolicy.replaceWith("long text");
      TextDecoder decoder = DecoderSpec.of(encoding).bom(bom).onMalformed(policy).newDecoder();
      CharBuffer out = CharBuffer.allocate(2 + round % 3);
      long taken = 0;
      for (byte[] piece : Cuts.random(bytes, samples.random())) {
        ByteBuffer in = ByteBuffer.wrap(piece);
        Throwable failure = catchThrowable(() -> drain(decoder, in, out));
        taken += in.position();
        assertThat(decoder.position() + decoder.pendingBytes())
            .as("%s %s %s", encoding, bom, HexFormat.of().formatHex(bytes))
            .isEqualTo(taken);
        assertThat(decoder.pendingBytes()).isBetween(0, 3);
        if (failure != null) {
          assertThat(failure).isInstanceOf(IllFormedTextException.class);
          break;
        }
      }
    }
  }

  private static void drain(TextDecoder decoder, ByteBuffer in, CharBuffer out) {
    while (true) {
      out.clear();
      if (decoder.decode(in, out, false) == CoderStatus.UNDERFLOW) {
        return;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void thePendingBytesAreTheUndecidedTail(TextEncoding encoding) {
    TextSamples samples = new TextSamples(6);
    for (int round = 0; round < 500; round++) {
      byte[] bytes = samples.stream(encoding, 6);
      for (int length = 0; length <= bytes.length; length++) {
        byte[] prefix = Arrays.copyOf(bytes, length);
        TextDecoder decoder = DecoderSpec.of(encoding).newDecoder();
        decoder.decode(ByteBuffer.wrap(prefix), false);
        int decided = (int) decoder.position();
        byte[] tail = Arrays.copyOfRange(prefix, decided, length);
        assertThat(decoder.takePending()).isEqualTo(tail);
        assertThat(decoder.pendingBytes()).isZero();
        Reading reading = ReferenceDecoder.readPrefix(encoding, BomPolicy.PER_ENCODING, prefix);
        int due = reading.tokens().stream().mapToInt(Reading.Token::length).sum();
        assertThat(decided).isEqualTo(reading.textFrom() + due);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void theEncodingIsResolvedWhenTheBytesDecideIt(TextEncoding encoding) {
    TextSamples samples = new TextSamples(7);
    for (int round = 0; round < 500; round++) {
      byte[] bytes = samples.stream(encoding, 3);
      BomPolicy bom = BomPolicy.values()[round % BomPolicy.values().length];
      TextDecoder decoder = DecoderSpec.of(encoding).bom(bom).newDecoder();
      for (int length = 0; length <= bytes.length; length++) {
        byte[] prefix = Arrays.copyOf(bytes, length);
        Reading reading = ReferenceDecoder.readPrefix(encoding, bom, prefix);
        if (length > 0) {
          ByteBuffer in = ByteBuffer.wrap(bytes, length - 1, 1);
          Throwable failure = catchThrowable(() -> decoder.decode(in, false));
          assertThat(failure != null).isEqualTo(reading.markIsMissing());
        }
        assertThat(decoder.resolvedEncoding().orElse(null))
            .as("%s %s %s", encoding, bom, HexFormat.of().formatHex(prefix))
            .isEqualTo(reading.resolved());
        if (reading.markIsMissing()) {
          break;
        }
      }
      Reading whole = ReferenceDecoder.read(encoding, bom, bytes);
      if (!whole.markIsMissing()) {
        decoder.decode(hex(""), true);
        assertThat(decoder.resolvedEncoding().orElse(null)).isEqualTo(whole.resolved());
      }
    }
  }

  // Exceptions of observers and handlers.

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void whatAnObserverThrowsComesUnchangedAfterTheTextBefore(BufferKind kind) {
    for (Throwable thrown :
        List.of(new IllegalStateException("mine"), new AssertionError("mine"))) {
      List<IllFormedSequence> handled = new ArrayList<>();
      DecoderSpec spec =
          UTF_8
              .observer(sequence -> rethrow(thrown))
              .onMalformed(
                  MalformedPolicy.handledBy(
                      sequence -> {
                        handled.add(sequence);
                        return "";
                      }));
      TextDecoder decoder = spec.newDecoder();
      ByteBuffer in = kind.of(HexFormat.of().parseHex("41FF42"));
      CharBuffer out = CharBuffer.allocate(8);
      assertThat(catchThrowable(() -> decoder.decode(in, out, false))).isSameAs(thrown);
      assertThat(out.flip().toString()).isEqualTo("A");
      assertThat(in.remaining()).isEqualTo(1);
      assertThat(decoder.position()).isEqualTo(2);
      assertThat(handled).isEmpty();
      assertRefusedBecauseOf(decoder, thrown);

      TextDecoder pieces = spec.newDecoder();
      ByteBuffer again = kind.of(HexFormat.of().parseHex("41FF42"));
      assertThat(pieces.decodePiece(again, 8, false)).isEqualTo("A");
      assertThat(catchThrowable(() -> pieces.decodePiece(again, 8, false))).isSameAs(thrown);
      assertRefusedBecauseOf(pieces, thrown);
    }
  }

  private static void rethrow(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  @Test
  void aHandlerMustReturnWellFormedText() {
    for (String text : Arrays.asList(null, "\uD800", "a\uDC00b", "\uDC00\uD800")) {
      TextDecoder decoder = UTF_8.onMalformed(MalformedPolicy.handledBy(s -> text)).newDecoder();
      CharBuffer out = CharBuffer.allocate(8);
      assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex("41FF"), out, false));
      assertThat(out.flip().toString()).isEqualTo("A");
      assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex("41"), out, false));
    }
  }

  @Test
  void policiesRefuseWhatTheyCannotMean() {
    assertThatIllegalArgumentException().isThrownBy(() -> MalformedPolicy.replaceWith("\uD800"));
    assertThatIllegalArgumentException().isThrownBy(() -> MalformedPolicy.REPLACE.atMost(-1));
    assertThat(MalformedPolicy.replaceWith("")).isNotNull();
    assertThat(MalformedPolicy.REPORT.atMost(Long.MAX_VALUE)).isNotNull();
  }

  @Test
  void theBudgetIsTheDecodersNotTheSpecs() {
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.REPLACE.atMost(2));
    for (int i = 0; i < 3; i++) {
      TextDecoder decoder = spec.newDecoder();
      assertThat(decoder.decode(hex("FFFF"), false)).isEqualTo("\uFFFD\uFFFD");
      assertThatExceptionOfType(IllFormedTextException.class)
          .isThrownBy(() -> decoder.decode(hex("FF"), false));
    }
  }

  @Test
  void aMissingMarkIsNotOfTheBudget() {
    List<IllFormedSequence> observed = new ArrayList<>();
    TextDecoder decoder = UTF_8.bom(BomPolicy.REQUIRE).observer(observed::add).newDecoder();
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> decoder.decode(hex("41"), false))
        .satisfies(e -> assertThat(observed).containsExactly(e.sequence()));
    assertThatIllegalStateException().isThrownBy(() -> decoder.decode(hex(""), true));
    assertThat(observed).hasSize(1);
  }

  @Test
  void theMessageSaysThatTheMarkIsMissingAndWhichWereExpected() {
    assertMissing(TextEncoding.UTF_8, "41", "UTF-8 text: %s, expected is EF BB BF");
    assertMissing(TextEncoding.UTF_16, "0041", "UTF-16 text: %s, expected is FE FF or FF FE");
    assertMissing(
        TextEncoding.UTF_32LE,
        "",
        "UTF-32LE text: %s, expected is FF FE 00 00, at the end of the input");
  }

  private static void assertMissing(TextEncoding encoding, String bytes, String message) {
    TextDecoder decoder = DecoderSpec.of(encoding).bom(BomPolicy.REQUIRE).newDecoder();
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> decoder.decode(hex(bytes), true))
        .withMessage(
            "BYTE_ORDER_MARK at byte 0 of "
                + message.formatted("the required byte order mark is missing"));
  }

  @Test
  void aMissingMarkStandsWhereTheStreamBegins() {
    DecoderSpec inside = UTF_8.bom(BomPolicy.REQUIRE).countingFrom(100);
    assertThatExceptionOfType(IllFormedTextException.class)
        .isThrownBy(() -> inside.decode(new byte[] {'a'}))
        .satisfies(e -> assertThat(e.sequence().byteOffset()).isEqualTo(100));
  }
}
