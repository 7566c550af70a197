/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static io.utflow.codec.stage.DetectionTest.drain;
import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.ReferenceEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer who has sent a command waits for the answer, so its line must not wait for more. */
class DetectedCommandsTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  private static final Detection UNMARKED = Detection.unmarkedElse(UTF_8);

  /** What comes of the first bytes while the stream is open. */
  private static String delivered(Detection detection, List<byte[]> cut) {
    ByteStage<String> stage = Stages.decode(detection);
    List<String> out = new ArrayList<>();
    for (byte[] piece : cut) {
      stage.offer(ByteBuffer.wrap(piece));
      drain(stage, out);
    }
    return String.join("", out);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OK\r\n",
        "+OK\r\n",
        "PING\r\n",
        "NOOP\r\n",
        "250\r\n",
        "1\r\n",
        "0\r\n",
        "#\r\n",
        "yes\n",
        "quit\n",
        "\u00E9\r\n",
        "250 \u5B8C\n"
      })
  void aCommandIsDeliveredWhenItsLineEnds(String command) {
    byte[] all = command.getBytes(StandardCharsets.UTF_8);
    Detection first = Detection.utf8Else(UTF_8, UTF_8).finalAfter(1).unmarkedFirst();
    for (List<byte[]> cut : Cuts.all(all)) {
      assertThat(delivered(UNMARKED, cut)).isEqualTo(command);
      assertThat(delivered(first, cut)).isEqualTo(command);
    }
  }

  /** In capitals and digits, from five bytes on; each is also two ideographs of UTF-16. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "QUIT\n",
        "PING\n",
        "PONG\n",
        "NOOP\n",
        "STOP\n",
        "PASS\n",
        "USER\n",
        "TEST\n",
        "RSET\n",
        "LIST\n",
        "HELO\n",
        "AUTH\n",
        "2024\n",
        "HELP 1\n",
        "-ERR\n",
        "EHLO a\n"
      })
  void aCommandBeforeLfIsDelivered(String command) {
    byte[] all = command.getBytes(StandardCharsets.US_ASCII);
    for (List<byte[]> cut : Cuts.all(all)) {
      assertThat(delivered(UNMARKED, cut)).isEqualTo(command);
    }
  }

  @Test
  void wordsBeforeCrLfAreDelivered() {
    Random random = new Random(59);
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (int round = 0; round < 2000; round++) {
      StringBuilder word = new StringBuilder();
      for (int length = 1 + round % 10; length > 0; length--) {
        word.append(letters.charAt(random.nextInt(letters.length())));
      }
      byte[] all = word.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
      assertThat(delivered(UNMARKED, Cuts.random(all, random))).isEqualTo(word.toString());
    }
  }

  /** Too few to tell: two bytes are also one character of UTF-16. */
  @ParameterizedTest
  @ValueSource(strings = {"1\n", "N\n", "*\n", "\r\n", "\n", "ok\n", "PUT\n", "250\n", "---\n"})
  void whatIsShorterWaitsForMore(String command) {
    byte[] all = command.getBytes(StandardCharsets.US_ASCII);
    assertThat(delivered(UNMARKED, List.of(all))).isEmpty();
    byte[] more = "next\r\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(delivered(UNMARKED, List.of(all, more))).isEqualTo(command + "next\r\n");
  }

  /** Text in UTF-16 whose bytes begin as a short line does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0A2A\u0A70\u0A1C\u0A3E\u0A2C\u0A40",
        "\u4E0A\u6D77\u7684\u5929\u6C14",
        "\u7248\u6B0A\u6240\u6709\uFF0C\u7FFB\u5370\u5FC5\u7A76",
        "\u0D0A\u0D7C\u0D1C\u0D4D\u0D1C\u0D02",
        "\u0D05\u0D0A\u0D7C",
        "\u662F\u5730\u4E0A\u971C\u4E3E\u5934",
        "\u200A\u0416\u0416\u0416\u0416"
      })
  void textInUtf16IsNoCommand(String text) {
    for (TextEncoding encoding : List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE)) {
      byte[] all = ReferenceEncoder.encode(encoding, text + "\n");
      assertThat(UNMARKED.detect(ByteBuffer.wrap(all), true).encoding()).isEqualTo(encoding);
    }
  }
}
