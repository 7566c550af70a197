/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.utflow.codec.packing.Packing;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.Guess;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import io.utflow.codec.stage.RefusedLine;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Specs are values: equal if all that was set is, and a setting more makes another. */
class SpecEqualityTest {
  private static final Consumer<IllFormedSequence> OBSERVER = sequence -> {};
  private static final CodingListener LISTENER = (encoding, read, written, illFormed) -> {};

  private static final List<UnaryOperator<DecoderSpec>> DECODER_SETTINGS =
      List.of(
          UnaryOperator.identity(),
          spec -> spec.onMalformed(MalformedPolicy.SKIP),
          spec -> spec.onMalformed(MalformedPolicy.REPLACE.atMost(3)),
          spec -> spec.onMalformed(MalformedPolicy.replaceWith("?")),
          spec -> spec.bom(BomPolicy.SNIFF),
          spec -> spec.observer(OBSERVER),
          spec -> spec.listener(LISTENER),
          spec -> spec.pieceChars(99),
          spec -> spec.startingAt(7),
          spec -> spec.countingFrom(7));

  private static final List<UnaryOperator<EncoderSpec>> ENCODER_SETTINGS =
      List.of(
          UnaryOperator.identity(),
          spec -> spec.onMalformed(MalformedPolicy.SKIP),
          spec -> spec.bom(BomOutput.ALWAYS),
          spec -> spec.observer(OBSERVER),
          spec -> spec.listener(LISTENER),
          spec -> spec.pieceBytes(99));

  @Test
  void anotherEncodingLeavesTheRest() {
    for (UnaryOperator<DecoderSpec> setting : DECODER_SETTINGS) {
      DecoderSpec other = setting.apply(DecoderSpec.of(TextEncoding.UTF_16LE));
      assertThat(other.encoding(TextEncoding.UTF_8))
          .isEqualTo(setting.apply(DecoderSpec.of(TextEncoding.UTF_8)));
    }
    DecoderSpec middle = DecoderSpec.of(TextEncoding.UTF_8).startingAt(7);
    assertThatIllegalStateException().isThrownBy(() -> middle.encoding(TextEncoding.UTF_16));
    DecoderSpec marked = DecoderSpec.of(TextEncoding.UTF_8).bom(BomPolicy.REQUIRE);
    TextEncoding unmarked = TextEncoding.forName("ISO-8859-1");
    assertThatIllegalArgumentException().isThrownBy(() -> marked.encoding(unmarked));
  }

