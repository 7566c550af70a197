/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stage that decodes, and can switch to another encoding or policy at any byte.
 *
 * <p>It is given inputs, and by a subclass bytes of earlier ones to read again. It guarantees that
 * these are read before the input, once, and are handed over if the stage is given up. It leaves to
 * subclasses to decode, and to say what is put back at a switch.
 */
public abstract class ReadingStage<O> extends AbstractStage<ByteBuffer, O>
    implements ByteStage<O>, ForgetsInput {
  /** Bytes that the decoder before the switch had taken and not decoded: they are read first. */
  private byte[] putBack = NO_BYTES;

  /** The position at which the input was offered. Bytes before it are not ours to read. */
  private int begin;

  protected ReadingStage() {
    super(NOTHING);
  }

  @Override
  protected final void begun(ByteBuffer input) {
    begin = input.position();
  }

  /** The next output, or null if {@code input} is used up. */
  protected abstract @Nullable O read(ByteBuffer input, boolean ending);

  @Override
  protected final @Nullable O next(ByteBuffer input, boolean ending) {
    if (putBack.length == 0) {
      return read(input, ending);
    }
    ByteBuffer whole = input;
    if (standsBefore(input, putBack)) {
      // An input may be switched in often: it is not copied each time.
      input.position(input.position() - putBack.length);
    } else {
      whole = ByteBuffer.wrap(join(putBack, NO_BYTES, input));
      replaceInput(whole);
      begin = 0;
    }
    putBack = NO_BYTES;
    return read(whole, ending);
  }

  @Override
  protected boolean readsInputGiven() {
    return putBack.length == 0;
  }

  @Override
  protected boolean hasPutBack() {
    return putBack.length > 0;
  }

  /** Whether these are the bytes of {@code input} that were read last. */
  private boolean standsBefore(ByteBuffer input, byte[] bytes) {
    int from = input.position() - bytes.length;
    return from >= begin && input.slice(from, bytes.length).equals(ByteBuffer.wrap(bytes));
  }

  /** Reads these bytes before others. */
  protected final void putBack(byte[] bytes) {
    putBack = join(bytes, putBack, NOTHING);
  }

  /** Closes the stage and returns all bytes that have not become an output, {@code taken} first. */
  protected final byte[] close(byte[] taken) {
    byte[] rest = join(taken, putBack, current());
    close();
    return rest;
  }

  @Override
  protected void discard() {
    putBack = NO_BYTES;
  }
}
