/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Encoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to the whole text, where nothing is to be told or thrown before the end: the bytes of a
 * short text are gathered and decoded at once, which costs less than in pieces. When more arrive,
 * {@link WholeTextStage} goes on.
 */
final class ShortTextStage implements ByteStage<String> {
  private static final int MOST_BYTES = 8192;

  private enum State {
    OPEN,
    ENDING,
    OVER
  }

  private final DecoderSpec spec;
  private final int maxChars;
  private State state = State.OPEN;
  private byte[] gathered = AbstractStage.NO_BYTES;
  private int count;

  /** Reads a text that is not short. */
  private @Nullable ByteStage<String> longer;

  /**
   * @param spec as {@link #suits} says
   */
  ShortTextStage(DecoderSpec spec, int maxChars) {
    this.spec = spec;
    this.maxChars = maxChars;
  }

  /** Whether it makes no difference when bytes are decoded, and the encoding is known. */
  static boolean suits(DecoderSpec spec) {
    return Encoding.of(spec.encoding()).isFixed()
        && spec.equals(DecoderSpec.of(spec.encoding()).pieceLength(spec.pieceLength()));
  }

  @Override
  public void offer(ByteBuffer next) {
    Objects.requireNonNull(next, "input");
    requireNot(longer == null && state != State.OPEN);
    // No encoding yields more chars than bytes, so the bound is not passed.
    if (longer == null && next.remaining() <= Math.min(MOST_BYTES, maxChars) - count) {
      gather(next);
    } else {
      longer().offer(next);
    }
  }

  private void gather(ByteBuffer next) {
    int length = next.remaining();
    if (length > gathered.length - count) {
      gathered = Arrays.copyOf(gathered, Math.max(count + length, roomBehind(length)));
    }
    next.get(gathered, count, length);
    count += length;
  }

  /** A first input is often a quarter of a short text, or all of it. */
  private int roomBehind(int length) {
    return Math.min(MOST_BYTES, count == 0 ? 4 * length : 2 * gathered.length);
  }

  private ByteStage<String> longer() {
    ByteStage<String> stage = longer;
    if (stage == null) {
      stage = Stages.longText(spec, maxChars);
      longer = stage;
      stage.offer(ByteBuffer.wrap(gathered, 0, count));
      stage.poll();
      gathered = AbstractStage.NO_BYTES;
      if (state == State.ENDING) {
        stage.endOfInput();
      }
    }
    return stage;
  }

  @Override
  public void endOfInput() {
    if (longer != null) {
      longer.endOfInput();
    } else if (state == State.OPEN) {
      state = State.ENDING;
    }
  }

  @Override
  public @Nullable String poll() {
    if (longer != null) {
      return longer.poll();
    }
    if (state != State.ENDING) {
      return null;
    }
    String text = spec.newDecoder().decode(ByteBuffer.wrap(gathered, 0, count), true);
    close();
    return text.isEmpty() ? null : text;
  }

  @Override
  public boolean isSpent() {
    return longer != null ? longer.isSpent() : state != State.ENDING;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return longer != null ? longer.resolvedEncoding() : Optional.of(spec.encoding());
  }

  @Override
  public void switchTo(DecoderSpec next) {
    requireNot(longer == null && state == State.OVER);
    longer().switchTo(next);
  }

  @Override
  public byte[] takeUndelivered() {
    byte[] rest =
        longer == null && state == State.OVER ? AbstractStage.NO_BYTES : longer().takeUndelivered();
    close();
    return rest;
  }

  private static void requireNot(boolean over) {
    if (over) {
      throw new IllegalStateException("nothing more is read: the stage has ended or is closed");
    }
  }

  @Override
  public void close() {
    state = State.OVER;
    gathered = AbstractStage.NO_BYTES;
    if (longer != null) {
      longer.close();
    }
  }
}
