/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.SegmentDecoder;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The ends of the lines of a stream: passes the delimiter behind the text of a line, and makes an
 * output of the two. A superclass of {@link LineSplitter}, not a field, so that a stream at rest is
 * few objects.
 *
 * @param <O> what becomes of a line
 */
abstract sealed class LineEnds<O> permits LineSplitter {
  private static final ByteBuffer NO_INPUT = ByteBuffer.allocate(0);

  private final LineRule rule;
  private final LineMaker<O> maker;
  private final OpenLine line;
  private SegmentDecoder decoder;
  private @Nullable EncodedDelimiters delimiters;

  /** Whether the last line ended at the CR that ended an input. */
  private boolean behindCarriageReturn;

  LineEnds(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    this.rule = rule;
    this.maker = maker;
    this.decoder = new SegmentDecoder(spec, rule.delimiters().malformedRule(spec));
    this.line = new OpenLine(rule);
    line.begin(0, decoder.position());
  }

  public final LineRule rule() {
    return rule;
  }

  public final LineMaker<O> maker() {
    return maker;
  }

  final SegmentDecoder decoder() {
    return decoder;
  }

  final OpenLine line() {
    return line;
  }

  final boolean isPrompt() {
    return rule.promptCarriageReturn();
  }

  // The delimiters, known once the encoding is.

  final boolean hasDelimiters() {
    return delimiters != null;
  }

  final EncodedDelimiters delimiters() {
    EncodedDelimiters known = delimiters;
    if (known == null) {
      throw new IllegalStateException("the encoding is not known");
    }
    return known;
  }

  final void encodeDelimiters(Encoding encoding) {
    delimiters = rule.delimiters().encoded(encoding);
  }

  /** Goes on with another decoder, at the place that this one has reached. */
  final void replaceDecoder(DecoderSpec next) {
    DecoderSpec here = next.countingFrom(decoder.position());
    decoder = new SegmentDecoder(here, rule.delimiters().malformedRule(here));
    delimiters = null;
  }

  // The LF behind a CR.

  /** Begins where the line before ended at a CR, so that an LF belongs to that. */
  public final void beginBehindCarriageReturn(boolean behind) {
    behindCarriageReturn = behind && rule.promptCarriageReturn();
  }

  final boolean isBehindCarriageReturn() {
    return behindCarriageReturn;
  }

  /** The next unit is known. If it is an LF, it belongs to the line that ended at a CR. */
  final boolean passLineFeed(byte[] unit) {
    behindCarriageReturn = false;
    if (!delimiters().isLineFeed(unit)) {
      return false;
    }
    line.begin(1, decoder.skip(ByteBuffer.wrap(unit), unit.length));
    return true;
  }

  // The ends of lines.

  /** Ends the open line at the delimiter that {@code bytes} has next. */
  final @Nullable O endOpenLine(EncodedDelimiters d, int delimiter, ByteBuffer bytes) {
    if (d.isRefused(delimiter)) {
      throw rule.refused(line.charPosition(), decoder.position(), d.text(delimiter));
    }
    return endLine(d, delimiter, bytes, null, 0);
  }

  /**
   * Ends a line at a delimiter that is not refused.
   *
   * @param bytes has the text next, if it was read in one go; then the delimiter
   * @param whole that text; null if the line is open
   * @param length the bytes of that text
   */
  final @Nullable O endLine(
      EncodedDelimiters d, int delimiter, ByteBuffer bytes, @Nullable String whole, int length) {
    int terminator = d.length(delimiter);
    // In one step: the search for the next delimiter waits for the position.
    long next = decoder.skip(bytes, length + terminator);
    // CR LF is looked for first: behind a bare CR that does not end the input stands no LF.
    behindCarriageReturn =
        d.isCarriageReturn(delimiter) && rule.promptCarriageReturn() && d.mayBecomeLineFeed(bytes);
    String text = whole == null ? line.end(d.text(delimiter)) : whole;
    long begin = line.byteOffset();
    line.begin(d.chars(delimiter) + (whole == null ? 0 : whole.length()), next);
    if (text == null) {
      return null;
    }
    String content = rule.keepTerminator() ? text + d.text(delimiter) : text;
    return maker.make(content, begin, next - terminator, next, behindCarriageReturn);
  }

  /** Ends the line that the end of the stream ends, if there is one. */
  final @Nullable O endLastLine() {
    decoder.decode(NO_INPUT, true, true, line);
    if (!line.hasText()) {
      return null;
    }
    String text = line.end("");
    long begin = line.byteOffset();
    long end = decoder.position();
    line.begin(0, end);
    return text == null ? null : maker.make(text, begin, end, end, false);
  }
}
