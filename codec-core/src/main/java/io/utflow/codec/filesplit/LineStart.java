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
    return delimiters.pass(src, from, to, more, this::isStart);
  }
}
