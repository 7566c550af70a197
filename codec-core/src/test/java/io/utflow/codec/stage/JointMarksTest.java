/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.through;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files that were joined, each of which had a mark. */
class JointMarksTest {
  private static final String JOINED =
      "\uFEFFone\n\uFEFFtwo\uFEFF\r\n\uFEFF\uFEFFthree\n\uFEFF\nfour";

  @Test
  void marksWhereALineBeginsAreDroppedOnRequest() {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16LE)) {
      byte[] all = ReferenceEncoder.encode(encoding, JOINED);
      for (BomPolicy bom : List.of(BomPolicy.KEEP, BomPolicy.STRIP)) {
        DecoderSpec spec = DecoderSpec.of(encoding).bom(bom);
        for (LineBreaks breaks : List.of(LineBreaks.LF_OR_CRLF, LineBreaks.ANY)) {
          LineSpec keeping = LineSpec.of(breaks);
          for (List<byte[]> cut : Cuts.hostile(all)) {
            assertThat(lines(spec, keeping.dropMarksAtJoints(true), cut))
                .containsExactly("one", "two\uFEFF", "three", "", "four");
            assertThat(lines(spec, keeping, cut))
                .containsExactly(
                    bom == BomPolicy.KEEP ? "\uFEFFone" : "one",
                    "\uFEFFtwo\uFEFF",
                    "\uFEFF\uFEFFthree",
                    "\uFEFF",
                    "four");
          }
        }
      }
    }
  }

  private static List<String> lines(DecoderSpec spec, LineSpec lines, List<byte[]> cut) {
    return through(Stages.lines(spec, lines), cut, BufferKind.HEAP);
  }

  @Test
  void placesAreThoseWithTheMarks() {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.UTF_8);
    LineSpec lines = LineSpec.of(LineBreaks.ANY).dropMarksAtJoints(true);
    assertThat(lines.dropsMarksAtJoints()).isTrue();
    assertThat(lines.dropMarksAtJoints(false).dropsMarksAtJoints()).isFalse();
    byte[] all = ReferenceEncoder.encode(TextEncoding.UTF_8, "a\n\uFEFFb\nc");
    for (List<byte[]> cut : Cuts.hostile(all)) {
      List<LocatedLine> located = through(Stages.locatedLines(spec, lines), cut, BufferKind.DIRECT);
      assertThat(located).extracting(LocatedLine::text).containsExactly("a", "b", "c");
      assertThat(located).extracting(LocatedLine::begin).containsExactly(0L, 2L, 7L);
    }
  }
}
