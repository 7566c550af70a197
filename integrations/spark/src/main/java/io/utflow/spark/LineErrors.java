/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The errors of each line. Observers are called for the sequences in a line before that line is
 * polled, and for some in later lines; offsets tell to which line each belongs. All finished lines
 * are polled before the next bytes are read, so the remaining sequences belong to the open line and
 * are only counted: memory is bounded by the sequences of one buffer.
 */
final class LineErrors {
  private final ArrayDeque<Long> illFormed = new ArrayDeque<>();
  private final ArrayDeque<Long> tooLong = new ArrayDeque<>();
  private final boolean discards;

  /** The number of sequences of the open line in earlier buffers. */
  private long openCount;

  private @Nullable Long openOffset;

  /** The number of sequences in the line that was polled last. */
  private long count;

  private @Nullable Long offset;
  private boolean truncated;

  LineErrors(TooLongPolicy onTooLong) {
    this.discards = onTooLong == TooLongPolicy.DISCARD;
  }

  /** Lines that are to be discarded are truncated instead, so that no line is skipped silently. */
  TooLongPolicy policy(TooLongPolicy onTooLong) {
    return discards ? TooLongPolicy.TRUNCATE : onTooLong;
  }

  void tooLong(TooLongLine line) {
    tooLong.add(line.byteOffset());
  }

  void illFormed(IllFormedSequence found) {
    illFormed.add(found.byteOffset());
  }

  void beforeRead() {
    if (!illFormed.isEmpty()) {
      openOffset = openOffset == null ? illFormed.getFirst() : openOffset;
      openCount += illFormed.size();
      illFormed.clear();
    }
  }

  /**
   * Goes on to the next line.
   *
   * @return false if it is to be discarded
   */
  boolean next(LocatedLine line) {
    count = openCount;
    offset = openOffset;
    openCount = 0;
    openOffset = null;
    long end = line.next().byteOffset();
    while (!illFormed.isEmpty() && illFormed.getFirst() < end) {
      Long first = illFormed.removeFirst();
      offset = offset == null ? first : offset;
      count++;
    }
    truncated = !tooLong.isEmpty() && tooLong.getFirst() == line.begin();
    if (truncated) {
      tooLong.removeFirst();
    }
    return !(truncated && discards);
  }

  long illFormedCount() {
    return count;
  }

  @Nullable Long illFormedOffset() {
    return offset;
  }

  boolean isTruncated() {
    return truncated;
  }
}
