package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.CodeUnits;
import io.utflow.codec.engine.SegmentDecoder;
import io.utflow.codec.split.DelimiterSearch;
import io.utflow.codec.split.EncodedDelimiters;
import io.utflow.codec.split.LeftOut;
import io.utflow.codec.split.LineWindow;
import io.utflow.codec.split.OpenLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records. Delimiters are looked for in the bytes, at the boundaries of code
 * units, and each line is decoded from its own bytes; so framing does not depend on what becomes of
 * ill-formed sequences (law L9), none is read ahead of the lines before it, and what is behind a
 * line is still there when the stage is given up.
 *
 * <p>Bytes at the end of an input that may begin a delimiter are kept as {@code tail}, and matched
 * side by side with the next ones. Text of a line that an input does not end is decoded and kept.
 *
 * @param <O> what becomes of a line
 */
final class SplitStage<O> extends ReadingStage<O> implements Progress {
  private final LongUnaryOperator byteOffsets;
  private SegmentDecoder decoder;
  private final SplitRule rule;
  private final OpenLine line;
  private final LineMaker<O> maker;
  private @Nullable EncodedDelimiters delimiters;
  private byte[] tail = NO_BYTES;
  private long illFormedBefore;
  private @Nullable LineWindow window;

  /** Whether the last line ended at the CR that ended an input. */
  private boolean behindCarriageReturn;

  /** What to switch to behind the LF that may follow that CR. */
  private @Nullable DecoderSpec later;

  private final DelimiterSearch search = new DelimiterSearch();

  SplitStage(DecoderSpec spec, SplitRule rule, LineMaker<O> maker) {
    this(spec, null, rule, maker);
  }

  /**
   * @param source what decodes the units to be split, where they are not the bytes of the stream
   */
  SplitStage(DecoderSpec spec, @Nullable CodeUnits source, SplitRule rule, LineMaker<O> maker) {
    this.byteOffsets = source == null ? LongUnaryOperator.identity() : source::byteOffset;
    this.rule = rule;
    this.maker = source == null ? maker : mapped(maker, byteOffsets);
    this.decoder = decoder(spec, source);
    this.line = new OpenLine(rule.delimiters(), rule.maxLength(), this::passedBound);
    line.begin(0, decoder.position());
  }

