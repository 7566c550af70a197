/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long texts of ASCII with a longer character here and there, against the steps of UTF-8 (law L8):
 * the loops for them are entered only with hundreds of bytes that hold few others.
 */
class MostlyAsciiTextTest {
  private static final String[] LONGER = {"ä", "çã", "é", "ł", "“", "—", "😀", "漢字仮名", "Привет"};
  private static final char POISON = '\uA5A5';
  private static final int MARGIN = 9;

  static Stream<KernelSet> sets() {
    return TestedKernels.sets().stream();
  }

  @ParameterizedTest
  @MethodSource("sets")
  void agreesWithTheSteps(KernelSet set) {
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = text(random);
      int pos = random.nextInt(9);
      int end = bytes.length - random.nextInt(9);
      int room = end - pos - (random.nextInt(3) == 0 ? random.nextInt(end - pos) : 0);
      char[] chars = new char[MARGIN + room + MARGIN];
      Arrays.fill(chars, POISON);
      long progress = set.utf8().decode(bytes, pos, end, chars, MARGIN, MARGIN + room);
      int p = pos;
      StringBuilder expected = new StringBuilder();
      while (p < pos + Kernel.read(progress)) {
        int step = Utf8Form.INSTANCE.step(bytes, p, end, false);
        assertThat(Step.isScalar(step)).as("well-formed at %d, seed %d", p, seed).isTrue();
        expected.appendCodePoint(Step.scalar(step));
        p += Step.length(step);
      }
      assertThat(p - pos).as("bytes, seed %d", seed).isEqualTo(Kernel.read(progress));
      String decoded = new String(chars, MARGIN, Kernel.written(progress));
      assertThat(decoded).as("chars, seed %d", seed).isEqualTo(expected.toString());
      for (int i = 0; i < MARGIN; i++) {
        assertThat(chars[i]).as("before, seed %d", seed).isEqualTo(POISON);
        assertThat(chars[MARGIN + room + i]).as("behind, seed %d", seed).isEqualTo(POISON);
      }
    }
  }

  /** Loops that copy in blocks must not touch chars that are not there, wherever a run ends. */
  @ParameterizedTest
  @MethodSource("sets")
  void arraysOfAnyLengthSuffice(KernelSet set) {
    for (int distance : new int[] {64, 65, 70, 100, 129, 200}) {
      String text = ("a".repeat(distance) + "\u00E9").repeat(5000 / distance);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (int room = 1000; room < 3500; room++) {
        char[] chars = new char[room];
        int written = Kernel.written(set.utf8().decode(bytes, 0, bytes.length, chars, 0, room));
        assertThat(new String(chars, 0, written))
            .as("distance %d, room %d", distance, room)
            .isEqualTo(text.substring(0, written));
      }
    }
  }

  /** A block is the last only if what begins in it ends before the end, wherever that is. */
  @ParameterizedTest
  @MethodSource("sets")
  void aCharacterThatTheEndCutsIsLeft(KernelSet set) {
    int end = 1024;
    for (int place = 0; place < 64; place++) {
      String ascii = "a".repeat(place) + "\u00E9" + "a".repeat(end - 3 - 2 - place);
      byte[] bytes = (ascii + "\uD83D\uDE00" + "a".repeat(100)).getBytes(StandardCharsets.UTF_8);
      char[] chars = new char[2 * end];
      assertThat(Kernel.read(set.utf8().decode(bytes, 0, end, chars, 0, chars.length)))
          .as("place %d", place)
          .isLessThanOrEqualTo(end - 3);
    }
  }

  /** The distance of longer characters is that of a language, and now and then changes. */
  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = 500 + random.nextInt(random.nextInt(8) == 0 ? 20_000 : 3000);
    int distance = 1 + random.nextInt(200);
    while (text.length() < length) {
      for (int i = random.nextInt(2 * distance); i >= 0; i--) {
        text.append((char) (' ' + random.nextInt(95)));
      }
      text.append(LONGER[random.nextInt(random.nextBoolean() ? 4 : LONGER.length)]);
      distance = random.nextInt(40) == 0 ? 1 + random.nextInt(1000) : distance;
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(3) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
