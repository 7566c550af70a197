/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.Encoder;
import io.utflow.codec.stage.OutputBuffers;
import io.utflow.codec.stage.TextStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Text to bounded buffers of bytes.
 *
 * <p>It is given text, cut anywhere. It guarantees that each char is taken once, and that a high
 * surrogate at the end of an input waits for the next. It leaves to {@link Encoder} what chars are
 * written as.
 */
public final class EncodeStage<B> extends ByteOutputStage<CharSequence, B>
    implements TextStage<CharSequence, B> {
  private Encoder encoder;

  /** The encoder before a switch, as long as it has something to write. */
  private @Nullable Encoder switchedFrom;

  private Optional<TextEncoding> encoding = Optional.empty();

  /** Ill-formed sequences before the last switch. */
  private long illFormedBefore;

  /** How many chars of the input are taken; 0 when it is used up. */
  private int taken;

  public EncodeStage(OutputBuffers<B> buffers, EncoderSpec spec) {
    super("", buffers, spec);
    this.encoder = Encoder.quiet(new Encoder(spec));
  }

  @Override
  CoderStatus code(CharSequence input, ByteBuffer room, boolean ending) {
    Encoder first = switchedFrom;
    if (first != null) {
      if (first.encode("", 0, room, true) == CoderStatus.OVERFLOW) {
        return CoderStatus.OVERFLOW;
      }
      switchedFrom = null;
      startNextBound();
    }
    long before = encoder.position() + encoder.pendingChars();
    CoderStatus status = encoder.encode(input, taken, room, ending);
    taken += (int) (encoder.position() + encoder.pendingChars() - before);
    return status;
  }

  @Override
  public void switchTo(EncoderSpec next) {
    requireOpen();
    Encoder before = encoder;
    tellBeforeSwitch(0, illFormedCount());
    if (isOver()) {
      return;
    }
    illFormedBefore += before.illFormedCount();
    encoder = Encoder.quiet(before.next(next));
    // Between two switches nothing was written that would have to end.
    switchedFrom = switchedFrom == null ? before : switchedFrom;
    encoding = Optional.of(next.encoding());
    sizeBy(next);
  }

  /** Known behind a switch, for the listener; that of the spec otherwise. */
  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return encoding;
  }

  @Override
  public long read() {
    return encoder.position();
  }

  @Override
  public long illFormedCount() {
    return illFormedBefore + encoder.illFormedCount();
  }

  @Override
  int remaining(CharSequence input) {
    return input.length() - taken;
  }

  @Override
  void drained() {
    taken = 0;
  }

  @Override
  public String takeUndelivered() {
    beforeHandOver();
    CharSequence input = current();
    String before = switchedFrom == null ? "" : switchedFrom.takePending();
    String rest = before + encoder.takePending() + input.subSequence(taken, input.length());
    close();
    return rest;
  }
}