  private SegmentDecoder decoder(DecoderSpec spec, @Nullable CodeUnits source) {
    return SegmentDecoder.of(spec, source, LeftOut.MARK, rule.delimiters()::conflictsWith);
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

  private boolean passedBound(long charOffset, long byteOffset) {
    return rule.passedBound(charOffset, byteOffsets.applyAsLong(byteOffset));
  }

  /** Where the line that is read begins, as an offset in the bytes that are split. */
  long lineBegin() {
    return line.byteOffset();
  }

  /** Before which offset all is read, in the bytes that are split. */
  long position() {
    return decoder.position();
  }

  /** The text read of the line that has not ended. */
  String openText() {
    return line.text();
  }

  /** Begins where the line before ended at a CR, so that an LF belongs to that. */
  void beginBehindCarriageReturn(boolean behind) {
    behindCarriageReturn = behind && rule.promptCarriageReturn();
  }

  @Override
  @Nullable O read(ByteBuffer input, boolean ending) {
    DecoderSpec other = later;
    if (other != null) {
      return switchBehindLineFeed(other, input, ending);
    }
    LineWindow w = window;
    O next = w == null ? null : lineAhead(w, input);
    if (next == null) {
      return readOrEnd(input, ending);
    }
    if (!input.hasRemaining()) {
      releaseWindow();
    }
    return next;
  }

  private @Nullable O readOrEnd(ByteBuffer input, boolean ending) {
    try {
      O next = readLine(input, ending);
      if (next == null || isUsedUp(input)) {
        releaseWindow();
      }
      return next;
    } catch (IllFormedTextException e) {
      // The text of an open line must not pass for a line: it travels with the exception.
      throw decoder.hasReported() ? e.withDecodedPrefix(line.text()) : e;
    }
  }

  private @Nullable O readLine(ByteBuffer input, boolean ending) {
    if (delimiters == null && !start(input, ending)
        || behindCarriageReturn && !skipLineFeed(input, ending)) {
      return null;
    }
    while (tail.length > 0 || input.hasRemaining()) {
      O next = tail.length > 0 ? readTail(input, ending) : readInput(input, ending);
      if (next != null) {
        return next;
      }
      if (search.found() == EncodedDelimiters.UNDECIDED && !input.hasRemaining()) {
        // Only bytes to come can tell; at the end nothing is undecided.
        return null;
      }
    }
    return ending ? end() : null;
  }

  /** False: the byte order mark is undecided. What waited for it is searched like other bytes. */
  private boolean start(ByteBuffer input, boolean ending) {
    if (!decoder.start(input, ending, line)) {
      return false;
    }
    tail = decoder.takePending();
    delimiters = rule.delimiters().encoded(decoder.encoding(), decoder::encoded, decoder.form());
    return true;
  }

  private @Nullable O end() {
    decoder.decode(NOTHING, true, true, line);
    if (!line.hasText()) {
      return null;
    }
    String text = line.end("");
    long begin = line.byteOffset();
    line.begin(0, decoder.position());
    return text == null
        ? null
        : maker.make(text, begin, decoder.position(), decoder.position(), false);
  }

  // Where a line ends.

  private @Nullable O readInput(ByteBuffer input, boolean ending) {
    EncodedDelimiters d = delimiters();
    if (!input.hasArray()) {
      return readStaged(d, input, ending);
    }
    int from = input.arrayOffset() + input.position();
    int to = from + input.remaining();
    O whole = wholeLine(d, input, input.array(), from, to);
    return whole != null ? whole : readOn(d, input, input.array(), from, to, !ending);
  }

  private @Nullable O readOn(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int to, boolean more) {
    int at = search.find(d, src, from, to, decoder.readsAscii(), more, rule.promptCarriageReturn());
    if (search.found() < 0) {
      return readOpen(d, input, src, from, at, to);
    }
    int delimiter = search.found();
    readText(input, at - from, true);
    forgetWindow();
    return endOpenLine(d, delimiter, input);
  }

  // Whole lines, the short way: nothing is pending, and all of the line is in the same bytes.

  /**
   * The line that begins at {@code from}, if it is well-formed and within its bound, and ends
   * before {@code to}. Else null, and nothing has happened.
   */
  private @Nullable O wholeLine(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int to) {
    if (!line.isEmpty() || !decoder.isAtSequence()) {
      return null;
    }
    if (decoder.readsAscii()) {
      int at = d.findOrNonAscii(src, from, to);
      if (at == to) {
        return null;
      }
      if (src[at] >= 0) {
        return asciiLine(d, input, src, from, at, to);
      }
    }
    int whole = to - (to - from & d.width() - 1);
    if (d.find(src, from, whole) == whole) {
      return null;
    }
    LineWindow w = window(input);
    w.decodeAhead(decoder, src, from, to);
    return lineAhead(w, input);
  }

  private @Nullable O asciiLine(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int at, int to) {
    int delimiter = d.matchInside(src, at, to);
    int length = at - from;
    if (delimiter < 0 || line.wouldPass(length)) {
      return null;
    }
    String text = length == 0 ? "" : new String(src, from, length, StandardCharsets.ISO_8859_1);
    return endWhole(d, delimiter, input, text, length, length);
  }

  /** The next line, if all of it and its delimiter have been decoded ahead. */
  private @Nullable O lineAhead(LineWindow w, ByteBuffer input) {
    EncodedDelimiters d = delimiters();
    int delimiter = w.findLine(d, input.hasArray() ? input.array() : w.bytes());
    int chars = w.lineChars();
    if (delimiter < 0 || line.wouldPass(chars)) {
      return null;
    }
    int length = w.lineBytes();
    return endWhole(d, delimiter, input, w.takeLine(d, delimiter), length, chars);
  }

  private O endWhole(
      EncodedDelimiters d, int delimiter, ByteBuffer input, String text, int length, int chars) {
    int terminator = d.length(delimiter);
    decoder.skip(input, length + terminator);
    long next = decoder.position();
    long begin = line.byteOffset();
    line.skip(chars + d.chars(delimiter), next);
    return make(text, d, delimiter, begin, next - terminator);
  }

  private @Nullable O readStaged(EncodedDelimiters d, ByteBuffer input, boolean ending) {
    LineWindow w = window(input);
    int from = w.stagedIndex(input);
    if (from >= w.stagedEnd()) {
      w.stage(input);
      from = 0;
    }
    O whole = wholeLine(d, input, w.bytes(), from, w.stagedEnd());
    if (whole != null) {
      return whole;
    }
    if (from > 0 && !w.reachesEndOf(input)) {
      w.stage(input);
      w.forget();
      return readStaged(d, input, ending);
    }
    return readOn(d, input, w.bytes(), from, w.stagedEnd(), !(ending && w.reachesEndOf(input)));
  }

  private LineWindow window(ByteBuffer input) {
    LineWindow w = window;
    if (w == null) {
      w = LineWindow.borrow(input.remaining());
      window = w;
    }
    return w;
  }

  /**
   * Reads text of which no end is known, and keeps as the tail what may begin a delimiter.
   *
   * @param src has at {@code [from, to)} the next bytes of {@code input}, {@code at} their text
   *     ends
   */
  private @Nullable O readOpen(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int at, int to) {
    if (search.isAscii() && at == to) {
      line.appendAscii(src, from, at);
      decoder.skip(input, at - from);
    } else {
      readText(input, at - from, to - at >= d.width());
    }
    if (at < to) {
      tail = Arrays.copyOfRange(src, at, to);
      input.position(input.position() + to - at);
    }
    forgetWindow();
    return null;
  }

  private void readText(ByteBuffer bytes, int length, boolean closed) {
    int limit = bytes.limit();
    bytes.limit(bytes.position() + length);
    try {
      decoder.decode(bytes, closed, false, line);
    } finally {
      bytes.limit(limit);
    }
  }

  private void forgetWindow() {
    if (window != null) {
      window.forget();
    }
  }

  // The tail and the next bytes, side by side.

  private @Nullable O readTail(ByteBuffer input, boolean ending) {
    EncodedDelimiters d = delimiters();
    int next = Math.min(input.remaining(), d.longest());
    byte[] joined = Arrays.copyOf(tail, tail.length + next);
    input.get(input.position(), joined, tail.length, next);
    boolean more = !ending || next < input.remaining();
    int at = search.findInTail(d, joined, tail.length, more, rule.promptCarriageReturn());
    forgetWindow();
    ByteBuffer bytes = ByteBuffer.wrap(joined);
    O made = null;
    if (search.found() >= 0) {
      readText(bytes, at, true);
      made = endOpenLine(d, search.found(), bytes);
    } else {
      readText(
          bytes,
          at,
          search.found() == EncodedDelimiters.UNDECIDED && joined.length - at >= d.width());
    }
    int used = search.found() == EncodedDelimiters.UNDECIDED ? joined.length : bytes.position();
    int taken = tail.length;
    tail =
        search.found() == EncodedDelimiters.UNDECIDED
            ? Arrays.copyOfRange(joined, at, joined.length)
            : Arrays.copyOfRange(tail, Math.min(used, taken), taken);
    input.position(input.position() + Math.max(0, used - taken));
    return made;
  }

  /** An LF behind the CR that ended a line belongs to it. False: its unit is not complete. */
  private boolean skipLineFeed(ByteBuffer input, boolean ending) {
    int width = delimiters().width();
    int next = Math.min(input.remaining(), width - tail.length);
    byte[] unit = Arrays.copyOf(tail, tail.length + next);
    input.get(input.position(), unit, tail.length, next);
    if (unit.length < width && !ending) {
      tail = unit;
      input.position(input.position() + next);
      return false;
    }
    behindCarriageReturn = false;
    if (delimiters().isLineFeed(unit)) {
      tail = NO_BYTES;
      input.position(input.position() + next);
      decoder.skip(ByteBuffer.wrap(unit), width);
      line.begin(1, decoder.position());
    }
    return true;
  }

  // The line.

  /** Passes the delimiter behind the open line. */
  private @Nullable O endOpenLine(EncodedDelimiters d, int delimiter, ByteBuffer bytes) {
    long textEnd = decoder.position();
    int chars = skipDelimiter(d, delimiter, bytes, 0);
    String text = line.end(d.text(delimiter));
    long begin = line.byteOffset();
    line.begin(chars, decoder.position());
    return text == null ? null : make(text, d, delimiter, begin, textEnd);
  }

  /**
   * Passes a delimiter.
   *
   * @param before chars of the line that the open line does not count
   * @return the chars of the terminator
   */
  private int skipDelimiter(EncodedDelimiters d, int delimiter, ByteBuffer bytes, int before) {
    if (d.isRefused(delimiter)) {
      throw new LoneBreakException(
          line.charPosition() + before,
          byteOffsets.applyAsLong(decoder.position()),
          d.text(delimiter));
    }
    decoder.skip(bytes, d.length(delimiter));
    boolean atCarriageReturn = rule.promptCarriageReturn() && d.isCarriageReturn(delimiter);
    return d.chars(delimiter) + (atCarriageReturn ? skipLineFeedAtOnce(d, bytes) : 0);
  }

  /** An LF that is there belongs to the CR before it; one that is not may come. */
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

  private O make(String text, EncodedDelimiters d, int delimiter, long begin, long textEnd) {
    String content = rule.keepTerminator() ? text + d.text(delimiter) : text;
    return maker.make(content, begin, textEnd, decoder.position(), behindCarriageReturn);
  }

  private EncodedDelimiters delimiters() {
    EncodedDelimiters known = delimiters;
    if (known == null) {
      throw new IllegalStateException("the encoding is not known");
    }
    return known;
  }

  @Override
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  @Override
  boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && tail.length == 0;
  }

