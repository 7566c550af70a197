/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.illformed;

import io.utflow.codec.IllFormedSequence;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Ill-formed sequences that wait for their place to be read, first in, first out. Kept as kinds and
 * offsets: most are never asked for.
 */
public final class FoundSequences {
  private static final int FEWEST = 64;

  private @Nullable SequenceKind[] kinds = {};
  private long[] offsets = {};
  private int first;
  private int end;

  public void add(IllFormedSequence sequence) {
    add(((FoundSequence) sequence).kind(), sequence.byteOffset());
  }

  public void add(SequenceKind kind, long offset) {
    if (end == kinds.length) {
      makeRoom();
    }
    kinds[end] = kind;
    offsets[end] = offset;
    end++;
  }

  /** Moves what is left to the front of arrays that are at most half full. */
  private void makeRoom() {
    int left = end - first;
    int length = Math.max(FEWEST, 2 * left);
    kinds = Arrays.copyOf(Arrays.copyOfRange(kinds, first, end), length);
    offsets = Arrays.copyOf(Arrays.copyOfRange(offsets, first, end), length);
    first = 0;
    end = left;
  }

  /**
   * Drops those before an offset.
   *
   * @param most how many may come next
   * @return how many were dropped
   */
  public int dropBefore(long offset, int most) {
    int from = first;
    while (first < end && offsets[first] < offset) {
      first++;
    }
    int dropped = first - from;
    if (first == end) {
      first = 0;
      end = 0;
      if (offsets.length > most) {
        kinds = new SequenceKind[0];
        offsets = new long[0];
      }
    }
    return dropped;
  }

  public boolean isEmpty() {
    return first == end;
  }

  /** Drops so many. */
  public void drop(int count) {
    first += count;
  }

  /** The first, described. */
  public FoundSequence get() {
    SequenceKind kind = kinds[first];
    if (kind == null) {
      throw new IllegalStateException("no sequence waits");
    }
    return new FoundSequence(kind, offsets[first]);
  }

  /** Where the last begins. */
  public long lastOffset() {
    return offsets[end - 1];
  }
}
