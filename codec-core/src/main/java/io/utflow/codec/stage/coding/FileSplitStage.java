/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.coding;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.filesplit.SplitRules;
import io.utflow.codec.filesplit.StartSearch;
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
 * @param <O> what comes out
 */
public final class FileSplitStage<O> extends AbstractStage<ByteBuffer, O> implements FileSplit<O> {
  /** So much behind the tail is looked at in one go: most lines end in it. */
  private static final int WINDOW = 4096;

  private final TextEncoding encoding;
  private final SplitRules rules;
  private final long end;
  private final long readFrom;
  private final LongFunction<ByteStage<O>> stages;

  /** For the begin; once that is found, for the end. */
  private StartSearch search;

  /** Reads the split, once its begin is found. */
  private @Nullable ByteStage<O> stage;

  /** Bytes of earlier inputs that are neither searched nor read. */
  private byte[] tail = NO_BYTES;

  /** How many bytes may be read before the search for the end begins. */
  private long beforeSearch;

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
    this.search = rules.search(begin, readFrom);
    this.complete = begin == end;
    // What the spec and the rule do not allow fails now.
    stages.apply(begin).close();
    if (search.isFound()) {
      start();
    }
  }

  private void start() {
    long begin = search.position();
    if (begin >= end) {
      complete = true;
      return;
    }
    stage = stages.apply(begin);
    long from = Math.max(begin, rules.searchFrom(end));
    beforeSearch = from - begin;
    search = rules.search(end, from);
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

  /** Brings the next bytes to where they belong. False: there are none. */
  private boolean advance(ByteBuffer input, boolean ending) {
    if (tail.length == 0 && !input.hasRemaining()) {
      if (ending) {
        finish();
      }
      return ending;
    }
    if (beforeSearch > 0) {
      readBeforeSearch(input);
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

  /** Reads bytes behind which the split goes on for certain. */
  private void readBeforeSearch(ByteBuffer input) {
    ByteBuffer bytes = tail.length > 0 ? ByteBuffer.wrap(tail) : input;
    int length = (int) Math.min(bytes.remaining(), beforeSearch);
    beforeSearch -= length;
    read(bytes.slice(bytes.position(), length));
    retire(length, input);
  }

  private void read(ByteBuffer bytes) {
    if (stage != null && bytes.hasRemaining()) {
      stage.offer(bytes);
    }
  }

  /** Searches the tail and the next bytes, side by side; a tail that they do not decide grows. */
  private boolean searchOn(ByteBuffer input, boolean ending) {
    int next = Math.min(input.remaining(), WINDOW);
    byte[] joined = Arrays.copyOf(tail, tail.length + next);
    input.get(input.position(), joined, tail.length, next);
    int decided = search.look(joined, 0, joined.length, !ending || next < input.remaining());
    read(ByteBuffer.wrap(joined, 0, decided));
    retire(decided, input);
    return goOn(decided, input, ending);
  }

  /** So many bytes are decided, those of the tail first. */
  private void retire(int count, ByteBuffer input) {
    int ofTail = Math.min(count, tail.length);
    tail = Arrays.copyOfRange(tail, ofTail, tail.length);
    input.position(input.position() + count - ofTail);
  }

  private boolean goOn(int decided, ByteBuffer input, boolean ending) {
    if (search.isFound()) {
      if (stage == null) {
        start();
      } else {
        finish();
      }
      return true;
    }
    if (stage == null && search.position() >= end) {
      // All bytes of the split are decided, and nothing begins in it.
      complete = true;
      return true;
    }
    if (decided == 0) {
      tail = join(tail, NO_BYTES, input);
    }
    // At the end a tail that took all of the input is searched once more, with nothing behind it.
    return decided > 0 || ending;
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
