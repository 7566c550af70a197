/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.filesplit;

import io.utflow.codec.split.EncodedDelimiters;

/**
 * Counts the terminators that end in one split of a file, behind its first byte, without decoding
 * anything. The counts of splits that cover a file are the count of the file. Mutable, for one
 * split.
 */
public final class TerminatorCount {
  private final EncodedDelimiters delimiters;
  private final boolean lineFeeds;
  private final long begin;
  private final long end;
  private long position;
  private long count;

  /**
   * @param from where the bytes begin that will be given: the longest terminator before {@code
   *     begin}
   */
  TerminatorCount(EncodedDelimiters delimiters, long begin, long end, long from) {
    this.delimiters = delimiters;
    this.lineFeeds = delimiters.isEachLineFeed();
    this.begin = begin;
    this.end = end;
    this.position = from;
  }

  /** The offset of the next byte to be given. */
  public long position() {
    return position;
  }

  /** How many bytes behind the split tell all about its last terminator. */
  public int longest() {
    return delimiters.longest();
  }

  /** Whether nothing more is to be counted. */
  public boolean isComplete() {
    return position >= end;
  }

  /** How many have ended in the split so far. */
  public long count() {
    return count;
  }

  /**
   * Counts in the bytes from {@link #position} on, which moves: the bytes from there are given
   * again.
   *
   * @param more whether bytes may follow {@code to}
   */
  public void count(byte[] src, int from, int to, boolean more) {
    if (lineFeeds) {
      countLineFeeds(src, from, to);
    } else {
      countTerminators(src, from, to, more);
    }
  }

  /** Counts the bytes 0A of the split: each ends a terminator. */
  private void countLineFeeds(byte[] src, int from, int to) {
    int first = (int) Math.min(to, from + Math.max(0, begin - position));
    int last = (int) Math.max(first, Math.min(to, from + end - position));
    count += LineFeeds.count(src, first, last);
    position += to - from;
  }

  private void countTerminators(byte[] src, int from, int to, boolean more) {
    position +=
        delimiters.pass(
            src,
            from,
            to,
            more,
            bytes -> {
              long ends = position + bytes;
              count += ends > begin && ends <= end ? 1 : 0;
              return false;
            });
  }
}
