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

  /** The number of chars of the input that are taken; 0 when it is used up. */
  private int taken;

  public EncodeStage(OutputBuffers<B> buffers, EncoderSpec spec) {
    super("", buffers, spec);
    this.encoder = Encoder.quiet(new Encoder(spec));
  }

  @Override
  CoderStatus code(CharSequence input, ByteBuffer room, boolean ending) {
    Encoder first = switchedFrom;
    if (first != null) {
      int from = room.position();
      if (first.encode("", 0, room, true) == CoderStatus.OVERFLOW) {
        return CoderStatus.OVERFLOW;
      }
      switchedFrom = null;
      startNextBound(room, from);
    }
    long before = encoder.position() + encoder.pendingChars();
    try {
      return encoder.encode(input, taken, room, ending);
    } finally {
      // What was written before a failure is an output, and is taken, too.
      taken += (int) (encoder.position() + encoder.pendingChars() - before);
    }
  }

  @Override
  public void switchTo(EncoderSpec next) {
    requireOpen();
    Encoder before = encoder;
    String failed = before.takeBackFailed();
    if (!failed.isEmpty()) {
      takeBackFailure();
      CharSequence input = current();
      replaceInput(failed + input.subSequence(Math.min(taken, input.length()), input.length()));
      taken = 0;
    }
    // A character that is read again was counted, and is judged in the new way.
    long illFormed = illFormedCount() - (failed.isEmpty() ? 0 : 1);
    tellBeforeSwitch(0, illFormed);
    if (isOver()) {
      return;
    }
    illFormedBefore = illFormed;
    encoder = Encoder.quiet(before.next(next));
    // Between two switches nothing was written that would have to end.
    switchedFrom = switchedFrom == null ? before : switchedFrom;
    encoding = Optional.of(next.encoding());
    sizeBy(next);
  }

  /** Known after a switch, for the listener; otherwise the encoding of the spec. */
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
    // A failure that was thrown has ended the stream, and dropped its input.
    String failed = hasFailed() ? "" : encoder.takeFailedText();
    int from = Math.min(taken, input.length());
    String rest = before + failed + encoder.takePending() + input.subSequence(from, input.length());
    close();
    return rest;
  }
}