  /** The text of an open line stays its beginning, in the encoding before. */
  @Override
  public void switchTo(DecoderSpec next) {
    requireOpen();
    if (CodeUnits.areSplit(next)) {
      throw new UnsupportedOperationException(
          next.encoding() + " is not self-synchronizing: its lines need a stage of their own");
    }
    if (behindCarriageReturn && delimiters != null) {
      // An LF to come belongs to the line before, and to its encoding.
      later = next;
    } else {
      switchHere(next);
    }
  }

  private @Nullable O switchBehindLineFeed(DecoderSpec other, ByteBuffer input, boolean ending) {
    if (!skipLineFeed(input, ending)) {
      releaseWindow();
      return null;
    }
    switchHere(other);
    return next(input, ending);
  }

  private void switchHere(DecoderSpec next) {
    later = null;
    SegmentDecoder other = decoder(next.withoutListener().countingFrom(decoder.position()), null);
    putBack(join(decoder.takePending(), tail, NOTHING));
    releaseWindow();
    tail = NO_BYTES;
    delimiters = null;
    illFormedBefore += decoder.illFormedCount();
    decoder = other;
  }

  @Override
  public long read() {
    return decoder.position();
  }

  @Override
  public long illFormed() {
    return illFormedBefore + decoder.illFormedCount();
  }

  @Override
  public byte[] takeRest() {
    refuseFromWithin();
    byte[] text = encoded(line.text(), resolvedEncoding());
    return close(join(join(text, decoder.takePending(), NOTHING), tail, NOTHING));
  }

  private void releaseWindow() {
    LineWindow w = window;
    if (w != null) {
      window = null;
      w.release();
    }
  }

  @Override
  void discard() {
    super.discard();
    releaseWindow();
    tail = NO_BYTES;
    line.begin(0, 0);
  }
}
