/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.Retained;
import org.junit.jupiter.api.Test;

/** What a window keeps. */
class LineWindowTest {
  private static final int LONG = 100_000;

  /** A stage may be forgotten while it is being drained, but not what it has borrowed. */
  @Test
  void whatIsBorrowedHoldsNoInput() throws IllegalAccessException {
    byte[] input = new byte[100 * LONG];
    LineWindow window = LineWindow.borrow(input.length);
    try {
      assertThat(window.decode(Encoding.of(TextEncoding.UTF_8).kernel(), input, 0, 300))
          .hasSize(300);
      assertThat(Retained.bytes(window)).isLessThan(2L * LONG);
    } finally {
      window.release();
    }
  }
}
