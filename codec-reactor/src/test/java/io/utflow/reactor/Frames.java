/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A stage such as a user would write: a byte that says a length, and so many bytes of Latin-1. */
class Frames extends PlainStage<ByteBuffer, String> {
  /** The frames {@code abc}, the empty one, {@code d}, {@code efghi} and {@code jk}. */
  static final byte[] BYTES = latin1("\3abc\0\1d\5efghi\2jk");

  private final StringBuilder frame = new StringBuilder();
  private ByteBuffer input = ByteBuffer.allocate(0);
  private int missing = -1;

  static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void offer(ByteBuffer next) {
    assertThat(input.hasRemaining()).as("bytes left over").isFalse();
    input = next;
  }

  @Override
  public String poll() {
    while (missing != 0 && input.hasRemaining()) {
      int value = input.get() & 0xFF;
      if (missing < 0) {
        missing = value;
      } else {
        frame.append((char) value);
        missing--;
      }
    }
    if (missing != 0) {
      return null;
    }
    String whole = frame.toString();
    frame.setLength(0);
    missing = -1;
    return whole;
  }
}