  @Test
  void decoderSpecs() {
    Set<DecoderSpec> all = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE)) {
      for (UnaryOperator<DecoderSpec> setting : DECODER_SETTINGS) {
        DecoderSpec spec = setting.apply(DecoderSpec.of(encoding));
        DecoderSpec same = setting.apply(DecoderSpec.of(encoding));
        assertThat(spec).isEqualTo(same).hasSameHashCodeAs(same).hasToString(same.toString());
        assertThat(all.add(spec)).as("another spec: %s", spec).isTrue();
        assertThat(texts.add(spec.toString())).as("said: %s", spec).isTrue();
      }
    }
    assertThat(DecoderSpec.of(TextEncoding.UTF_8).equals("UTF-8")).isFalse();
  }

  @Test
  void encoderSpecs() {
    Set<EncoderSpec> all = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE)) {
      for (UnaryOperator<EncoderSpec> setting : ENCODER_SETTINGS) {
        EncoderSpec spec = setting.apply(EncoderSpec.of(encoding));
        EncoderSpec same = setting.apply(EncoderSpec.of(encoding));
        assertThat(spec).isEqualTo(same).hasSameHashCodeAs(same).hasToString(same.toString());
        assertThat(all.add(spec)).as("another spec: %s", spec).isTrue();
        assertThat(texts.add(spec.toString())).as("said: %s", spec).isTrue();
      }
    }
  }

  @Test
  void lineSpecs() {
    Consumer<TooLongLine> observer = line -> {};
    Function<RefusedLine, String> inPlace = line -> "";
    checkDistinct(
        List.of(
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF),
            () -> LineSpec.of(LineBreaks.CRLF),
            () -> LineSpec.of(LineBreaks.CRLF).refuseBareBreaks(),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(9),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).maxBytes(9),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).refused(inPlace),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).keepTerminator(true),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).onTooLong(TooLongPolicy.DISCARD),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).dropMarksAtJoints(true),
            () -> LineSpec.of(LineBreaks.LF_OR_CRLF).observer(observer)));
    LineSpec spec = LineSpec.of(LineBreaks.CRLF).keepTerminator(true).refuseBareBreaks();
    assertThat(spec.keepsTerminator()).isTrue();
    assertThat(spec.refusesBareBreaks()).isTrue();
    assertThat(LineSpec.of(LineBreaks.CRLF).refusesBareBreaks()).isFalse();
  }

  @Test
  void recordSpecs() {
    Consumer<TooLongLine> observer = line -> {};
    Function<RefusedLine, String> inPlace = line -> "";
    checkDistinct(
        List.of(
            () -> RecordSpec.delimitedBy("\0"),
            () -> RecordSpec.delimitedBy("\0", "--"),
            () -> RecordSpec.delimitedBy("\0").maxChars(9),
            () -> RecordSpec.delimitedBy("\0").maxBytes(9),
            () -> RecordSpec.delimitedBy("\0").refused(inPlace),
            () -> RecordSpec.ofChars(9),
            () -> RecordSpec.ofChars(8),
            () -> RecordSpec.ofChars(9).allowShort(),
            () -> RecordSpec.delimitedBy("\0").keepDelimiter(true),
            () -> RecordSpec.delimitedBy("\0").onTooLong(TooLongPolicy.DISCARD),
            () -> RecordSpec.delimitedBy("\0").observer(observer)));
    RecordSpec spec = RecordSpec.delimitedBy(";", "--").maxChars(7).keepDelimiter(true);
    assertThat(spec.delimiters()).containsExactly("--", ";");
    assertThat(spec.maxChars()).isEqualTo(7);
    assertThat(spec.keepsDelimiter()).isTrue();
  }

  private static void checkDistinct(List<Supplier<Object>> makers) {
    Set<Object> all = new HashSet<>();
    Set<String> texts = new HashSet<>();
    for (Supplier<Object> maker : makers) {
      Object spec = maker.get();
      assertThat(spec).isEqualTo(maker.get()).hasSameHashCodeAs(maker.get());
      assertThat(all.add(spec)).as("another spec: %s", spec).isTrue();
      assertThat(texts.add(spec.toString())).as("said: %s", spec).isTrue();
    }
  }

  @Test
  void packings() {
    IntPredicate digits = Character::isDigit;
    checkDistinct(
        List.of(
            () -> Packing.BACKSLASH,
            () -> Packing.PERCENT,
            () -> Packing.PERCENT.onMalformed(MalformedPolicy.SKIP),
            () -> Packing.PERCENT.refuseBroken(),
            () -> Packing.PERCENT.keeping(digits)));
    assertThat(Packing.PERCENT.onMalformed(MalformedPolicy.REPLACE)).isEqualTo(Packing.PERCENT);
  }

  @Test
  void detections() {
    DecoderSpec utf8 = DecoderSpec.of(TextEncoding.UTF_8);
    DecoderSpec legacy = DecoderSpec.of(TextEncoding.forName("ISO-8859-1"));
    Function<byte[], Optional<TextEncoding>> detector = bytes -> Optional.of(TextEncoding.UTF_8);
    Function<byte[], Optional<Guess>> guesses = bytes -> Optional.empty();
    Consumer<Detected> observer = found -> {};
    checkDistinct(
        List.of(
            () -> Detection.utf8Else(utf8, legacy),
            () -> Detection.utf8Else(utf8, legacy).window(9),
            () -> Detection.utf8Else(utf8, legacy).finalAfter(2),
            () -> Detection.utf8Else(utf8, legacy).unmarkedFirst(),
            () -> Detection.unmarkedElse(utf8),
            () -> Detection.utf8Else(utf8, legacy).observer(observer),
            () -> Detection.by(detector, utf8),
            () -> Detection.byGuess(guesses, utf8)));
  }

  @Test
  void whatTheySayIsOneLine() {
    assertThat(MalformedPolicy.replaceWith("a\n\u2028"))
        .hasToString("replaceWith(\"a\\u000A\\u2028\")");
    assertThat(UnmappablePolicy.replaceWith("\r\u0085"))
        .hasToString("replaceWith(\"\\u000D\\u0085\")");
    assertThat(RecordSpec.delimitedBy("\n\u2029").toString()).contains("\"\\u000A\\u2029\"");
  }

  @Test
  void policies() {
    assertThat(MalformedPolicy.replaceWith("?")).isEqualTo(MalformedPolicy.replaceWith("?"));
    assertThat(MalformedPolicy.replaceWith("")).isEqualTo(MalformedPolicy.SKIP);
    assertThat(MalformedPolicy.REPLACE.atMost(0)).isEqualTo(MalformedPolicy.REPORT);
    assertThat(MalformedPolicy.SKIP.atMost(0)).isEqualTo(MalformedPolicy.REPORT);
    assertThat(MalformedPolicy.replaceWith("?").atMost(2).atMost(0)).hasToString("REPORT");
    assertThat(MalformedPolicy.handledBy(Object::toString))
        .isNotEqualTo(MalformedPolicy.handledBy(Object::toString));
  }
}
