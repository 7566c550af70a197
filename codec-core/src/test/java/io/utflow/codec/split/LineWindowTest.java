/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.engine.SegmentDecoder;
import io.utflow.codec.testing.Retained;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is decoded ahead. */
class LineWindowTest {
  private static final int LONG = 100_000;
  private static final int WINDOW = 8192;

  /** Else each line that cannot be taken from the window would cost a whole one. */
  @Test
  void whatWasDecodedInVainIsNotDecodedAgainAndAgain() {
    List<Integer> asked = new ArrayList<>();
    SegmentDecoder decoder = takingAll(asked);
    LineWindow window = LineWindow.borrow(LONG);
    try {
      byte[] input = new byte[LONG];
      for (int line = 0; line < 100; line++) {
        window.decodeAhead(decoder, input, line, LONG, 1);
        window.forget();
      }
      window.decodeAhead(decoder, input, 100, LONG, 1000);
    } finally {
      window.release();
    }
    assertThat(asked.get(0)).isEqualTo(WINDOW);
    assertThat(asked.subList(1, 100)).allMatch(bytes -> bytes <= 128);
    // A line that is known to be longer is decoded whole.
    assertThat(asked.get(100)).isBetween(1000, WINDOW);
  }

  @Test
  void anotherInputBeginsWithAWholeWindow() {
    List<Integer> asked = new ArrayList<>();
    for (int input = 0; input < 2; input++) {
      LineWindow window = LineWindow.borrow(LONG);
      window.decodeAhead(takingAll(asked), new byte[LONG], 0, LONG, 1);
      window.forget();
      window.release();
    }
    assertThat(asked).containsExactly(WINDOW, WINDOW);
  }

  /** A stage may be forgotten while it is being drained, but not what it has borrowed. */
  @Test
  void whatIsBorrowedHoldsNoInput() throws IllegalAccessException {
    byte[] input = new byte[100 * LONG];
    LineWindow window = LineWindow.borrow(input.length);
    try {
      window.decodeAhead(takingAll(new ArrayList<>()), input, 0, input.length, 1);
      assertThat(Retained.bytes(window)).isLessThan(2L * LONG);
    } finally {
      window.release();
    }
  }

  /** Reads all that it is given to decode ahead, and notes how much that is. */
  private static SegmentDecoder takingAll(List<Integer> asked) {
    return (SegmentDecoder)
        Proxy.newProxyInstance(
            SegmentDecoder.class.getClassLoader(),
            new Class<?>[] {SegmentDecoder.class},
            (proxy, method, arguments) -> {
              int length = (int) arguments[2] - (int) arguments[1];
              asked.add(length);
              return (long) length << 32 | length;
            });
  }
}
