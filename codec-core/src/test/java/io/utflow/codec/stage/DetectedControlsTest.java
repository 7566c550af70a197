/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in ASCII that controls frame: two of their letters are also an ideograph. */
class DetectedControlsTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final DecoderSpec WINDOWS =
      DecoderSpec.of(TextEncoding.forName("web-windows-1252"));

  private static final List<Detection> DETECTIONS =
      List.of(
          Detection.unmarkedElse(UTF_8),
          Detection.unmarkedElse(UTF_8).window(4096),
          Detection.unmarkedElse(WINDOWS),
          Detection.auto(WINDOWS),
          Detection.auto(WINDOWS).window(4096));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8=FIX.4.2\u00019=176\u000135=8\u000149=PHLX\u000156=PERS\u0001",
        "\u0001hello\u0002world\u0003",
        "\u0001HEAD\u0002body of the message\u0003\u0004",
        "\u0002AB\u0003",
        "\u00021H|\\^&|||Host\r\u0003C4\r\n",
        "\u0005\u00021R|1|^^^GLU|5.2\r\u00036F\r\n\u0004",
        "\u0010\u0002abc\u0010\u0003",
        "\u000Ebold\u000F plain",
        "\u001Ek=v\u001Fk2=v2\u001E",
        "id\u001Fname\u001Fcity\u001E1\u001FAnn\u001FRome\u001E",
        "\u001Fb\u0003~plain text, ",
        "\u0007disk full\u0007",
        "progress 10%\b\b\b20%\b\b\b30%",
        "\u000BMSH|^~\\&|A|B|C|D\r\u001C\r",
        "\u0016\u0016\u0001\u0002data\u0003\u0017\u0004"
      })
  void controlsDoNotMakeThemUnitsOfUtf16(String message) {
    byte[] all = message.getBytes(StandardCharsets.US_ASCII);
    for (Detection detection : DETECTIONS) {
      for (int length = 4; length <= all.length; length++) {
        for (boolean isWhole : new boolean[] {true, false}) {
          ByteBuffer first = ByteBuffer.wrap(all, 0, length);
          assertThat(detection.detect(first, isWhole).encoding().name())
              .as("%d bytes", length)
              .doesNotStartWith("UTF-16")
              .doesNotStartWith("UTF-32");
        }
      }
    }
  }

  /** With a byte beyond ASCII they are units again, and letters of one row always are. */
  @ParameterizedTest
  @ValueSource(strings = {"\u6C64\u6F01\u7702\u6C72\u4E2D\u6587", "\u0412\u0441\u0435\u043C"})
  void unitsAreFoundOut(String text) {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE)) {
      byte[] all = ReferenceEncoder.encode(encoding, text);
      assertThat(DETECTIONS.get(1).detect(ByteBuffer.wrap(all), true).encoding())
          .isEqualTo(encoding);
    }
  }
}
