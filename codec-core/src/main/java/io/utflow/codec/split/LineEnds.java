/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.engine.SegmentDecoder;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;
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

  /**
   * @param source what decodes the units to be split, where they are not the bytes of the stream
   */
  LineEnds(
      DecoderSpec spec,
      @Nullable CodeUnits source,
      LineRule rule,
      LineErrors errors,
      LineMaker<O> maker) {
    this.rule = rule;
    this.errors = source == null ? errors : mapped(errors, source::byteOffset);
    // Finding the byte offset of a unit costs more than reading it.
    boolean textAlone = maker == LineMaker.TEXT;
    this.maker = source == null || textAlone ? maker : mapped(maker, source::byteOffset);
    this.decoder = decoder(spec, source);
    this.line = new OpenLine(rule.delimiters(), rule.maxLength(), this.errors);
    line.begin(0, decoder.position());
  }

  final LineRule rule() {
    return rule;
  }

  private SegmentDecoder decoder(DecoderSpec spec, @Nullable CodeUnits source) {
    return new SegmentDecoder(spec, source, LeftOut.MARK, rule.delimiters()::conflictsWith);
  }

  private static LineErrors mapped(LineErrors errors, LongUnaryOperator offsets) {
    return new LineErrors() {
      @Override
      public boolean keepsBeginning(long charOffset, long byteOffset) {
        return errors.keepsBeginning(charOffset, offsets.applyAsLong(byteOffset));
      }

      @Override
      public RuntimeException refused(long charOffset, long byteOffset, String found) {
        return errors.refused(charOffset, offsets.applyAsLong(byteOffset), found);
      }
    };
  }

  private static <O> LineMaker<O> mapped(LineMaker<O> maker, LongUnaryOperator offsets) {
    return (text, begin, textEnd, next, behindCarriageReturn) ->
        maker.make(
            text,
            offsets.applyAsLong(begin),
            offsets.applyAsLong(textEnd),
            offsets.applyAsLong(next),
            behindCarriageReturn);
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
    decoder = decoder(next.countingFrom(decoder.position()), null);
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
