/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage.frame;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.LinePosition;
import io.utflow.codec.stage.LocatedLine;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lines of which each is read in the first of several encodings in which it is well-formed. */
public final class EncodedLines<R> implements FrameFinder<R>, WholeFrame<R> {
  private final DelimitedFinder<R> finder;
  private final DecoderSpec last;
  private final Function<LocatedLine, R> output;
  private final int maxBytes;

  /** Where the first line begins in the file. */
  private final long from;

  /** For the line at byte 0, where a byte order mark may stand. */
  private final List<TextDecoder> atStart;

  /** For all other lines. */
  private final List<TextDecoder> behind;

  private EncodedLines(
      List<TextEncoding> tried,
      DecoderSpec last,
      ByteDelimiters ends,
      int maxBytes,
      long from,
      Function<LocatedLine, R> output) {
    this.finder = new DelimitedFinder<>(ends);
    this.last = last;
    this.output = output;
    this.maxBytes = maxBytes;
    this.from = from;
    // Whoever only tries tells nobody.
    this.atStart =
        tried.stream().map(it -> DecoderSpec.of(it).bom(last.bom()).newDecoder()).toList();
    this.behind = tried.stream().map(it -> DecoderSpec.of(it).startingAt(1).newDecoder()).toList();
  }

  public static <R> FramedStage<R> stage(
      List<TextEncoding> tried,
      DecoderSpec last,
      ByteDelimiters ends,
      int maxBytes,
      TooLongPolicy onTooLong,
      long from,
      Function<LocatedLine, R> output) {
    EncodedLines<R> lines = new EncodedLines<>(tried, last, ends, maxBytes, from, output);
    return FoundFrames.whole(lines, lines, maxBytes, onTooLong);
  }

  @Override
  public void find(ByteBuffer bytes, boolean ending, Found found) {
    finder.find(bytes, ending, found);
  }

  @Override
  public int mostUndecided() {
    return finder.mostUndecided();
  }

  @Override
  public @Nullable R read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
    long begin = from + bounds.byteOffset();
    long end = begin + bounds.length();
    String text = null;
    for (TextDecoder decoder : begin == 0 ? atStart : behind) {
      text = text == null ? textIfWellFormed(decoder, bytes, truncated) : text;
    }
    if (text == null) {
      DecoderSpec spec = begin == 0 ? last : last.startingAt(begin);
      // A sequence that the bound has cut is none of the line.
      text = spec.newDecoder().decode(bytes, !truncated);
    }
    LinePosition next = new LinePosition(end + finder.mark(), false);
    return output.apply(new LocatedLine(text, begin, end, next));
  }

  private static @Nullable String textIfWellFormed(
      TextDecoder decoder, ByteBuffer bytes, boolean truncated) {
    decoder.reset();
    String text = decoder.decode(bytes.duplicate(), !truncated);
    return decoder.illFormedCount() == 0 ? text : null;
  }

  @Override
  public @Nullable R failed(FrameException failure) {
    long at = from + failure.byteOffset();
    String why =
        failure.getCause() == null
            ? "is longer than " + maxBytes + " bytes, the maxBytes of LineEncodings"
            : "cannot be read: " + failure.getCause().getMessage();
    throw new FrameException(
        failure.reason(), at, "the line at byte " + at + " " + why, failure.getCause());
  }
}
