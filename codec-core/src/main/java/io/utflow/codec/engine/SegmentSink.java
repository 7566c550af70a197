/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

/** Takes the text that a {@link SegmentDecoder} decodes. */
public interface SegmentSink {
  /**
   * How many more chars the sink may take before it must look at what it has; from then on no
   * ill-formed sequence is read before it has looked.
   */
  int charsToBound();

  /**
   * Takes decoded chars.
   *
   * @param marked whether marks of sequences that were left out may be among them
   */
  void append(char[] chars, int from, int to, boolean marked);
}
