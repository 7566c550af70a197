/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FileSplit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One split of a file: looks for where its first line begins, hands the bytes from there on to a
 * stage that begins at that offset, and ends it where the first line of the next split begins.
 *
 * <p>It is given the bytes of the file from {@link #readFrom()} on, cut anywhere. It guarantees
 * that the inner stage gets exactly the bytes of the split, and is made only where a line begins in
 * it. It leaves to {@link SplitRules} where a line begins, and to the inner stage to read it.
 *
 * @param <O> what comes out
 */
public final class FileSplitStage<O> extends AbstractStage<ByteBuffer, O> implements FileSplit<O> {
  /** The number of bytes after the tail that are searched at once: most lines end within it. */
  private static final int WINDOW = 4096;

  private final TextEncoding encoding;
  private final SplitRules rules;
  private final long end;
  private final long readFrom;
  private final LongFunction<ByteStage<O>> stages;

  /**
   * The first start of a line at or after this offset is looked for: the begin of the split, then
   * its end.
   */
  private long target;

  private boolean found;

  /** Reads the split, once its begin is found. */
  private @Nullable ByteStage<O> stage;

  /** Bytes of earlier inputs that are not searched and not read yet. */
  private byte[] tail = NO_BYTES;

  /** Where the tail begins in the file: what is before it is decided. */
  private long position;

  private boolean complete;

  /**
   * @param stages makes the stage that reads from an offset on
   */
  public FileSplitStage(
      TextEncoding encoding,
      SplitRules rules,
      long begin,
      long end,
      LongFunction<ByteStage<O>> stages) {
    super(NOTHING);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "split [" + begin + ", " + end + "): give 0 <= begin <= end");
    }
    this.encoding = encoding;
    this.rules = rules;
    this.end = end;
    this.stages = stages;
    this.readFrom = rules.searchFrom(begin);
    this.target = begin;
    this.position = readFrom;
    this.complete = begin == end;
    if (position >= target) {
      start();
    }
  }

  private void start() {
    if (position >= end) {
      complete = true;
      return;
    }
    stage = stages.apply(position);
    target = end;
    found = false;
  }

  @Override
  public long readFrom() {
    return readFrom;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  protected @Nullable O next(ByteBuffer input, boolean ending) {
    do {
      O output = stage == null ? null : stage.poll();
      if (output != null) {
        return output;
      }
    } while (!complete && advance(input, ending));
    return null;
  }

  /** Passes the next bytes to the reader, or searches in them. False: no byte is left. */
  private boolean advance(ByteBuffer input, boolean ending) {
    if (tail.length == 0 && !input.hasRemaining()) {
      if (ending) {
        finish();
      }
      return ending;
    }
    long beforeSearch = stage == null ? 0 : rules.searchFrom(end) - position;
    if (beforeSearch > 0) {
      ByteBuffer bytes = tail.length > 0 ? ByteBuffer.wrap(tail) : input;
      read(bytes, (int) Math.min(bytes.remaining(), beforeSearch), input);
      return true;
    }
    return searchOn(input, ending);
  }

  private void finish() {
    complete = true;
    if (stage != null) {
      stage.endOfInput();
    }
  }

  /** Passes bytes that are decided, those of the tail first; the split has them if it has begun. */
  private void read(ByteBuffer bytes, int count, ByteBuffer input) {
    if (stage != null && count > 0) {
      stage.offer(bytes.slice(bytes.position(), count));
    }
    int ofTail = Math.min(count, tail.length);
    tail = Arrays.copyOfRange(tail, ofTail, tail.length);
    input.position(input.position() + count - ofTail);
    position += count;
  }

  /** Searches the tail and the next bytes, side by side; a tail that they do not decide grows. */
  private boolean searchOn(ByteBuffer input, boolean ending) {
    int next = Math.min(input.remaining(), WINDOW);
    byte[] joined = Arrays.copyOf(tail, tail.length + next);
    input.get(input.position(), joined, tail.length, next);
    boolean more = !ending || next < input.remaining();
    int decided = rules.pass(joined, 0, joined.length, more, this::isTarget);
    read(ByteBuffer.wrap(joined), decided, input);
    if (found && stage != null) {
      finish();
    } else if (found) {
      start();
    } else if (stage == null && position >= end) {
      // All bytes of the split are decided, and nothing begins in it.
      complete = true;
    } else if (decided == 0) {
      tail = join(tail, NO_BYTES, input);
      // At the end it is searched once more, with nothing behind it.
      return ending;
    }
    return true;
  }

  private boolean isTarget(int bytes) {
    found = position + bytes >= target;
    return found;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return Optional.of(encoding);
  }

  @Override
  public byte[] takeUndelivered() {
    refuseFromWithin();
    byte[] read = stage == null || isOver() ? NO_BYTES : stage.takeUndelivered();
    byte[] rest = join(read, tail, current());
    close();
    return rest;
  }

  @Override
  protected void discard() {
    tail = NO_BYTES;
    if (stage != null) {
      stage.close();
    }
  }
}
