/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.utf8;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** {@link CharacterPairs} against {@link Utf8Form}: every char beside chars of every length. */
class CharacterPairsTest {
  private static final char[] LENGTHS = {'a', '\u00E9', '\u4E2D'};
  private static final byte POISON = (byte) 0xA5;
  private static final int MARGIN = 9;

  @Test
  void everyCharacterInEitherPlaceOfAPair() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      for (char other : LENGTHS) {
        checkWithRoom(new char[] {(char) c, other, other, (char) c, (char) c});
      }
    }
  }

  @Test
  void whateverTheRoomNothingIsStoredBeyond() {
    char[] text = "a\u00E9\u4E2D\uFFFF\u07FF\u0800\u007F\u0080\uD7FF\uE000b".toCharArray();
    for (int from = 0; from < text.length; from++) {
      for (int to = from; to <= text.length; to++) {
        for (int room = 0; room <= 3 * (to - from) + 4; room++) {
          check(text, from, to, room);
        }
      }
    }
  }

  private static void checkWithRoom(char[] text) {
    int read = check(text, 0, text.length, 3 * text.length + 1);
    int all = 0;
    while (all < text.length && !Character.isSurrogate(text[all])) {
      all++;
    }
    assertThat(read).isEqualTo(all);
  }

  private static int check(char[] text, int from, int to, int room) {
    byte[] dst = new byte[room + 2 * MARGIN];
    Arrays.fill(dst, POISON);
    long progress = CharacterPairs.encode(text, from, to, dst, MARGIN, MARGIN + room);
    byte[] expected = new byte[3 * text.length];
    int length = 0;
    for (int i = from; i < from + Kernel.read(progress); i++) {
      length = Utf8Form.INSTANCE.write(text[i], expected, length);
    }
    assertThat(Arrays.copyOfRange(dst, MARGIN, MARGIN + Kernel.written(progress)))
        .isEqualTo(Arrays.copyOf(expected, length));
    assertThat(Arrays.copyOf(dst, MARGIN)).containsOnly(POISON);
    assertThat(Arrays.copyOfRange(dst, MARGIN + room, dst.length)).containsOnly(POISON);
    return Kernel.read(progress);
  }
}
