/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * A short {@code String} of characters below U+0100 is encoded in a way of its own: whatever it
 * holds, and whatever the room, the bytes are those of a {@code StringBuilder}.
 */
class ShortStringsTest {
  private static final byte POISON = (byte) 0xA5;
  private static final int MARGIN = 5;
  private static final EncoderSpec SPEC = EncoderSpec.of(TextEncoding.UTF_8);

  /** Among them chars whose low bytes are ASCII, or are what replaces others. */
  private static final String CHARS =
      "a?\u007F\u0080\u00BF\u00C0\u00FF\u0100\u0141\u013F\u3F3F\u4E61\uFFFD\uD83F\uDC61\uFEFF";

  @Test
  void everyCharacterAtEveryPlace() {
    for (int length = 1; length <= 33; length++) {
      for (int place = 0; place < length; place++) {
        for (char c : CHARS.toCharArray()) {
          check("a".repeat(place) + c + "b".repeat(length - place - 1), 200);
        }
      }
    }
  }

  @Test
  void whateverTheRoom() {
    for (char c : CHARS.toCharArray()) {
      for (String text : new String[] {"caf" + c, "" + c, "abcdefgh" + c, ("x" + c).repeat(8)}) {
        for (int room = 0; room <= 4 * text.length() + 20; room++) {
          check(text, room);
        }
      }
    }
  }

  @Test
  void textsOfAllLengths() {
    for (int length = 0; length <= 300; length++) {
      check("\u00FF".repeat(length), 2 * length + length % 40);
      check("x".repeat(length), length + length % 40);
    }
  }

  @Test
  void aStreamOfMany() {
    TextEncoder strings = SPEC.newEncoder();
    TextEncoder builders = SPEC.newEncoder();
    for (int i = 0; i < 500; i++) {
      String text = "text " + CHARS.charAt(i * i % CHARS.length()) + CHARS.charAt(i % 11);
      assertThat(strings.encode(text)).isEqualTo(builders.encode(new StringBuilder(text)));
      assertThat(strings.position()).isEqualTo(builders.position());
    }
    assertThat(strings.finish()).isEqualTo(builders.finish());
    assertThat(strings.illFormedCount()).isEqualTo(builders.illFormedCount());
  }

  /** But for what is stored as a word, of which some bytes count. */
  @Test
  void leavesWhatIsBehindIt() {
    for (String text : new String[] {"abc", "caf\u00E9", "a\u4E2D", "\u00FF\u0100", "password"}) {
      ByteBuffer out = room(200);
      SPEC.newEncoder().encode(text, 0, out, true);
      assertThat(Arrays.copyOfRange(out.array(), out.position() + 8, out.limit()))
          .as(text)
          .containsOnly(POISON);
    }
  }

  private static void check(String text, int room) {
    for (boolean atEnd : new boolean[] {false, true}) {
      ByteBuffer actual = room(room);
      ByteBuffer expected = room(room);
      TextEncoder encoder = SPEC.newEncoder();
      TextEncoder other = SPEC.newEncoder();
      assertThat(encoder.encode(text, 0, actual, atEnd))
          .isEqualTo(other.encode(new StringBuilder(text), 0, expected, atEnd));
      assertThat(written(actual)).isEqualTo(written(expected));
      assertThat(encoder.position()).isEqualTo(other.position());
      assertThat(encoder.pendingChars()).isEqualTo(other.pendingChars());
      assertThat(Arrays.copyOf(actual.array(), MARGIN)).containsOnly(POISON);
      assertThat(Arrays.copyOfRange(actual.array(), MARGIN + room, room + 2 * MARGIN))
          .containsOnly(POISON);
    }
  }

  /** In the middle of an array. */
  private static ByteBuffer room(int length) {
    byte[] array = new byte[length + 2 * MARGIN];
    Arrays.fill(array, POISON);
    return ByteBuffer.wrap(array, MARGIN, length);
  }

  private static byte[] written(ByteBuffer buffer) {
    return Arrays.copyOfRange(buffer.array(), MARGIN, buffer.position());
  }
}
