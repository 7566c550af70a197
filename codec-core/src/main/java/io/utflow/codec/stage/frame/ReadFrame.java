/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A frame that a stage of its own reads as its content arrives. An exception of that stage fails
 * the frame, unless it is an {@link Error}.
 *
 * @param <O> the outputs of the stage
 */
final class ReadFrame<O, R> extends OpenFrame<R> {
  private final LongFunction<? extends ByteStage<O>> readers;
  private final FrameResult<? super O, ? extends R> result;
  private final Consumer<? super O> heard;
  private @Nullable ByteStage<O> reader;

  /**
   * @param readers makes the reader of a frame that begins at a byte offset
   * @param heard is told of each output first
   */
  ReadFrame(
      LongFunction<? extends ByteStage<O>> readers,
      FrameResult<? super O, ? extends R> result,
      long maxBytes,
      Consumer<? super O> heard) {
    super(maxBytes);
    this.readers = Objects.requireNonNull(readers, "readers");
    this.result = Objects.requireNonNull(result, "result");
    this.heard = heard;
  }

  @Override
  void begin(long at) {
    reader = Objects.requireNonNull(readers.apply(at), "a reader");
  }

  @Override
  void read(ByteBuffer content) {
    ByteStage<O> stage = reader;
    if (stage != null) {
      try {
        stage.offer(content);
      } catch (Exception e) {
        unreadable(e);
      }
    }
  }

  @Override
  void readEnd() {
    ByteStage<O> stage = reader;
    if (stage != null) {
      try {
        stage.endOfInput();
      } catch (Exception e) {
        unreadable(e);
      }
    }
  }

  @Override
  @Nullable R poll() {
    O output;
    while ((output = pollReader()) != null) {
      heard.accept(output);
      R made = result.output(output);
      if (made != null) {
        return made;
      }
    }
    return null;
  }

  private @Nullable O pollReader() {
    ByteStage<O> stage = reader;
    try {
      return stage == null ? null : stage.poll();
    } catch (Exception e) {
      // Also a checked exception, which an observer in another language may throw.
      unreadable(e);
      return null;
    }
  }

  /** Whether nothing more comes of the content that was given. */
  boolean isSpent() {
    ByteStage<O> stage = reader;
    return isReading() && stage != null && stage.isSpent();
  }

  @Override
  @Nullable R end(FrameBounds bounds) {
    return result.end(bounds);
  }

  @Override
  @Nullable R failed(FrameException failure) {
    return result.failed(failure);
  }

  @Override
  Optional<TextEncoding> resolvedEncoding() {
    return reader == null ? Optional.empty() : reader.resolvedEncoding();
  }

  @Override
  void switchTo(DecoderSpec next) {
    ByteStage<O> stage = reader;
    if (stage == null || !isReading()) {
      throw new IllegalStateException(
          "no frame is being read that could go on in another encoding: it has ended or failed");
    }
    stage.switchTo(next);
  }

  @Override
  byte[] takeUndelivered() {
    ByteStage<O> stage = reader;
    reader = null;
    return stage == null || isFailed() ? AbstractStage.NO_BYTES : stage.takeUndelivered();
  }

  @Override
  void release() {
    ByteStage<O> stage = reader;
    reader = null;
    if (stage != null) {
      stage.close();
    }
  }
}
