/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ReferenceOutcomes.Refused;
import io.utflow.codec.stage.ReferenceOutcomes.Rules;
import io.utflow.codec.stage.ReferenceOutcomes.TooLong;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ExpectedSequence;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.ReferenceForms;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines and records that are too long in bytes or chars, or refused for ill-formed text, cut
 * anywhere, under every policy, against {@link ReferenceOutcomes}.
 */
@OverEncodings
class LineOutcomesTest {
  private static final int ROUNDS = Product.sampled(600);

  private static final String[] PARTS = {
    "a", "b", "\u00E9", "\u4E2D", "\uD83D\uDE00", "|", "\r", "\n", "\n", "\r\n"
  };

  private static final List<String> DELIMITERS = List.of("|", "\r\n", "\u00E9|");

  static List<TextEncoding> encodings() {
    return Stream.of(Encodings.SCHEMES, FormEncodings.ALL).flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void areWhatEachLineIsAlone(TextEncoding encoding) {
    TextSamples samples = new TextSamples(21);
    Random random = samples.random();
    for (int round = 0; round < ROUNDS; round++) {
      // Now and then longer than a window.
      int before = round % 60 == 0 ? 8150 + random.nextInt(60) : 0;
      byte[] bytes = stream(encoding, samples, before);
      int breaks = random.nextInt(LineBreaks.values().length + 1);
      Case made =
          new Case(
              encoding,
              breaks == LineBreaks.values().length ? null : LineBreaks.values()[breaks],
              rules(random, before),
              random.nextBoolean());
      made.assertHolds(bytes, Cuts.whole(bytes), kind(random));
      made.assertHolds(bytes, Cuts.random(bytes, random), kind(random));
      if (before == 0) {
        made.assertHolds(bytes, Cuts.bytewise(bytes), kind(random));
      }
    }
  }

  private static byte[] stream(TextEncoding encoding, TextSamples samples, int before) {
    Random random = samples.random();
    if (FormEncodings.ALL.contains(encoding)) {
      return ReferenceForms.stream(encoding, random, before + random.nextInt(30));
    }
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "\uFEFF" : "");
    text.append("\u0416".repeat(before));
    for (int parts = random.nextInt(25); parts > 0; parts--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    byte[] bytes = ReferenceEncoder.encode(encoding, text.toString());
    return random.nextInt(4) == 0 ? bytes : samples.damaged(samples.damaged(bytes));
  }

  private static Rules rules(Random random, int before) {
    boolean refuses = random.nextInt(3) > 0;
    long[] budgets = {0, 0, 1, 3, Long.MAX_VALUE};
    return new Rules(
        random.nextInt(3) == 0 ? Integer.MAX_VALUE : Math.max(1, before + random.nextInt(12)),
        random.nextInt(4) == 0 ? Integer.MAX_VALUE : Math.max(1, 2 * before + random.nextInt(20)),
        TooLongPolicy.values()[random.nextInt(3)],
        random.nextBoolean() ? "\uFFFD" : "",
        budgets[random.nextInt(budgets.length)],
        random.nextBoolean(),
        refuses ? LineOutcomesTest::inPlace : null);
  }

  private static BufferKind kind(Random random) {
    return BufferKind.values()[random.nextInt(BufferKind.values().length)];
  }

  /** Nothing for some. */
  private static @Nullable String inPlace(Refused line) {
    return line.byteOffset() % 5 == 1 ? null : "refused " + line;
  }

  private static @Nullable String inPlace(RefusedLine line) {
    return inPlace(
        new Refused(line.byteOffset(), line.byteLength(), ExpectedSequence.of(line.sequence())));
  }

  /**
   * @param breaks null for records
   */
  private record Case(
      TextEncoding encoding, @Nullable LineBreaks breaks, Rules rules, boolean isObserved) {

    private DecoderSpec spec(List<ExpectedSequence> told) {
      MalformedPolicy policy =
          rules.policy().isEmpty() ? MalformedPolicy.SKIP : MalformedPolicy.REPLACE;
      MalformedPolicy budgeted =
          rules.budget() == Long.MAX_VALUE ? policy : policy.atMost(rules.budget());
      DecoderSpec spec = DecoderSpec.of(encoding).onMalformed(budgeted);
      return isObserved ? spec.observer(found -> told.add(ExpectedSequence.of(found))) : spec;
    }

    private LineSpec lines(LineBreaks known, List<TooLong> told) {
      LineSpec spec =
          LineSpec.of(known)
              .keepTerminator(rules.keep())
              .maxChars(rules.maxChars())
              .maxBytes(rules.maxBytes())
              .onTooLong(rules.onTooLong())
              .observer(line -> told.add(of(line)));
      return rules.refused() == null ? spec : spec.refused(LineOutcomesTest::inPlace);
    }

    private RecordSpec records(List<TooLong> told) {
      RecordSpec spec =
          RecordSpec.delimitedBy(DELIMITERS.toArray(String[]::new))
              .keepDelimiter(rules.keep())
              .maxChars(rules.maxChars())
              .maxBytes(rules.maxBytes())
              .onTooLong(rules.onTooLong())
              .observer(record -> told.add(of(record)));
      return rules.refused() == null ? spec : spec.refused(LineOutcomesTest::inPlace);
    }

    private static TooLong of(TooLongLine line) {
      return new TooLong(line.byteOffset(), line.maxChars(), line.maxBytes());
    }

    void assertHolds(byte[] bytes, List<byte[]> pieces, BufferKind kind) {
      ReferenceSplitter splitter =
          breaks == null
              ? ReferenceSplitter.of(DELIMITERS)
              : ReferenceSplitter.of(breaks, !rules.keep());
      List<String> delimiters = breaks == null ? DELIMITERS : breaks.terminators();
      ReferenceOutcomes expected =
          new ReferenceOutcomes(encoding, bytes, splitter, delimiters, rules);
      List<TooLong> tooLong = new ArrayList<>();
      List<ExpectedSequence> told = new ArrayList<>();
      DecoderSpec spec = spec(told);
      List<String> located = new ArrayList<>();
      Record failure =
          run(
              breaks == null
                  ? Stages.locatedRecords(spec, records(tooLong))
                  : Stages.locatedLines(spec, lines(breaks, tooLong)),
              pieces,
              kind,
              line -> located.add(line.text() + "@" + line.begin() + "-" + line.textEnd()));
      check(expected, located, expected.outputs, tooLong, failure, pieces);
      tooLong.clear();
      List<String> plain = new ArrayList<>();
      failure =
          run(
              breaks == null
                  ? Stages.records(spec, records(tooLong))
                  : Stages.lines(spec, lines(breaks, tooLong)),
              pieces,
              kind,
              plain::add);
      check(
          expected,
          plain,
          expected.outputs.stream().map(line -> line.substring(0, line.lastIndexOf('@'))).toList(),
          tooLong,
          failure,
          pieces);
    }

    private void check(
        ReferenceOutcomes expected,
        List<String> out,
        List<String> outputs,
        List<TooLong> tooLong,
        @Nullable Record failure,
        List<byte[]> pieces) {
      boolean same =
          out.equals(outputs)
              && tooLong.equals(expected.tooLong)
              && Objects.equals(failure, expected.failure);
      if (!same) {
        throw new AssertionError(
            "%s cut %s: %s, %s, %s; expected %s, %s, %s"
                .formatted(
                    this,
                    pieces.stream().map(Arrays::toString).limit(40).toList(),
                    out,
                    tooLong,
                    failure,
                    outputs,
                    expected.tooLong,
                    expected.failure));
      }
    }

    private static <O> @Nullable Record run(
        ByteStage<O> stage, List<byte[]> pieces, BufferKind kind, Consumer<O> out) {
      try {
        for (byte[] piece : pieces) {
          stage.offer(kind.of(piece));
          drain(stage, out);
        }
        stage.endOfInput();
        drain(stage, out);
        return null;
      } catch (IllFormedTextException e) {
        return ExpectedSequence.of(e.sequence());
      } catch (TooLongLineException e) {
        return of(e.line());
      }
    }

    private static <O> void drain(ByteStage<O> stage, Consumer<O> out) {
      O output;
      while ((output = stage.poll()) != null) {
        out.accept(output);
      }
    }
  }

  // Single rules.

  private static final DecoderSpec UTF_8 =
      DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT);

