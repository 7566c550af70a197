/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spark;

import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongLine;
import io.utflow.codec.stage.TooLongPolicy;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What was wrong with each line. Observers are told of sequences before the line is polled that
 * holds them, and of some of the lines behind it: offsets tell which are whose. Before the next
 * bytes are read all lines that have ended were polled, so what is left belongs to the open line
 * and need not be kept apart: memory is bounded by the sequences of one buffer.
 */
final class LineErrors {
  private final ArrayDeque<Long> illFormed = new ArrayDeque<>();
  private final ArrayDeque<Long> tooLong = new ArrayDeque<>();
  private final boolean discards;

  /** Of the open line: its sequences in buffers before. */
  private long openCount;

  private @Nullable Long openOffset;

  /** Of the line that was polled last. */
  private long count;

  private @Nullable Long offset;
  private boolean truncated;

  LineErrors(TooLongPolicy onTooLong) {
    this.discards = onTooLong == TooLongPolicy.DISCARD;
  }

  /** Lines that are to be discarded are truncated instead, so that none is passed in silence. */
  LineSpec observed(LineSpec lines) {
    LineSpec each = discards ? lines.onTooLong(TooLongPolicy.TRUNCATE) : lines;
    return each.observer(this::add);
  }

  private void add(TooLongLine line) {
    tooLong.add(line.byteOffset());
  }

  void add(IllFormedSequence found) {
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
