/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireTextTest {
  private static final String TEXT = "aß\u0939\uD834\uDD1E\uFEFFz";

  static List<TextEncoding> encodings() {
    return UnicodeEncodings.ALL;
  }

  /** How many bytes the encoding forms give a character. */
  private static int width(TextEncoding encoding, int character) {
    if (encoding.name().startsWith("UTF-32")) {
      return 4;
    }
    if (encoding.name().startsWith("UTF-16")) {
      return character > 0xFFFF ? 4 : 2;
    }
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  }

  private static int markLength(TextEncoding encoding) {
    return encoding == TextEncoding.UTF_16 ? 2 : encoding == TextEncoding.UTF_32 ? 4 : 0;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void oneCutAnywhereCutsTheCharacterAroundIt(TextEncoding encoding) {
    WireText wire = WireText.of(TEXT, encoding, ByteOrder.LITTLE_ENDIAN);
    int length = wire.bytes().length;
    boolean[] inside = new boolean[length];
    int start = markLength(encoding);
    for (int character : TEXT.codePoints().toArray()) {
      int end = start + width(encoding, character);
      for (int i = start + 1; i < end; i++) {
        inside[i] = true;
      }
      start = end;
    }
    assertThat(length).isEqualTo(start);
    for (int cut = 1; cut < length; cut++) {
      assertThat(wire.charactersCutBy(new int[] {cut, length}))
          .as("a cut at %d", cut)
          .isEqualTo(inside[cut] ? 1 : 0);
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void cutsEverywhereCutEveryCharacterOfSeveralBytesOnce(TextEncoding encoding) {
    WireText wire = WireText.of(TEXT, encoding, ByteOrder.BIG_ENDIAN);
    int[] everywhere = IntStream.rangeClosed(1, wire.bytes().length).toArray();
    long wide = TEXT.codePoints().filter(character -> width(encoding, character) > 1).count();
    assertThat(wire.charactersCutBy(everywhere)).isEqualTo((int) wide);
    assertThat(wire.charactersCutBy(new int[] {wire.bytes().length})).isZero();
    assertThat(wire.characters()).isEqualTo((int) TEXT.codePoints().count());
  }

  @Test
  void theByteOrderMarkTellsTheOrder() {
    assertThat(bytes(TextEncoding.UTF_16, ByteOrder.LITTLE_ENDIAN))
        .containsExactly(0xFF, 0xFE, 0x61, 0);
    assertThat(bytes(TextEncoding.UTF_16, ByteOrder.BIG_ENDIAN))
        .containsExactly(0xFE, 0xFF, 0, 0x61);
    assertThat(bytes(TextEncoding.UTF_32, ByteOrder.LITTLE_ENDIAN))
        .containsExactly(0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0);
    assertThat(bytes(TextEncoding.UTF_16LE, ByteOrder.BIG_ENDIAN)).containsExactly(0x61, 0);
    assertThat(bytes(TextEncoding.UTF_32BE, ByteOrder.LITTLE_ENDIAN))
        .containsExactly(0, 0, 0, 0x61);
    assertThat(bytes(TextEncoding.UTF_8, ByteOrder.LITTLE_ENDIAN)).containsExactly(0x61);
  }

  private static int[] bytes(TextEncoding encoding, ByteOrder order) {
    ByteBuffer bytes = ByteBuffer.wrap(WireText.of("a", encoding, order).bytes());
    return IntStream.generate(() -> bytes.get() & 0xFF).limit(bytes.remaining()).toArray();
  }
}