  private static List<String> lines(DecoderSpec spec, LineSpec lines, byte[] bytes) {
    ByteStage<String> stage = Stages.lines(spec, lines);
    stage.offer(ByteBuffer.wrap(bytes));
    List<String> all = Splitting.drain(stage);
    stage.endOfInput();
    all.addAll(Splitting.drain(stage));
    return all;
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** IRC, RFC 2812 §2.3: 510 bytes, whatever the characters. */
  @Test
  void aBoundInBytesSaysThatItWasPassed() {
    String line = "\u4E2D".repeat(170) + "\r\n";
    LineSpec irc = LineSpec.of(LineBreaks.CRLF).maxBytes(510);
    assertThat(lines(UTF_8, irc, line.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(line.strip());
    byte[] longer = ("a" + line).getBytes(StandardCharsets.UTF_8);
    try {
      lines(UTF_8, irc, longer);
    } catch (TooLongLineException e) {
      assertThat(e.line()).isEqualTo(new TooLongLine(0, 0, 0, 510));
      assertThat(e.maxChars()).isZero();
      assertThat(e)
          .hasMessage(
              "the line that begins at byte 0, char 0, is longer than 510 bytes;"
                  + " maxBytes of the LineSpec or RecordSpec is the bound");
      return;
    }
    throw new AssertionError("it is longer");
  }

  /** A peer that sends nothing else would never pass a bound in chars. */
  @Test
  void whatIsLeftOutCountsAtOnce() {
    ByteStage<String> stage =
        Stages.lines(
            UTF_8.onMalformed(MalformedPolicy.SKIP), LineSpec.of(LineBreaks.LF_ONLY).maxBytes(3));
    stage.offer(ByteBuffer.wrap(latin("ab\u00FF")));
    assertThat(stage.poll()).isNull();
    stage.offer(ByteBuffer.wrap(latin("\u00FF")));
    assertThatThrownBy(stage::poll).isInstanceOf(TooLongLineException.class);
  }

  @Test
  void aMissingMarkFailsTheStreamAndARejectedOneRefusesTheFirstLine() {
    LineSpec spec = LineSpec.of(LineBreaks.LF_ONLY).refused(line -> "refused " + line.byteLength());
    assertThat(
            lines(
                DecoderSpec.of(TextEncoding.UTF_16BE)
                    .bom(BomPolicy.STRICT)
                    .onMalformed(MalformedPolicy.REPORT),
                spec,
                new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 'a', 0, '\n', 0, 'b'}))
        .containsExactly("refused 4", "b");
    ByteStage<String> required = Stages.lines(UTF_8.bom(BomPolicy.REQUIRE), spec);
    required.offer(ByteBuffer.wrap(latin("a\n")));
    assertThatThrownBy(required::poll).isInstanceOf(IllFormedTextException.class);
  }

  @Test
  void whatComesInTheirPlaceIsALine() {
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF);
    byte[] bytes = latin("a\n\u00FF\nb");
    assertThat(lines(UTF_8, lines.refused(line -> null), bytes)).containsExactly("a", "b");
    assertThat(lines(UTF_8, lines.keepTerminator(true).refused(line -> "?"), bytes))
        .containsExactly("a\n", "?\n", "b");
    for (String wrong : List.of("x\ny", "\uD800")) {
      assertThatIllegalStateException()
          .isThrownBy(() -> lines(UTF_8, lines.refused(line -> wrong), bytes))
          .withMessageContaining("the function of refused lines returned");
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> lines(UTF_8, lines.refused(line -> "bad\r"), bytes))
        .withMessageContaining("or makes another");
    assertThat(lines(UTF_8, lines.refused(line -> "bad\r"), latin("a\r\n\u00FF\r\nb\u00FF")))
        .containsExactly("a", "bad\r", "bad\r");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordSpec.delimitedBy("\uFFFD").refused(record -> ""))
        .withMessageContaining("U+FFFD");
  }

