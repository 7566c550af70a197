/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of framing, byte by byte: what docs/decisions.md says of lines and records. */
class FramingTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec SKIP = UTF_8.onMalformed(MalformedPolicy.SKIP);

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** However they are cut, and of whatever kind the buffers are. */
  private static void assertLines(
      DecoderSpec spec, LineSpec lines, String hex, String... expected) {
    for (List<byte[]> pieces : Cuts.hostile(bytes(hex))) {
      for (BufferKind kind : BufferKind.values()) {
        Outcome outcome = Splitting.run(Stages.lines(spec, lines), kind, pieces);
        assertThat(outcome.failure()).isNull();
        assertThat(Splitting.parts(outcome))
            .as("%s cut %s", kind, Cuts.describe(pieces))
            .containsExactly(expected);
      }
    }
  }

  @Test
  void leavingOutMakesNoDelimiter() {
    assertLines(SKIP, LineSpec.of(LineBreaks.CRLF), "61 0D FF 0A 62", "a\r\uFFFD\nb");
    assertLines(SKIP, LineSpec.of(LineBreaks.ANY), "61 0D FF 0A 62", "a", "", "b");
    assertLines(SKIP, LineSpec.of(LineBreaks.LF_OR_CRLF), "61 0D FF 0A 62", "a\r\uFFFD", "b");
    assertLines(SKIP, LineSpec.of(LineBreaks.LF_OR_CRLF), "61 FF 0A 62 FF", "a", "b");
    assertLines(SKIP, LineSpec.of(LineBreaks.CRLF), "0D FF 0D 0A", "\r");
    assertLines(SKIP, LineSpec.of(LineBreaks.CRLF), "0D FF FE FF 0A 0D FF", "\r\uFFFD\n\r");
    LineSpec keeping = LineSpec.of(LineBreaks.LF_OR_CRLF).keepTerminator(true);
    assertLines(SKIP, keeping, "61 0D FF 0A 62", "a\r\uFFFD\n", "b");
  }

  @Test
  void aLineOfLeftOutBytesIsEmpty() {
    assertLines(SKIP, LineSpec.of(LineBreaks.LF_OR_CRLF), "FF FF 0A 61", "", "a");
    assertLines(SKIP, LineSpec.of(LineBreaks.LF_OR_CRLF), "61 0A FF FF", "a");
    assertLines(SKIP, LineSpec.of(LineBreaks.LF_OR_CRLF), "EF BB BF");
    assertLines(UTF_8, LineSpec.of(LineBreaks.LF_OR_CRLF), "EF BB BF 0A", "");
  }

  @Test
  void whatBecomesOfIllFormedTextDoesNotFrame() {
    for (MalformedPolicy policy :
        List.of(
            MalformedPolicy.REPLACE,
            MalformedPolicy.replaceWith("<?>"),
            MalformedPolicy.handledBy(sequence -> sequence.byteOffset() % 2 == 0 ? "" : "x"))) {
      for (LineBreaks breaks : LineBreaks.values()) {
        Outcome outcome =
            Splitting.run(
                Stages.lines(UTF_8.onMalformed(policy), LineSpec.of(breaks)),
                BufferKind.HEAP,
                Cuts.bytewise(bytes("61 FF 0D 0A E2 0D 0A F0 90 0A 0D FF 0A")));
        int lines =
            switch (breaks) {
              case CRLF -> 3;
              case LF_ONLY, LF_OR_CRLF -> 4;
              case ANY, UNICODE -> 5;
            };
        assertThat(Splitting.parts(outcome)).as("%s %s", policy, breaks).hasSize(lines);
      }
    }
  }

  @Test
  void aDelimiterProvesTheSequenceBeforeItTruncated() {
    List<IllFormedSequence> told = new ArrayList<>();
    Stage<ByteBuffer, String> stage =
        Stages.lines(UTF_8.observer(told::add), LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap(bytes("61 E2")));
    assertThat(stage.poll()).isNull();
    assertThat(told).isEmpty();
    stage.offer(ByteBuffer.wrap(bytes("0A")));
    assertThat(stage.poll()).isEqualTo("a\uFFFD");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).endOfInput()).isFalse();
  }

  @Test
  void theFirstUnitOfADelimiterDecidesAtOnce() {
    for (LineBreaks breaks : LineBreaks.values()) {
      DecoderSpec reporting = UTF_8.onMalformed(MalformedPolicy.REPORT);
      Stage<ByteBuffer, String> stage = Stages.lines(reporting, LineSpec.of(breaks));
      stage.offer(ByteBuffer.wrap(bytes("61 E2 0D")));
      assertThatThrownBy(stage::poll)
          .isInstanceOfSatisfying(
              IllFormedTextException.class,
              e -> {
                assertThat(e.sequence().byteOffset()).isEqualTo(1);
                assertThat(e.decodedPrefix()).isEqualTo("a");
              });
    }
  }

  @Test
  void passingTheBoundComesBeforeALaterSequence() {
    List<Object> events = new ArrayList<>();
    for (BufferKind kind : BufferKind.values()) {
      events.clear();
      Stage<ByteBuffer, String> failing =
          Stages.lines(UTF_8.observer(events::add), LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(3));
      failing.offer(kind.of(bytes("61 62 63 64 FF 0A")));
      assertThatThrownBy(failing::poll).isInstanceOf(TooLongLineException.class);
      assertThat(events).isEmpty();
      for (TooLongPolicy answer : List.of(TooLongPolicy.DISCARD, TooLongPolicy.TRUNCATE)) {
        events.clear();
        LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(3).onTooLong(answer);
        Stage<ByteBuffer, String> stage =
            Stages.lines(UTF_8.observer(events::add), lines.observer(events::add));
        stage.offer(kind.of(bytes("61 FE 63 C3 A9 FF 64 FF 0A 65 0A")));
        List<String> out = Splitting.drain(stage);
        assertThat(out)
            .isEqualTo(answer == TooLongPolicy.DISCARD ? List.of("e") : List.of("a\uFFFDc", "e"));
        assertThat(events)
            .extracting(event -> event instanceof IllFormedSequence ? "sequence" : "line")
            .containsExactly("sequence", "line", "sequence", "sequence");
      }
    }
  }

  @Test
  void aSupplementaryCharacterAtTheBoundReadsNoSequenceBehindIt() {
    List<Object> events = new ArrayList<>();
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF).maxChars(3);
    Stage<ByteBuffer, String> stage = Stages.lines(UTF_8.observer(events::add), lines);
    stage.offer(ByteBuffer.wrap(bytes("61 62 F0 9F 98 80 FF 0A")));
    assertThatThrownBy(stage::poll).isInstanceOf(TooLongLineException.class);
    assertThat(events).isEmpty();
  }

  @Test
  void aReplacementThatCouldMakeADelimiterIsRefused() {
    for (String replacement : List.of("\n", "a\nb", "\r")) {
      DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.replaceWith(replacement));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF)))
          .withMessageContaining("delimiter");
    }
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.replaceWith("-a"));
    for (String delimiter : List.of("x-", "ab", "x-ab", "-a", "a", "-")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Stages.records(spec, RecordSpec.delimitedBy(delimiter)));
    }
    Stages.records(spec, RecordSpec.delimitedBy("ba", "xx"));
    Stages.lines(
        UTF_8.onMalformed(MalformedPolicy.replaceWith("\n").atMost(0)),
        LineSpec.of(LineBreaks.LF_OR_CRLF));
  }

  @Test
  void aDelimiterThatHoldsTheReplacementCharacterIsForReportingOnly() {
    RecordSpec records = RecordSpec.delimitedBy("-\uFFFD");
    for (MalformedPolicy policy :
        List.of(MalformedPolicy.REPLACE, MalformedPolicy.SKIP, MalformedPolicy.replaceWith("?"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Stages.records(UTF_8.onMalformed(policy), records))
          .withMessageContaining("U+FFFD");
    }
    Stages.records(UTF_8.onMalformed(MalformedPolicy.REPORT), records);
  }

  @Test
  void aHandlersAnswerIsJudgedToo() {
    DecoderSpec spec = UTF_8.onMalformed(MalformedPolicy.handledBy(sequence -> "\n"));
    Stage<ByteBuffer, String> stage = Stages.lines(spec, LineSpec.of(LineBreaks.LF_OR_CRLF));
    stage.offer(ByteBuffer.wrap(bytes("61 0A 62 FF 0A")));
    assertThat(stage.poll()).isEqualTo("a");
    assertThatThrownBy(stage::poll)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("delimiter");
    assertThat(stage.poll()).isNull();
  }

  /** Bytes that waited for the decision about the mark are searched like others. */
  @Test
  void delimitersAreFoundInWhatWaitedForTheMark() {
    DecoderSpec sniffing = UTF_8.bom(BomPolicy.SNIFF);
    for (List<byte[]> pieces : Cuts.hostile(bytes("00 00 61 00"))) {
      Outcome outcome =
          Splitting.run(
              Stages.records(sniffing, RecordSpec.delimitedBy("\0")), BufferKind.HEAP, pieces);
      assertThat(Splitting.parts(outcome)).containsExactly("", "", "a");
    }
    DecoderSpec keeping = UTF_8.bom(BomPolicy.KEEP);
    for (List<byte[]> pieces : Cuts.hostile(bytes("EF BB BF 61 EF BB BF"))) {
      Outcome outcome =
          Splitting.run(
              Stages.records(keeping, RecordSpec.delimitedBy("\uFEFF")), BufferKind.HEAP, pieces);
      assertThat(Splitting.parts(outcome)).containsExactly("", "a");
      Outcome dropped =
          Splitting.run(
              Stages.records(UTF_8, RecordSpec.delimitedBy("\uFEFF")), BufferKind.HEAP, pieces);
      assertThat(Splitting.parts(dropped)).containsExactly("a");
    }
  }
}
