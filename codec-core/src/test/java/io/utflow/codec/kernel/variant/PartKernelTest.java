/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.kernel.Kernel;
import org.junit.jupiter.api.Test;

/** How far a kernel searches that the other kernel leaves at once, as it may at every call. */
class PartKernelTest {
  private static final int LENGTH = 4096;

  /** The most that may be searched in vain, in bytes and chars. */
  private static final int MOST = 128;

  /** Finds nothing that is another thing, and counts what it has looked at. */
  private static final class Counting extends PartKernel {
    private int searched;

    Counting() {
      super(new Kernel() {});
    }

    @Override
    int same(byte[] src, int pos, int end) {
      searched += end - pos;
      return end - pos;
    }

    @Override
    int same(char[] src, int pos, int end) {
      searched += end - pos;
      return end - pos;
    }
  }

  private final Counting kernel = new Counting();

  @Test
  void decodingSearchesLittleInVain() {
    kernel.decode(new byte[LENGTH], 0, LENGTH, new char[LENGTH], 0, LENGTH);
    assertThat(kernel.searched).isBetween(1, MOST);
  }

  @Test
  void encodingSearchesLittleInVain() {
    kernel.encode(new char[LENGTH], 0, LENGTH, new byte[LENGTH], 0, LENGTH);
    assertThat(kernel.searched).isBetween(1, MOST);
  }

  @Test
  void validationSearchesLittleInVain() {
    kernel.wellFormedPrefix(new byte[LENGTH], 0, LENGTH);
    assertThat(kernel.searched).isBetween(1, MOST);
  }
}
