/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import io.utflow.codec.stage.coding.AbstractStage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A frame whose bytes are gathered and read at its end; at once if one input has all of them. */
final class GatheredFrame<R> extends OpenFrame<R> {
  private static final int LEAST = 64;

  /** Virtual machines refuse longer arrays. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final WholeFrame<R> whole;
  private final TooLongPolicy onTooLong;
  private final Consumer<? super R> heard;

  /** All that was given of it, as long as that stands in one input; null if it does not. */
  private @Nullable ByteBuffer inPlace;

  private byte[] kept = AbstractStage.NO_BYTES;
  private int count;
  private boolean truncated;

  /**
   * @param heard is told of each element
   */
  GatheredFrame(
      WholeFrame<R> whole, int maxBytes, TooLongPolicy onTooLong, Consumer<? super R> heard) {
    super(maxBytes);
    this.whole = Objects.requireNonNull(whole, "frame");
    this.onTooLong = Objects.requireNonNull(onTooLong, "onTooLong");
    this.heard = heard;
  }

  @Override
  void begin(long at) {
    truncated = false;
  }

  @Override
  void read(ByteBuffer content) {
    if (inPlace == null && count == 0) {
      inPlace = content;
    } else {
      keep();
      append(content);
    }
  }

  @Override
  void keep() {
    ByteBuffer bytes = inPlace;
    inPlace = null;
    if (bytes != null) {
      append(bytes);
    }
  }

  private void append(ByteBuffer bytes) {
    int length = bytes.remaining();
    if (kept.length - count < length) {
      kept = Arrays.copyOf(kept, room(kept.length, count + (long) length, maxBytes()));
    }
    bytes.get(kept, count, length);
    count += length;
  }

  /** The next length of the array, at least {@code needed}, and no longer than arrays may be. */
  static int room(int before, long needed, long most) {
    long wished = Math.min(LONGEST_ARRAY, Math.max(LEAST, 2L * before));
    return (int) Math.min(Math.max(needed, wished), most);
  }

  @Override
  boolean tooLong() {
    return switch (onTooLong) {
      case FAIL -> super.tooLong();
      case TRUNCATE -> {
        truncated = true;
        yield false;
      }
      case DISCARD -> {
        leaveOut();
        yield true;
      }
    };
  }

  @Override
  void cut() {
    if (onTooLong == TooLongPolicy.TRUNCATE) {
      truncated = true;
      end();
    } else {
      super.cut();
    }
  }

  @Override
  void readEnd() {
    // It is read when the mark behind it is consumed.
  }

  @Override
  @Nullable R poll() {
    return null;
  }

  @Override
  @Nullable R end(FrameBounds bounds) {
    ByteBuffer bytes = inPlace == null ? ByteBuffer.wrap(kept, 0, count) : inPlace;
    R element;
    try {
      element = whole.read(bytes, bounds, truncated);
    } catch (RuntimeException e) {
      unreadable(e);
      return null;
    }
    // What was cut may announce another length.
    if (element != null && !truncated) {
      heard.accept(element);
    }
    return element;
  }

  @Override
  @Nullable R failed(FrameException failure) {
    return whole.failed(failure);
  }

  @Override
  byte[] takeUndelivered() {
    keep();
    byte[] bytes = isFailed() ? AbstractStage.NO_BYTES : Arrays.copyOf(kept, count);
    release();
    return bytes;
  }

  @Override
  void release() {
    inPlace = null;
    kept = AbstractStage.NO_BYTES;
    count = 0;
  }
}
