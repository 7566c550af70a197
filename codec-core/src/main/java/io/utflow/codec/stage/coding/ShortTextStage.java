/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.Decoder;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to the whole text, where nothing is to be told or thrown before the end or the bound: they
 * are gathered and decoded at the end, which costs less than in pieces. What there is no room for
 * goes to {@link WholeTextStage}, as much at a time as was gathered.
 */
public final class ShortTextStage implements ByteStage<String> {
  private enum State {
    OPEN,
    ENDING,
    OVER
  }

  private final DecoderSpec spec;
  private final int maxChars;
  private State state = State.OPEN;
  private @Nullable GatheredBytes gathered;
  private long received;

  /** Whether there is no bound near, and nothing to tell. */
  private boolean gathers = true;

  /** Reads a text that is not short. */
  private @Nullable ByteStage<String> longer;

  /**
   * @param spec as {@link #suits} says
   */
  public ShortTextStage(DecoderSpec spec, int maxChars) {
    this.spec = spec;
    this.maxChars = maxChars;
  }

  /** Whether it makes no difference when bytes are decoded, and the encoding is known. */
  public static boolean suits(DecoderSpec spec) {
    DecoderSpec plain = DecoderSpec.of(spec.encoding());
    return Encoding.of(spec.encoding()).isFixed()
        && (spec.equals(plain) || spec.equals(plain.pieceLength(spec.pieceLength())));
  }

  @Override
  public void offer(ByteBuffer next) {
    Objects.requireNonNull(next, "input");
    requireNot(state != State.OPEN);
    if (longer != null && !longer.isSpent()) {
      throw new IllegalStateException("the previous input is not drained: poll until null");
    }
    received += next.remaining();
    gathers &= received <= maxChars / mostCharsPerByte();
    if (gathers) {
      gather(next);
    } else {
      longer().offer(next);
      forgetGathered();
    }
  }

  /** Where there is state a byte may be a surrogate pair, as in SCSU and BOCU-1. */
  private int mostCharsPerByte() {
    return Encoding.of(spec.encoding()).hasState() ? 2 : 1;
  }

  private void gather(ByteBuffer next) {
    GatheredBytes bytes = gathered;
    if (bytes == null) {
      bytes = GatheredBytes.borrow(next.remaining());
      gathered = bytes;
    }
    if (!bytes.hasRoomFor(next)) {
      bytes = bytes.enlarged(next.remaining());
      gathered = bytes;
    }
    if (next.hasArray() && !bytes.hasRoomFor(next)) {
      longer().offer(next);
      return;
    }
    bytes.take(next);
    while (next.hasRemaining()) {
      longer();
      bytes.take(next);
    }
  }

  /** What reads on, behind all that was gathered. */
  private ByteStage<String> longer() {
    ByteStage<String> stage = longer;
    if (stage == null) {
      stage = WholeTextStage.of(spec, maxChars);
      longer = stage;
    }
    if (gathered != null && gathered.count() > 0) {
      stage.offer(gathered.takeAll());
      stage.poll();
    }
    if (state == State.ENDING) {
      stage.endOfInput();
    }
    return stage;
  }

  @Override
  public void endOfInput() {
    if (state != State.OPEN) {
      return;
    }
    state = State.ENDING;
    if (longer != null) {
      longer();
    }
  }

  @Override
  public @Nullable String poll() {
    if (longer != null) {
      String text = longer.poll();
      if (text != null) {
        close();
      }
      return text;
    }
    GatheredBytes bytes = gathered;
    if (state != State.ENDING || bytes == null) {
      return null;
    }
    String text =
        Decoder.quiet(spec).decode(ByteBuffer.wrap(bytes.array(), 0, bytes.count()), true);
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
    gathers = false;
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
    forgetGathered();
    if (longer != null) {
      longer.close();
    }
  }

  private void forgetGathered() {
    GatheredBytes bytes = gathered;
    gathered = null;
    if (bytes != null) {
      bytes.giveBack();
    }
  }
}
