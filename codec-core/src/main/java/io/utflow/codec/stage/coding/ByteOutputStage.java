/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.OutputBuffers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stage that yields buffers of bytes. It sizes them by the needs of the stream so far, and
 * delivers the bytes written before a failure first.
 *
 * <p>It is given inputs, and a source of buffers. It guarantees that no buffer is empty or longer
 * than the spec says, and that each one that it does not yield is released. It leaves to subclasses
 * how an input is coded.
 */
abstract class ByteOutputStage<I, B> extends AbstractStage<I, B> {
  private static final ByteBuffer NO_ROOM = ByteBuffer.allocate(0);

  /**
   * The least factor that is believed: no encoding needs fewer bytes for a byte or char. Input that
   * yields less was mostly left out, so it does not predict the next input.
   */
  private static final double LEAST_PER_UNIT = 0.25;

  /** Room for the mark, and for a character that ends the input and makes it a little longer. */
  private static final int SLACK = 8;

  /** Up to here a buffer is allocated for the worst case. */
  private static final int SMALL = 512;

  private final OutputBuffers<B> buffers;
  private int pieceBytes;

  /** The bound when all was written that a spec before has left to be written. */
  private int nextPieceBytes;

  private int mostPerUnit;
  private double bytesPerUnit;
  private boolean dry;
  private int lastLength;

  ByteOutputStage(I nothing, OutputBuffers<B> buffers, EncoderSpec spec) {
    super(nothing);
    this.buffers = buffers;
    this.pieceBytes = spec.pieceBytes();
    this.mostPerUnit = spec.encoding().maxBytesPerChar();
    this.bytesPerUnit = mostPerUnit;
  }

  /**
   * Goes on by another spec. The spec before may have characters for which the new bound has no
   * room: the larger one is kept until {@link #startNextBound}.
   */
  final void sizeBy(EncoderSpec spec) {
    nextPieceBytes = spec.pieceBytes();
    pieceBytes = Math.max(pieceBytes, nextPieceBytes);
    mostPerUnit = spec.encoding().maxBytesPerChar();
    bytesPerUnit = mostPerUnit;
    dry = false;
  }

  /**
   * All was written that the spec before has left, to {@code room} from {@code from} on: the buffer
   * takes no more than the new bound.
   */
  final void startNextBound(ByteBuffer room, int from) {
    pieceBytes = nextPieceBytes;
    if (room.limit() - from > pieceBytes) {
      room.limit(Math.max(room.position(), from + pieceBytes));
    }
  }

  /** Codes some of the input to {@code room}. */
  abstract CoderStatus code(I input, ByteBuffer room, boolean ending);

  /** The rest of the input, in its units. */
  abstract int remaining(I input);

  @Override
  protected final @Nullable B next(I input, boolean ending) {
    // The end of the stream may have come since, and the coder may still write what ends it.
    if (dry && !ending || isDry(input, ending)) {
      return nothingMore();
    }
    int units = remaining(input);
    B buffer = buffers.allocate(capacityFor(units));
    B output = null;
    try {
      int written = fill(input, buffer, ending);
      if (written > 0) {
        int read = units - remaining(input);
        if (read >= SLACK) {
          bytesPerUnit = Math.max(LEAST_PER_UNIT, (double) written / read);
        }
        output = buffers.finish(buffer, written);
        lastLength = written;
      }
    } finally {
      if (output == null) {
        buffers.release(buffer);
      }
    }
    return output == null ? nothingMore() : output;
  }

  /** The bytes of the last output. */
  public final int lastLength() {
    return lastLength;
  }

  @Override
  protected final boolean isUsedUp(I input) {
    boolean usedUp = dry;
    if (usedUp) {
      nothingMore();
    }
    return usedUp;
  }

  /** Called when an input is used up, before the next comes. */
  void drained() {}

  private @Nullable B nothingMore() {
    dry = false;
    drained();
    return null;
  }

  /** Nothing to read and no text that waits: found out without a buffer. */
  private boolean isDry(I input, boolean ending) {
    return remaining(input) == 0 && code(input, NO_ROOM, ending) == CoderStatus.UNDERFLOW;
  }

  private int fill(I input, B buffer, boolean ending) {
    ByteBuffer room = buffers.writableView(buffer);
    if (room.remaining() > pieceBytes) {
      room.limit(room.position() + pieceBytes);
    }
    int from = room.position();
    try {
      dry = code(input, room, ending) == CoderStatus.UNDERFLOW;
    } catch (Throwable e) {
      if (room.position() == from) {
        throw e;
      }
      failBehindOutput(e);
    }
    if (room.position() == from && !dry) {
      throw new IllegalStateException("the buffer has less room than was asked for");
    }
    return room.position() - from;
  }

  private int capacityFor(int units) {
    long worst = (long) units * mostPerUnit + SLACK;
    long likely = worst <= SMALL ? worst : (long) (units * bytesPerUnit * 1.0625) + SLACK;
    return (int) Math.min(likely, pieceBytes);
  }
}
