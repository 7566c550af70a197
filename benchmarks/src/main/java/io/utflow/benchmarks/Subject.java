/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.utflow.benchmarks.text.Pieces;
import java.nio.CharBuffer;

/** One way to read a stream of bytes. Keeps its state from run to run, for one thread. */
public interface Subject {
  /** Chars, and pairs of bytes, that the largest piece may become. */
  int ROOM = 1 << 17;

  /** Where all decode to, in turn: what it costs to write to an array depends on where it lies. */
  CharBuffer CHARS = CharBuffer.allocate(ROOM);

  /**
   * Reads all pieces of one stream; returns the sum of the outputs, so that nothing is optimised
   * away.
   */
  long read(Pieces pieces);
}
