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
abstract sealed class LineEnds<O> permits WholeLines {
  private static final ByteBuffer NO_INPUT = ByteBuffer.allocate(0);

  private final LineRule rule;
  private final LineErrors errors;
  private final LineMaker<O> maker;
  private final OpenLine line;
  private SegmentDecoder decoder;
  private @Nullable EncodedDelimiters delimiters;

  /** Whether the last line ended at the CR that ended an input. */
  private boolean behindCarriageReturn;

  LineEnds(DecoderSpec spec, LineRule rule, LineErrors errors, LineMaker<O> maker) {
    this.rule = rule;
    this.errors = errors;
    this.maker = maker;
    this.decoder = decoder(spec);
    this.line = new OpenLine(rule.delimiters(), rule.maxLength(), errors);
    line.begin(0, decoder.position());
  }

  public final LineRule rule() {
    return rule;
  }

  public final LineErrors errors() {
    return errors;
  }

  public final LineMaker<O> maker() {
    return maker;
  }

  private SegmentDecoder decoder(DecoderSpec spec) {
    return new SegmentDecoder(spec, LeftOut.MARK, rule.delimiters()::conflictsWith);
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
    decoder = decoder(next.countingFrom(decoder.position()));
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

  /** Passes an LF behind the CR, or remembers that it may come with the next input. */
  private int skipLineFeedAtOnce(EncodedDelimiters d, ByteBuffer bytes) {
    int width = d.width();
    behindCarriageReturn = bytes.remaining() < width;
    if (behindCarriageReturn) {
      return 0;
    }
    byte[] unit = new byte[width];
    bytes.get(bytes.position(), unit);
    if (!d.isLineFeed(unit)) {
      return 0;
    }
    decoder.skip(bytes, width);
    return 1;
  }

  // The ends of lines.

  /** Ends the line that is open at the delimiter that {@code bytes} has next. */
  final @Nullable O endOpenLine(EncodedDelimiters d, int delimiter, ByteBuffer bytes) {
    long textEnd = decoder.position();
    int terminator = skipDelimiter(d, delimiter, bytes);
    String text = line.end(d.text(delimiter));
    long begin = line.byteOffset();
    long next = decoder.position();
    line.begin(terminator, next);
    return text == null ? null : make(text, d, delimiter, begin, textEnd, next);
  }

  /** Passes a delimiter and answers the chars of the terminator. */
  private int skipDelimiter(EncodedDelimiters d, int delimiter, ByteBuffer bytes) {
    if (d.isRefused(delimiter)) {
      throw errors.refused(line.charPosition(), decoder.position(), d.text(delimiter));
    }
    decoder.skip(bytes, d.length(delimiter));
    boolean atCarriageReturn = rule.promptCarriageReturn() && d.isCarriageReturn(delimiter);
    return d.chars(delimiter) + (atCarriageReturn ? skipLineFeedAtOnce(d, bytes) : 0);
  }

  /**
   * Ends a line that was read in one go, all of which {@code input} has next.
   *
   * @param length its bytes, without the delimiter
   */
  final O endWholeLine(
      EncodedDelimiters d, int delimiter, ByteBuffer input, String text, int length) {
    int terminator = d.length(delimiter);
    long next = decoder.skip(input, length + terminator);
    long begin = line.byteOffset();
    line.skip(text.length() + d.chars(delimiter), next);
    return make(text, d, delimiter, begin, next - terminator, next);
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

  private O make(
      String text, EncodedDelimiters d, int delimiter, long begin, long textEnd, long next) {
    String content = rule.keepTerminator() ? text + d.text(delimiter) : text;
    return maker.make(content, begin, textEnd, next, behindCarriageReturn);
  }
}
