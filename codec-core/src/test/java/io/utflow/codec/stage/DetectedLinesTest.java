/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.bytes;
import static io.utflow.codec.stage.DetectionTest.drain;
import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.NeedsCharsets;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines in the encoding that is found out from the first bytes. */
class DetectedLinesTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WESTERN = DecoderSpec.of(FormEncodings.WESTERN);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  @Test
  void linesHaveTheirPlaces() {
    byte[] all = bytes("[one]0D0A[tw]E9[o]0D[three]0A0A80[x]");
    for (List<byte[]> cut : Cuts.hostile(all)) {
      ByteStage<LocatedLine> stage = Stages.locatedLines(Detection.utf8Else(UTF_8, WESTERN), LINES);
      List<LocatedLine> lines = through(stage, cut, BufferKind.DIRECT);
      assertThat(lines)
          .extracting(LocatedLine::text)
          .containsExactly("one", "tw\u00E9o", "three", "", "\u20ACx");
      assertThat(lines).extracting(LocatedLine::begin).containsExactly(0L, 5L, 10L, 16L, 17L);
    }
  }

  /** An encoding whose lines are found in code units: no bytes of an open line have passed. */
  @ParameterizedTest
  @EnumSource(LineBreaks.class)
  void linesOfAnEncodingThatIsNotSelfSynchronizing(LineBreaks breaks) {
    DecoderSpec legacy = DecoderSpec.of(FormEncodings.TWO_BYTE);
    Detection detection = Detection.utf8Else(UTF_8, legacy).window(24);
    for (LineSpec spec :
        List.of(
            LineSpec.of(breaks),
            LineSpec.of(breaks).keepTerminator(true),
            LineSpec.of(breaks).maxChars(5).onTooLong(TooLongPolicy.DISCARD))) {
      for (String given :
          List.of(
              "[one]0D0A[two]0D[xyz]0A[th]8140[ee]0A[last]",
              "[ab]0A0A[bc]0D810A[d]0D0A",
              "[ab]0D0A[c]8161",
              "[ab]0D81610A[c]",
              "[long, longer than the window]0A8161")) {
        byte[] all = bytes(given);
        DecoderSpec read = given.startsWith("[long") ? UTF_8 : legacy;
        List<LocatedLine> expected =
            through(Stages.locatedLines(read, spec), Cuts.whole(all), BufferKind.HEAP);
        for (List<byte[]> cut : Cuts.hostile(all)) {
          ByteStage<LocatedLine> stage = Stages.locatedLines(detection, spec);
          assertThat(through(stage, cut, BufferKind.DIRECT))
              .as("%s of %s", Cuts.describe(cut), given)
              .usingElementComparator(
                  Comparator.comparing(LocatedLine::text)
                      .thenComparing(LocatedLine::begin)
                      .thenComparing(LocatedLine::textEnd))
              .isEqualTo(expected);
          assertThat(stage.resolvedEncoding()).contains(read.encoding());
        }
      }
    }
  }

  /** In most the ends of lines are found in the bytes, though characters are not. */
  @ParameterizedTest
  @ValueSource(strings = {"windows-1252", "windows-31j", "EUC-JP", "GB18030"})
  @NeedsCharsets
  void linesOfLegacyCharsets(String name) {
    DecoderSpec legacy = DecoderSpec.of(TextEncoding.forName(name));
    String text = name.equals("windows-1252") ? "caf\u00E9" : "\u65E5\u672C\u8A9E";
    byte[] all = ("one\r\ntwo\r" + text + "\n\nthree\r\n" + text).getBytes(Charset.forName(name));
    for (LineBreaks breaks : LineBreaks.values()) {
      LineSpec spec = LineSpec.of(breaks);
      List<String> expected = through(Stages.lines(legacy, spec), Cuts.whole(all), BufferKind.HEAP);
      for (List<byte[]> cut : Cuts.hostile(all)) {
        ByteStage<String> stage = Stages.lines(Detection.utf8Else(UTF_8, legacy), spec);
        assertThat(through(stage, cut, BufferKind.DIRECT)).isEqualTo(expected);
        assertThat(stage.resolvedEncoding()).contains(legacy.encoding());
      }
    }
    List<String> records =
        through(
            Stages.records(Detection.utf8Else(UTF_8, legacy), RecordSpec.delimitedBy("\r\n")),
            Cuts.bytewise(all),
            BufferKind.HEAP);
    assertThat(records).containsExactly("one", "two\r" + text + "\n\nthree", text);
  }

  @Test
  void recordsOfSuchAnEncodingAreRefused() {
    Detection detection = Detection.utf8Else(UTF_8, DecoderSpec.of(FormEncodings.TWO_BYTE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Stages.records(detection, RecordSpec.delimitedBy(";")))
        .withMessageContaining("self-synchronizing");
  }

  @Test
  void wholeLinesPassAtOnceWhereTheOpenOneWaits() {
    ByteStage<String> stage =
        Stages.lines(
            Detection.utf8Else(UTF_8, DecoderSpec.of(FormEncodings.TWO_BYTE)),
            LineSpec.of(LineBreaks.LF_OR_CRLF));
    List<String> out = new ArrayList<>();
    for (byte b : bytes("[a]0A[bc]0A[d]")) {
      stage.offer(ByteBuffer.wrap(new byte[] {b}));
      drain(stage, out);
    }
    assertThat(out).containsExactly("a", "bc");
    assertThat(stage.takeUndelivered()).isEqualTo(bytes("[d]"));
  }
}
