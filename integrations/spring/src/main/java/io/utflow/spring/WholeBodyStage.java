/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;

/**
 * A whole body, bounded in bytes as in Spring. A body with buffers and no text yields an empty
 * text; a body without buffers yields nothing.
 */
final class WholeBodyStage implements Stage<ByteBuffer, String> {
  private final Stage<ByteBuffer, String> text;
  private final int maxBytes;
  private long received;
  private boolean begun;
  private boolean ended;

  /**
   * @param text makes one text of all bytes
   * @param maxBytes negative: no bound
   */
  WholeBodyStage(Stage<ByteBuffer, String> text, int maxBytes) {
    this.text = text;
    this.maxBytes = maxBytes;
  }

  @Override
  public void offer(ByteBuffer input) {
    begun = true;
    received += input.remaining();
    if (maxBytes >= 0 && received > maxBytes) {
      throw new DataBufferLimitException(
          "Exceeded limit on max bytes to buffer : "
              + maxBytes
              + "; "
              + BodyStage.LIMIT
              + " is the bound");
    }
    text.offer(input);
  }

  @Override
  public void endOfInput() {
    ended = true;
    text.endOfInput();
  }

  @Override
  public @Nullable String poll() {
    String whole = text.poll();
    if (whole == null && !(ended && begun)) {
      return null;
    }
    begun = false;
    return whole == null ? "" : whole;
  }

  @Override
  public void close() {
    text.close();
  }
}
