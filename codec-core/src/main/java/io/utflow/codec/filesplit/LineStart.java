/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.filesplit;

import io.utflow.codec.split.EncodedDelimiters;

/** A line begins behind each delimiter. What is refused in lines is no delimiter here. */
final class LineStart extends StartSearch {
  private final EncodedDelimiters delimiters;

  LineStart(EncodedDelimiters delimiters, long offset, long from) {
    super(offset, from);
    this.delimiters = delimiters;
  }

  @Override
  int decide(byte[] src, int from, int to, boolean more) {
    int width = delimiters.width();
    int whole = to - (to - from & width - 1);
    int at = from;
    while ((at = delimiters.find(src, at, whole)) < whole) {
      int delimiter = delimiters.match(src, at, to, more, false);
      if (delimiter == EncodedDelimiters.UNDECIDED) {
        return at - from;
      }
      if (delimiter == EncodedDelimiters.NONE || delimiters.isRefused(delimiter)) {
        at += width;
        continue;
      }
      at += delimiters.length(delimiter);
      if (isStart(at - from)) {
        return at - from;
      }
    }
    return (more ? whole : to) - from;
  }
}
