/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.kernel.word.WordControlSearch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every search that this JVM can run, against one that looks at each byte or unit by itself. */
class ControlSearchTest {
  private static final String CONTROLS = "\n\u000B\f\r";

  /** Several vectors of any width, and an end that is shorter than one. */
  private static final int LENGTH = 150;

  private static int expected(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && (bytes[at] < '\n' || bytes[at] > '\r')) {
      at++;
    }
    return at;
  }

  /** As an assertion, but for what is asked millions of times. */
  private static void require(int actual, int expected) {
    if (actual != expected) {
      assertThat(actual).isEqualTo(expected);
    }
  }

  static List<Named<ControlSearch>> searches() {
    return TestedKernels.sets().stream().map(set -> Named.of(set.name(), set.controls())).toList();
  }

  @ParameterizedTest
  @MethodSource("searches")
  void knowsEveryByteAtEveryPlace(ControlSearch search) {
    for (char around : "x\t\u0000\u000E\u007F\u0080\u00FF\u008A".toCharArray()) {
      byte[] bytes = new byte[LENGTH];
      Arrays.fill(bytes, (byte) around);
      for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
        for (int place = 0; place < LENGTH; place++) {
          bytes[place] = (byte) value;
          if (search.find(bytes, 0, LENGTH) != expected(bytes, 0, LENGTH)) {
            throw new AssertionError(
                "%02X at %d in %02X".formatted(value & 0xFF, place, (int) around));
          }
          bytes[place] = (byte) around;
        }
      }
    }
  }

  /** The array ends with the range, and is full of hits before the range. */
  @ParameterizedTest
  @MethodSource("searches")
  void staysWithinItsRange(ControlSearch search) {
    Random random = new Random(41);
    for (int to = 0; to <= LENGTH; to++) {
      for (int from = 0; from <= to; from++) {
        byte[] bytes = new byte[to];
        int every = 1 + random.nextInt(LENGTH);
        for (int i = 0; i < to; i++) {
          boolean hit = i < from || random.nextInt(every) == 0;
          bytes[i] =
              (byte) (hit ? CONTROLS.charAt(random.nextInt(4)) : 0x0E + random.nextInt(0xF2));
        }
        require(search.find(bytes, from, to), expected(bytes, from, to));
      }
    }
  }

  /** The array is full of hits after the range, and none of them is found. */
  @ParameterizedTest
  @MethodSource("searches")
  void doesNotLookBeyondItsRange(ControlSearch search) {
    byte[] bytes = new byte[2 * LENGTH];
    for (int to = 0; to <= LENGTH; to++) {
      // No hit right after the range: its index is the answer for "none" as well.
      Arrays.fill(bytes, 0, to + 1, (byte) 'x');
      Arrays.fill(bytes, to + 1, bytes.length, (byte) '\n');
      for (int from = 0; from <= to; from++) {
        require(search.find(bytes, from, to), to);
      }
    }
  }

  @Test
  void vectorsHaveTheirOwn() {
    assertThat(Kernels.available())
        .filteredOn(set -> set.name().equals("vector"))
        .allSatisfy(set -> assertThat(set.controls()).isNotSameAs(WordControlSearch.INSTANCE));
  }
}
