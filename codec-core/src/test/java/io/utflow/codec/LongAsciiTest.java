/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Long inputs that begin as ASCII and go on with bytes that are well-formed in UTF-8 too: what they
 * are in their own encoding does not depend on the length of the inputs.
 */
@OverEncodings
class LongAsciiTest {
  private static final byte[] ASCII =
      "All of this is plain. ".repeat(400).getBytes(StandardCharsets.US_ASCII);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-8",
        "WTF-8",
        "CESU-8",
        "Modified-UTF-8",
        "windows-1251",
        "windows-1252",
        "TIS-620",
        "IBM037",
        "ISO-8859-1",
        "ISO-8859-15",
        "US-ASCII",
        "Shift_JIS",
        "EUC-KR",
        "GB18030",
        "GBK",
        "Big5",
        "x-user-defined"
      })
  void textDoesNotDependOnTheLengthOfInputs(String name) {
    Encodings.assumePresent(name);
    TextEncoding encoding = TextEncoding.forName(name);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String more : new String[] {"", "\u00e9 and ", "\u4e2d\u6587 or ", "\u00c3\u00a9"}) {
      all.writeBytes(ASCII);
      all.writeBytes(more.getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = all.toByteArray();
    String bytewise = decoded(encoding, bytes, 1);
    for (int length : new int[] {1000, 8192, ASCII.length + 2, bytes.length}) {
      assertEquals(bytewise, decoded(encoding, bytes, length), () -> name + " by " + length);
    }
    assertEquals(
        bytewise, DecoderSpec.of(encoding).newDecoder().decode(ByteBuffer.wrap(bytes), true));
  }

  private static String decoded(TextEncoding encoding, byte[] bytes, int length) {
    StringBuilder text = new StringBuilder();
    ByteStage<String> stage = Stages.decode(DecoderSpec.of(encoding));
    for (int from = 0; from < bytes.length; from += length) {
      stage.offer(ByteBuffer.wrap(bytes, from, Math.min(length, bytes.length - from)));
      drain(stage, text);
    }
    stage.endOfInput();
    drain(stage, text);
    return text.toString();
  }

  private static void drain(ByteStage<String> stage, StringBuilder text) {
    for (String piece = stage.poll(); piece != null; piece = stage.poll()) {
      text.append(piece);
    }
  }
}
