/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.ibm.icu.text.CharsetDetector;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Detected;
import io.utflow.codec.stage.Detection;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Cuts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IcuDetectorTest {
  private static final String TEXT =
      "\u042D\u0442\u043E \u0440\u0443\u0441\u0441\u043A\u0438\u0439 \u0442\u0435\u043A\u0441\u0442,"
          + " \u043A\u043E\u0442\u043E\u0440\u044B\u0439 \u0447\u0438\u0442\u0430\u044E\u0442.";

  @Test
  void itDecidesHowAStreamIsReadHoweverItIsCut() {
    Detection detection = Detection.by(new IcuDetector(10), DecoderSpec.of(TextEncoding.UTF_16BE));
    for (String name : List.of("UTF-8", "windows-1251", "KOI8-R")) {
      TextEncoding encoding = TextEncoding.forName(name);
      byte[] bytes = EncoderSpec.of(encoding).encode(TEXT);
      for (List<byte[]> cut : Cuts.hostile(bytes)) {
        ByteStage<String> stage = Stages.decode(detection);
        StringBuilder out = new StringBuilder();
        for (byte[] piece : cut) {
          stage.offer(ByteBuffer.wrap(piece));
          drain(stage, out);
        }
        stage.endOfInput();
        drain(stage, out);
        assertThat(stage.resolvedEncoding()).contains(encoding);
        assertThat(out).hasToString(TEXT);
      }
    }
  }

  private static void drain(ByteStage<String> stage, StringBuilder out) {
    String piece;
    while ((piece = stage.poll()) != null) {
      out.append(piece);
    }
  }

  @Test
  void howSureItIsIsTold() {
    List<Detected> told = new ArrayList<>();
    Detection detection =
        Detection.byGuess(new IcuDetector(10)::guess, DecoderSpec.of(TextEncoding.UTF_8))
            .observer(told::add);
    TextEncoding koi8 = TextEncoding.forName("KOI8-R");
    byte[] bytes = EncoderSpec.of(koi8).encode(TEXT);
    int confidence = new CharsetDetector().setText(bytes).detect().getConfidence();
    assertThat(detection.detect(ByteBuffer.wrap(bytes), true).encoding()).isEqualTo(koi8);
    assertThat(told)
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.evidence()).isEqualTo(Detected.Evidence.DETECTOR);
              assertThat(found.percent()).isEqualTo(confidence);
            });
  }

  @Test
  void itDoesNotAnswerWithoutConfidence() {
    assertThat(new IcuDetector(100).apply(new byte[] {'a', (byte) 0xE9, 'b'})).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new IcuDetector(101));
    assertThatIllegalArgumentException().isThrownBy(() -> new IcuDetector(-1));
  }
}