  /** Law L10: what is left of a line that was cut, and its terminator, are one line. */
  @Test
  void aCutMakesNoOtherDelimiter() {
    LineSpec cut =
        LineSpec.of(LineBreaks.LF_OR_CRLF)
            .onTooLong(TooLongPolicy.TRUNCATE)
            .maxChars(4)
            .keepTerminator(true);
    byte[] bytes = latin("bad\rmore\nb\r\r\rmore\nbad\rmore\r\nbad\rmore");
    assertThat(lines(UTF_8, cut, bytes)).containsExactly("bad\n", "b\n", "bad\r\r\n", "bad\r");
    assertThat(lines(UTF_8, cut.maxChars(99).maxBytes(4), bytes))
        .containsExactly("bad\n", "b\n", "bad\r\r\n", "bad\r");
    ByteStage<String> records =
        Stages.records(
            UTF_8,
            RecordSpec.delimitedBy("ab|", "|")
                .onTooLong(TooLongPolicy.TRUNCATE)
                .maxChars(3)
                .keepDelimiter(true));
    records.offer(ByteBuffer.wrap(latin("xabcd|yab|xaaab|abc")));
    assertThat(Splitting.drain(records)).containsExactly("x|", "yab|", "xaaab|");
  }

  @Test
  void anOpenLineStaysRefusedWhereTheStreamIsSwitched() {
    ByteStage<String> stage =
        Stages.lines(UTF_8, LineSpec.of(LineBreaks.LF_ONLY).refused(RefusedLine::toString));
    stage.offer(ByteBuffer.wrap(latin("a\u00FFb")));
    assertThat(stage.poll()).isNull();
    stage.switchTo(DecoderSpec.of(TextEncoding.forName("ISO-8859-1")));
    stage.offer(ByteBuffer.wrap(latin("\u00E9\n\u00E9\n")));
    assertThat(stage.poll()).startsWith("RefusedLine[byteOffset=0, byteLength=4, sequence=");
    assertThat(stage.poll()).isEqualTo("\u00E9");
  }

  @Test
  void specsSayWhatTheyRefuse() {
    LineSpec lines = LineSpec.of(LineBreaks.LF_ONLY);
    assertThat(lines.maxBytes()).isEqualTo(Integer.MAX_VALUE);
    assertThat(lines.refuses()).isFalse();
    LineSpec other = lines.maxBytes(9).refused(line -> null);
    assertThat(other.maxBytes()).isEqualTo(9);
    assertThat(other.refuses()).isTrue();
    assertThat(other)
        .hasToString(
            "LineSpec[LF_ONLY, at most 65536 chars, at most 9 bytes, else FAIL, refused where"
                + " ill-formed]");
    assertThatIllegalArgumentException().isThrownBy(() -> lines.maxBytes(0));
    RecordSpec records = RecordSpec.delimitedBy("|").maxBytes(9).refused(record -> null);
    assertThat(records.maxBytes()).isEqualTo(9);
    assertThat(records.refuses()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> records.maxBytes(-1));
  }
}
