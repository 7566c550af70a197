/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.PieceDecoder;
import io.utflow.codec.engine.SegmentDecoder;
import io.utflow.codec.form.EncodingForm;

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

  /** Whether its delimiters are found in the text, not in the bytes of such streams. */
  public boolean readsText(DecoderSpec spec) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return !form.isSelfSynchronizing()
        && !delimiters.all().stream().flatMapToInt(String::codePoints).allMatch(form::standsAlone);
  }

  /**
   * Whether lines are found faster in the text, though they can be found in the bytes: those of
   * legacy charsets, as IBM037 and ISO-8859-1.
   */
  public boolean isFasterInText(DecoderSpec spec) {
    EncodingForm form = Encoding.of(spec.encoding()).form();
    return !form.isSelfSynchronizing() || !form.canEncodeAll();
  }

  /** What decodes a stream to find them in the text. */
  public PieceDecoder pieceDecoder(DecoderSpec spec) {
    return new PieceDecoder(spec, LeftOut.MARK, delimiters::conflictsWith);
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
