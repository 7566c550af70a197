/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link WordEnds} against a search byte by byte. */
class WordEndsTest {
  @Test
  void hasABitForEachAsciiByteOfAWord() {
    for (int expected = 0; expected < 256; expected++) {
      long word = 0;
      for (int i = 0; i < 8; i++) {
        word |= (expected >> i & 1) == 0 ? 0xC3L << 8 * i : 0x41L << 8 * i;
      }
      assertThat(WordEnds.of(word, Words.HIGH_BITS)).isEqualTo(expected);
      assertThat(WordEnds.of(word, 0x0080808080808080L)).isEqualTo(expected & 0x7F);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 12, 14})
  void findsTheFirstRunOfAscii(int limit) {
    for (int bits = 0; bits < 1 << limit + 1; bits++) {
      int start = 0;
      while (start < limit && (bits >> start & 1) == 0) {
        start++;
      }
      int stop = start;
      while (stop <= limit && (bits >> stop & 1) == 1) {
        stop++;
      }
      assertThat(WordEnds.start(bits, limit)).as("start of %x", bits).isEqualTo(start);
      assertThat(WordEnds.stop(bits, limit)).as("stop of %x", bits).isEqualTo(stop);
    }
  }
}
