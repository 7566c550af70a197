/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.sse.TooLongEventException;
import io.utflow.codec.stage.BareLineBreakException;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.TooLongLineException;
import io.utflow.codec.stage.TooLongTextException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBufferLimitException;

/** A stage that fails as Spring's codecs do. */
final class BodyStage<O> implements Stage<ByteBuffer, O> {
  private final Stage<ByteBuffer, O> stage;

  BodyStage(Stage<ByteBuffer, O> stage) {
    this.stage = stage;
  }

  @Override
  public void offer(ByteBuffer input) {
    stage.offer(input);
  }

  @Override
  public void endOfInput() {
    stage.endOfInput();
  }

  @Override
  public @Nullable O poll() {
    try {
      return stage.poll();
    } catch (IllFormedTextException | BareLineBreakException e) {
      throw new DecodingException("Text decoding error: " + e.getMessage(), e);
    } catch (TooLongLineException | TooLongTextException | TooLongEventException e) {
      throw tooLong(e);
    }
  }

  private static DataBufferLimitException tooLong(RuntimeException cause) {
    DataBufferLimitException failure =
        new DataBufferLimitException(String.valueOf(cause.getMessage()));
    failure.initCause(cause);
    return failure;
  }

  @Override
  public boolean isSpent() {
    return stage.isSpent();
  }

  @Override
  public void close() {
    stage.close();
  }
}
