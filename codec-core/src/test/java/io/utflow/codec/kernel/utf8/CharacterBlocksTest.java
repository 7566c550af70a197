/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.word.CompressUtf8Kernel;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@link CharacterBlocks} against {@link ReferenceDecoder}: sequences of all lengths in any order,
 * at every place of a block, well-formed and ill-formed.
 */
class CharacterBlocksTest {
  /** The least and the greatest of the rows of Table 3-7 up to three bytes. */
  private static final List<String> UP_TO_THREE =
      List.of(
          "00", "7F", "C280", "DFBF", "E0A080", "E0BFBF", "E18080", "ECBFBF", "ED8080", "ED9FBF",
          "EE8080", "EFBFBF");

  private static final List<String> OF_FOUR =
      List.of("41", "C3A9", "E4B8AD", "F0908080", "F0BFBFBF", "F1808080", "F3BFBFBF", "F48FBFBF");

  private static final List<String> OTHERS =
      List.of(
          "80",
          "BF",
          "C0AF",
          "C1BF",
          "C3",
          "E282",
          "E09FBF",
          "E08080",
          "EDA080",
          "EDBFBF",
          "F09F",
          "F09F98",
          "F08FBFBF",
          "F0808080",
          "F1808080",
          "F48FBFBF",
          "F4908080",
          "F5808080",
          "FF");

  private static final List<String> LENGTHS = List.of("41", "C3A9", "E4B8AD", "F09F9982");

  private static final byte[] BEHIND = "\u4E2D\u6587 abcdefgh".getBytes(StandardCharsets.UTF_8);

  /** What the loop may leave of text that it reads: a block, and a window. */
  private static final int LEFT = 13;

  @BeforeEach
  void isJdk19OrLater() {
    assumeTrue(CompressUtf8Kernel.isAvailable(), "compress needs JDK 19");
  }

  @Test
  void readsWellFormedSequencesInAnyOrder() {
    forEach(UP_TO_THREE, 3, text -> assertThat(readOf(text)).isGreaterThan(text.length - LEFT));
    forEach(OF_FOUR, 4, text -> readOf(text));
  }

  @Test
  void readsFourBytesWhereTheyBeginBeforeTheLastPlaceOfABlock() {
    for (int place = 0; place < BlockPatterns.BLOCK - 1; place++) {
      byte[] text = HexFormat.of().parseHex("41".repeat(place) + "F09F9982");
      byte[] src = joined(text, "");
      assertThat(readOf(src)).isGreaterThan(src.length - LEFT);
    }
  }

  @Test
  void readsSequencesOfAllLengthsAtEveryPlace() {
    forEach(LENGTHS, 6, text -> readOf(text));
  }

  @Test
  void stopsBeforeWhatIsIllFormed() {
    for (String other : OTHERS) {
      forEach(LENGTHS, 4, text -> readOf(joined(text, other)));
      forEach(UP_TO_THREE, 1, text -> readOf(joined(text, other)));
    }
  }

  @Test
  void readsNothingThatContinuesASequence() {
    byte[] src = HexFormat.of().parseHex("80" + "41".repeat(16));
    assertThat(CharacterBlocks.decode(src, 0, src.length, new char[32], 0, 32)).isZero();
  }

  @Test
  void endsWhereTheRoomDoes() {
    byte[] src = "a\u00E9\u4E2D\uD83D\uDE42".repeat(20).getBytes(StandardCharsets.UTF_8);
    for (int room = 0; room < src.length; room++) {
      char[] dst = new char[room + 8];
      Arrays.fill(dst, '\uFDD0');
      CharacterBlocks.decode(src, 0, src.length, dst, 0, room);
      for (int i = room; i < dst.length; i++) {
        assertThat(dst[i]).isEqualTo('\uFDD0');
      }
    }
  }

  /**
   * With so many sequences of the list in a row, behind none to five of ASCII, before other text.
   */
  private static void forEach(List<String> sequences, int count, Consumer<byte[]> law) {
    int[] at = new int[count];
    do {
      StringBuilder text = new StringBuilder();
      for (int index : at) {
        text.append(sequences.get(index));
      }
      for (int place = 0; place < BlockPatterns.BLOCK; place++) {
        byte[] bytes = HexFormat.of().parseHex("41".repeat(place) + text);
        law.accept(joined(bytes, HexFormat.of().formatHex(BEHIND)));
      }
    } while (next(at, sequences.size()));
  }

  private static boolean next(int[] digits, int base) {
    for (int i = 0; i < digits.length; i++) {
      digits[i]++;
      if (digits[i] < base) {
        return true;
      }
      digits[i] = 0;
    }
    return false;
  }

  private static byte[] joined(byte[] text, String hex) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.writeBytes(text);
    joined.writeBytes(HexFormat.of().parseHex(hex));
    joined.writeBytes(BEHIND);
    return joined.toByteArray();
  }

  /** How many bytes are read: nothing but whole, well-formed sequences, and to their chars. */
  private static int readOf(byte[] src) {
    char[] dst = new char[src.length];
    long run = CharacterBlocks.decode(src, 0, src.length, dst, 0, dst.length);
    int read = Kernel.read(run);
    Reading expected =
        ReferenceDecoder.read(TextEncoding.UTF_8, BomPolicy.KEEP, Arrays.copyOf(src, read));
    assertThat(expected.sequences()).as("%s", HexFormat.of().formatHex(src)).isEmpty();
    assertThat(new String(dst, 0, Kernel.written(run)))
        .as("%s", HexFormat.of().formatHex(src))
        .isEqualTo(expected.replaced());
    return read;
  }
}
