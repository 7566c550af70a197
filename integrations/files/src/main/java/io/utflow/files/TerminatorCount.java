/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.files;

import io.utflow.codec.filesplit.SplitRules;

/**
 * Counts the terminators that end in one split of a file, after its first byte, without decoding
 * anything. The counts of splits that cover a file are the count of the file. Mutable, for one
 * split.
 */
final class TerminatorCount {
  private final SplitRules rules;
  private final FileRange split;
  private long position;
  private long count;

  /**
   * Expects the bytes from {@link SplitRules#searchFrom the longest terminator} before the split
   * on.
   */
  TerminatorCount(SplitRules rules, FileRange split) {
    this.rules = rules;
    this.split = split;
    this.position = rules.searchFrom(split.begin());
  }

  /** The offset of the next byte to be given. */
  long position() {
    return position;
  }

  /** Whether nothing more is to be counted. */
  boolean isComplete() {
    return position >= split.end();
  }

  /** The number of terminators that have ended in the split so far. */
  long count() {
    return count;
  }

  /**
   * Counts in the bytes from {@link #position} on, which moves: the bytes from there are given
   * again.
   *
   * @param more whether bytes may follow {@code to}
   */
  void count(byte[] src, int from, int to, boolean more) {
    position +=
        rules.isEachLineFeed()
            ? countLineFeeds(src, from, to)
            : rules.pass(src, from, to, more, this::countEnd);
  }

  /** Counts the bytes 0A of the split: each ends a terminator. */
  private int countLineFeeds(byte[] src, int from, int to) {
    int first = (int) Math.min(to, from + Math.max(0, split.begin() - position));
    int last = (int) Math.max(first, Math.min(to, from + split.end() - position));
    count += LineFeeds.count(src, first, last);
    return to - from;
  }

  /**
   * Counts a terminator that ends this number of bytes after the position, if it belongs to the
   * split.
   */
  private boolean countEnd(int bytes) {
    long end = position + bytes;
    count += end > split.begin() && end <= split.end() ? 1 : 0;
    return false;
  }
}
