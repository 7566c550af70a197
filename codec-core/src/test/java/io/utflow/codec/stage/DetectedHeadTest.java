/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.FormEncodings;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The usual detection, and what the head of a file says by one. */
@OverEncodings
class DetectedHeadTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WESTERN = DecoderSpec.of(FormEncodings.WESTERN);
  private static final LineSpec LINES = LineSpec.of(LineBreaks.ANY);

  private static byte[] western(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static TextHead head(Detection detection, byte[] file) {
    int length = Math.min(TextHead.length(detection), file.length);
    return TextHead.of(detection, ByteBuffer.wrap(file, 0, length), length == file.length);
  }

  @Test
  void autoFindsUnicodeAndElseWhatIsDeclared() {
    Detection unicode = Detection.auto(UTF_8.bom(BomPolicy.SNIFF));
    Detection declared = Detection.auto(WESTERN.bom(BomPolicy.SNIFF));
    for (TextEncoding encoding : Encodings.FIXED) {
      for (String text :
          List.of(
              "gr\u00FC\u00DFe, \u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439",
              "\uFEFFx")) {
        byte[] file = ReferenceEncoder.encode(encoding, text);
        for (Detection detection : List.of(unicode, declared)) {
          TextHead head = head(detection, file);
          assertThat(head.spec().encoding()).isEqualTo(encoding);
          assertThat(head.textBegin() > 0).isEqualTo(text.startsWith("\uFEFF"));
        }
      }
    }
    assertThat(head(declared, western("gr\u00FC\u00DFe")).spec().encoding())
        .isEqualTo(FormEncodings.WESTERN);
    assertThat(head(unicode, western("gr\u00FC\u00DFe")).spec().encoding())
        .isEqualTo(TextEncoding.UTF_8);
  }

  /** The first byte beyond ASCII decides as long as it stands in the head. */
  @Test
  void theHeadHas4096BytesAtLeast() {
    Detection small = Detection.auto(WESTERN).window(24);
    assertThat(TextHead.length(small)).isEqualTo(4096);
    assertThat(TextHead.length(small.window(5000))).isEqualTo(5000);
    for (int before : new int[] {100, 4095, 4096}) {
      TextEncoding found = head(small, western("a".repeat(before) + "\u00FC-")).spec().encoding();
      assertThat(found).isEqualTo(before < 4096 ? FormEncodings.WESTERN : TextEncoding.UTF_8);
    }
    // A character that the head cuts is not ill-formed, one that the file cuts is.
    byte[] cut = western("a".repeat(4095) + "\u00C3");
    assertThat(head(small, cut).spec().encoding()).isEqualTo(FormEncodings.WESTERN);
    byte[] longer = western("a".repeat(4095) + "\u00C3\u00A9");
    assertThat(head(small, longer).spec().encoding()).isEqualTo(TextEncoding.UTF_8);
  }

  /** Ideographs alone may be legacy text; a full stop after the first 24 bytes shows UTF-16. */
  @Test
  void allOfTheHeadIsLookedAtForUtf16() {
    String text =
        "\u4E2D\u56FD\u7684\u6587\u672C\u6587\u4EF6\u5185\u5BB9\u6CA1\u6709\u7ED3\u5C3E\u3002"
            .repeat(9);
    Detection declared = Detection.auto(WESTERN);
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16LE, TextEncoding.UTF_16BE)) {
      byte[] file = ReferenceEncoder.encode(encoding, text);
      assertThat(head(declared, file).spec().encoding()).isEqualTo(encoding);
      assertThat(head(declared.window(24), file).spec().encoding()).isEqualTo(encoding);
      // A peer is answered by its greeting.
      assertThat(declared.detect(ByteBuffer.wrap(file), false).encoding())
          .isEqualTo(FormEncodings.WESTERN);
    }
    assertThat(TextHead.length(declared)).isEqualTo(8192);
  }

  @Test
  void aFileIsSplitWhereEachThatMayBeFoundIs() {
    assertThat(Detection.auto(UTF_8.bom(BomPolicy.SNIFF)).canSplit(LINES)).isTrue();
    assertThat(Detection.auto(WESTERN).canSplit(LINES)).isTrue();
    assertThat(Detection.auto(UTF_8).canSplit(LineSpec.of(LineBreaks.UNICODE))).isTrue();
    for (TextEncoding encoding : Encodings.present("ISO-2022-JP", "UTF-7")) {
      assertThat(Detection.auto(DecoderSpec.of(encoding)).canSplit(LINES)).isFalse();
    }
    assertThat(Detection.by(bytes -> Optional.empty(), UTF_8).canSplit(LINES)).isFalse();
    for (DecoderSpec late : List.of(UTF_8.startingAt(4), UTF_8.countingFrom(4))) {
      for (Detection detection :
          List.of(
              Detection.unmarkedElse(late),
              Detection.auto(WESTERN.countingFrom(4)),
              Detection.utf8Else(UTF_8, WESTERN.startingAt(4)),
              Detection.by(bytes -> Optional.empty(), late))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> detection.canSplit(LINES))
            .withMessageContaining("leave out startingAt and countingFrom");
      }
    }
  }

  /** As an observer of ill-formed sequences may. */
  @Test
  void anObserverMayCloseTheStage() {
    List<ByteStage<String>> stages = new ArrayList<>();
    Detection closing = Detection.unmarkedElse(UTF_8).observer(found -> stages.get(0).close());
    stages.add(Stages.decode(closing));
    stages.get(0).offer(ByteBuffer.wrap(western("hello world")));
    assertThat(stages.get(0).poll()).isNull();
    assertThat(stages.get(0).isSpent()).isTrue();
    assertThat(stages.get(0).poll()).isNull();
  }
}
