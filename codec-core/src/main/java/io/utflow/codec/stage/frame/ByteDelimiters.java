/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Delimiters in bytes; if several match, the longest ends the frame. */
public final class ByteDelimiters {
  static final int NONE = 0;
  static final int UNDECIDED = -1;

  private final byte[][] all;
  private final boolean[] firsts = new boolean[256];
  private final int longest;

  public ByteDelimiters(byte[]... delimiters) {
    if (delimiters.length == 0) {
      throw new IllegalArgumentException("no delimiters: give at least one");
    }
    all = new byte[delimiters.length][];
    int most = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = delimiters[i].clone();
      requireLength("a delimiter", all[i], 1);
      firsts[all[i][0] & 0xFF] = true;
      most = Math.max(most, all[i].length);
    }
    longest = most;
  }

  /** Throws if they are fewer than this, or more than a finder may leave undecided. */
  static void requireLength(String what, byte[] bytes, int least) {
    if (bytes.length < least || bytes.length > FrameFinder.MOST_UNDECIDED) {
      throw new IllegalArgumentException(
          "%s of %d bytes: give %d to %d"
              .formatted(what, bytes.length, least, FrameFinder.MOST_UNDECIDED));
    }
  }

  void forEach(Consumer<byte[]> action) {
    for (byte[] delimiter : all) {
      action.accept(delimiter.clone());
    }
  }

  int mostUndecided() {
    return longest - 1;
  }

  /** The index at which the first delimiter begins or may begin; the limit without one. */
  int search(ByteBuffer bytes, int from, boolean ending) {
    int limit = bytes.limit();
    int at = from;
    while (at < limit && (!firsts[bytes.get(at) & 0xFF] || match(bytes, at, ending) == NONE)) {
      at++;
    }
    return at;
  }

  /** The length of the one that stands at an index: {@link #NONE}, or {@link #UNDECIDED}. */
  int match(ByteBuffer bytes, int at, boolean ending) {
    int found = NONE;
    for (byte[] delimiter : all) {
      if (delimiter.length > found) {
        int equal = commonPrefix(bytes, at, delimiter);
        if (equal == delimiter.length) {
          found = equal;
        } else if (!ending && at + equal == bytes.limit()) {
          return UNDECIDED;
        }
      }
    }
    return found;
  }

  private static int commonPrefix(ByteBuffer bytes, int at, byte[] delimiter) {
    int most = Math.min(delimiter.length, bytes.limit() - at);
    int equal = 0;
    while (equal < most && bytes.get(at + equal) == delimiter[equal]) {
      equal++;
    }
    return equal;
  }
}
