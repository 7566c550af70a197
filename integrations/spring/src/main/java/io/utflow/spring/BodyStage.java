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
  /** Which setting bounds what codecs hold: in Spring, and its property in Boot. */
  static final String LIMIT =
      "maxInMemorySize of the codecs (spring.http.codecs.max-in-memory-size)";

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
    } catch (TooLongEventException e) {
      throw tooLong(e.event() + "; " + LIMIT + " sets the bound", e);
    } catch (TooLongLineException e) {
      throw tooLong(
          e.line()
              + "; the bound is the smaller of "
              + LIMIT
              + " and maxChars of the LineSpec, utflow.codec.max-line-length",
          e);
    } catch (TooLongTextException e) {
      throw tooLong(String.valueOf(e.getMessage()), e);
    }
  }

  private static DataBufferLimitException tooLong(String message, RuntimeException cause) {
    DataBufferLimitException failure = new DataBufferLimitException(message);
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
