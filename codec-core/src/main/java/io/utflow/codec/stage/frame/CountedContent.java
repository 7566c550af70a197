/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.stage.FrameFinder.Found;
import java.nio.ByteBuffer;

/** The content of a frame whose length is known, and the bytes that must follow it. */
final class CountedContent {
  private final byte[] end;
  private long left;

  CountedContent(byte[] end) {
    this.end = end;
  }

  /** A frame of so many bytes begins. */
  void begin(long length) {
    left = length;
  }

  /** Says what the next bytes are, and answers whether they end the frame. */
  boolean find(ByteBuffer bytes, Found found) {
    int count = (int) Math.min(left, bytes.remaining());
    int equal = 0;
    int from = bytes.position() + count;
    int most = Math.min(end.length, bytes.limit() - from);
    while (equal < most && bytes.get(from + equal) == end[equal]) {
      equal++;
    }
    if (count == left && equal == end.length) {
      found.end(count, end.length);
      return true;
    }
    if (count > 0) {
      found.content(count);
      left -= count;
    } else if (left == 0 && equal < most) {
      found.lost(0, "no end behind the bytes that were announced");
    }
    return false;
  }
}
