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

/** Messages in UTF-8 that controls frame: two of their letters are also an ideograph. */
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
        "\u0016\u0016\u0001\u0002data\u0003\u0017\u0004",
        // Units that are no ideographs are among them.
        "\u0002000123\u000330",
        "\u0002F0A0B0C0D0E0F0\u0003",
        "\u0002zx\u0002d \u0002vx\u0002nu\u0002xh\u0002x\u0002",
        "\u0007k\u0007jf\u0007p\u0007yk\u0007p\u0007q\u0007ek\u0007i",
        "N\bNA\bAM\bME\bE",
        "_\bu_\bs_\be_\br",
        "1\u001F2\u001F3\u001F4\u001F",
        // Beyond ASCII.
        "\u0002Gr\u00FC\u00DFe\u0003",
        "\u0001\u4E2D\u6587\u0002\u6587\u4E2D\u0003"
      })
  void controlsDoNotMakeThemUnitsOfUtf16(String message) {
    byte[] all = message.getBytes(StandardCharsets.UTF_8);
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
  @ValueSource(
      strings = {
        "\u6C64\u6F01\u7702\u6C72\u4E2D\u6587",
        "\u0412\u0441\u0435\u043C",
        "\u0434\u0430\u2014\u043D\u0435\u0442",
        "\u0E01\u0E32\u0E23\u0E17",
        "\u1220\u1308\u1260\u1275\u1205\u122D\u1230\u1263",
        "\u4E4D\u5F97\u4E01\u4E0B\u4E03\u4E08",
        "\u3046\u3048\u3001\u304A\u304B\u3002",
        "\u2605\u2605\u2605\u2605\u2605"
      })
  void unitsAreFoundOut(String text) {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE)) {
      byte[] all = ReferenceEncoder.encode(encoding, text);
      assertThat(DETECTIONS.get(1).detect(ByteBuffer.wrap(all), true).encoding())
          .isEqualTo(encoding);
    }
  }
}
