/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.kernel.word.WordControlSearch;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
    boolean isAscii = true;
    while (at < to && (bytes[at] < '\n' || bytes[at] > '\r')) {
      isAscii &= bytes[at] >= 0;
      at++;
    }
    return isAscii ? at : -1 - at;
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

  private static int expectedUtf16(byte[] bytes, int from, int to, Charset order) {
    char[] units = new String(bytes, from, to - from, order).toCharArray();
    return IntStream.range(0, units.length)
        .filter(i -> CONTROLS.indexOf(units[i]) >= 0)
        .map(i -> from + 2 * i)
        .findFirst()
        .orElse(to);
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

  @ParameterizedTest
  @MethodSource("searches")
  void knowsEveryUnitOfUtf16(ControlSearch search) {
    Random random = new Random(40);
    for (boolean bigEndian : new boolean[] {true, false}) {
      int high = bigEndian ? 0 : 1;
      for (int unit = 0; unit <= 0xFFFF; unit++) {
        byte[] bytes = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i += 2) {
          // Neighbours whose bytes would be a hit if two units were mixed up.
          bytes[i + high] = (byte) (1 + random.nextInt(0xFF));
          bytes[i + 1 - high] = (byte) (random.nextBoolean() ? 0x0A : 0);
        }
        int place = 2 * random.nextInt(LENGTH / 2);
        bytes[place + high] = (byte) (unit >> 8);
        bytes[place + 1 - high] = (byte) unit;
        int expected = CONTROLS.indexOf(unit) >= 0 ? place : LENGTH;
        if (search.findUtf16(bytes, 0, LENGTH, bigEndian) != expected) {
          throw new AssertionError("U+%04X at %d, %s".formatted(unit, place, bigEndian));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("searches")
  void staysWithinItsRangeOfUtf16(ControlSearch search) {
    Random random = new Random(42);
    byte[] bytes = new byte[2 * LENGTH];
    for (Charset order : List.of(StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
      int high = order == StandardCharsets.UTF_16BE ? 0 : 1;
      for (int from = 0; from <= LENGTH; from++) {
        for (int to = from; to <= LENGTH; to += 2) {
          int every = 1 + random.nextInt(LENGTH);
          for (int i = from & 1; i < bytes.length - 1; i += 2) {
            boolean hit = i < from || i >= to + 2 || random.nextInt(every) == 0;
            boolean behind = i == to;
            bytes[i + high] = (byte) (hit && !behind ? 0 : random.nextInt(0x30));
            bytes[i + 1 - high] =
                (byte) (hit && !behind ? 0x0A + random.nextInt(4) : 0x0E + random.nextInt(0xF0));
          }
          require(
              search.findUtf16(bytes, from, to, high == 0), expectedUtf16(bytes, from, to, order));
        }
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
