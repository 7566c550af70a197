/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.engine.SegmentDecoder;

/**
 * What ends a line or record, and how much of it is kept. Immutable.
 *
 * @param maxLength the most chars of a line, without its terminator
 * @param keepTerminator whether a line holds its terminator
 * @param promptCarriageReturn whether a bare CR ends a line at once, so that an LF behind it, which
 *     may come with the next input, belongs to that line
 */
public record LineRule(
    Delimiters delimiters, int maxLength, boolean keepTerminator, boolean promptCarriageReturn) {

  /** Whether its delimiters are found in UTF-16 code units, not in the bytes of such streams. */
  public boolean readsCodeUnits(DecoderSpec spec) {
    return CodeUnits.areSplit(spec, delimiters.all());
  }

  /**
   * Its delimiters in the encoding of a spec that begins in the middle of a stream.
   *
   * @throws IllegalArgumentException if what replaces ill-formed sequences could make a delimiter
   */
  public EncodedDelimiters encoded(DecoderSpec spec) {
    SegmentDecoder.rule(spec, LeftOut.MARK, delimiters::conflictsWith);
    return delimiters.encoded(Encoding.of(spec.encoding()));
  }
}
