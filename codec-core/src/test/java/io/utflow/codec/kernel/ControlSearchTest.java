package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every search that this JVM can run, against one that asks each char and byte what it is. */
class ControlSearchTest {
  private static final String CONTROLS = "\n\u000B\f\r";

  /** Some vectors of any width, and an end. */
  private static final int LENGTH = 150;

  static List<Named<ControlSearch>> searches() {
    return Kernels.available().stream().map(set -> Named.of(set.name(), set.controls())).toList();
  }

  private static int first(char[] units, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> CONTROLS.indexOf(units[i]) >= 0)
        .findFirst()
        .orElse(to);
  }

  private static int firstOrNonAscii(byte[] bytes, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> bytes[i] < 0 || CONTROLS.indexOf(bytes[i]) >= 0)
        .findFirst()
        .orElse(to);
  }

  @ParameterizedTest
  @MethodSource("searches")
  void knowsEveryCodeUnit(ControlSearch search) {
    Random random = new Random(40);
    char[] units = new char[LENGTH];
    Arrays.fill(units, 'x');
    for (int unit = 0; unit <= 0xFFFF; unit++) {
      int place = random.nextInt(LENGTH);
      units[place] = (char) unit;
      int expected = CONTROLS.indexOf(unit) >= 0 ? place : LENGTH;
      assertThat(search.find(units, 0, LENGTH)).as("U+%04X at %d", unit, place).isEqualTo(expected);
      units[place] = 'x';
    }
  }

  @ParameterizedTest
  @MethodSource("searches")
  void knowsEveryByteAtEveryPlace(ControlSearch search) {
    for (char around : "x\t\u0000\u000E\u007F".toCharArray()) {
      byte[] bytes = new byte[LENGTH];
      Arrays.fill(bytes, (byte) around);
      for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
        for (int place = 0; place < LENGTH; place++) {
          bytes[place] = (byte) value;
          boolean found = value < 0 || CONTROLS.indexOf(value) >= 0;
          assertThat(search.findOrNonAscii(bytes, 0, LENGTH))
              .as("%02X at %d in %02X", value & 0xFF, place, (int) around)
              .isEqualTo(found ? place : LENGTH);
          bytes[place] = (byte) around;
        }
      }
    }
  }

  /** The array ends where the range does, and before it stands what is looked for. */
  @ParameterizedTest
  @MethodSource("searches")
  void staysWithinItsRange(ControlSearch search) {
    Random random = new Random(41);
    for (int to = 0; to <= LENGTH; to++) {
      for (int from = 0; from <= to; from++) {
        char[] units = new char[to];
        byte[] bytes = new byte[to];
        int every = 1 + random.nextInt(LENGTH);
        for (int i = 0; i < to; i++) {
          boolean hit = i < from || random.nextInt(every) == 0;
          units[i] =
              hit ? CONTROLS.charAt(random.nextInt(4)) : (char) (0x0E + random.nextInt(0x300));
          bytes[i] = hit ? (byte) units[i] : (byte) (0x0E + random.nextInt(0x72));
        }
        assertThat(search.find(units, from, to)).isEqualTo(first(units, from, to));
        assertThat(search.findOrNonAscii(bytes, from, to))
            .isEqualTo(firstOrNonAscii(bytes, from, to));
      }
    }
  }

  /** What stands behind the range, too, is none of its business. */
  @ParameterizedTest
  @MethodSource("searches")
  void doesNotLookBehindItsRange(ControlSearch search) {
    char[] units = new char[2 * LENGTH];
    byte[] bytes = new byte[2 * LENGTH];
    for (int to = 0; to <= LENGTH; to++) {
      // One behind the end is none, or else that would be the answer for two reasons.
      Arrays.fill(units, 0, to + 1, 'x');
      Arrays.fill(bytes, 0, to + 1, (byte) 'x');
      Arrays.fill(units, to + 1, units.length, '\n');
      Arrays.fill(bytes, to + 1, bytes.length, (byte) '\n');
      for (int from = 0; from <= to; from++) {
        assertThat(search.find(units, from, to)).isEqualTo(to);
        assertThat(search.findOrNonAscii(bytes, from, to)).isEqualTo(to);
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
