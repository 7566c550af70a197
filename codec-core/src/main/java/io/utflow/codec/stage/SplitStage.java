package io.utflow.codec.stage;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.SegmentDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.split.EncodedDelimiters;
import io.utflow.codec.split.LeftOut;
import io.utflow.codec.split.LineWindow;
import io.utflow.codec.split.OpenLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
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
final class SplitStage<O> extends ReadingStage<O> {
  private SegmentDecoder decoder;
  private final SplitRule rule;
  private final OpenLine line;
  private final LineMaker<O> maker;
  private @Nullable EncodedDelimiters delimiters;
  private byte[] tail = NO_BYTES;
  private @Nullable LineWindow window;

  /** Whether the last line ended at the CR that ended an input. */
  private boolean behindCarriageReturn;

  /** What to switch to behind the LF that may follow that CR. */
  private @Nullable DecoderSpec later;

  /** What the last search found, and whether all before it is ASCII. */
  private int found;

  private boolean ascii;

  SplitStage(DecoderSpec spec, SplitRule rule, LineMaker<O> maker) {
    this.rule = rule;
    this.maker = maker;
    this.decoder = decoder(spec);
    this.line = new OpenLine(rule.delimiters(), rule.maxLength(), rule::passedBound);
    line.begin(0, decoder.position());
  }

  private SegmentDecoder decoder(DecoderSpec spec) {
    return new SegmentDecoder(spec, LeftOut.MARK, rule.delimiters()::conflictsWith);
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
      if (found == EncodedDelimiters.UNDECIDED && !input.hasRemaining()) {
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

  /**
   * Searches {@code [from, to)}, which begins at a code unit.
   *
   * @param more whether bytes may follow
   * @return where the delimiter begins that {@link #found} tells, or where the text ends
   */
  private int search(EncodedDelimiters d, byte[] src, int from, int to, boolean more) {
    int width = d.width();
    int whole = to - (to - from & width - 1);
    boolean onlyAscii = decoder.readsAscii();
    int i = from;
    while (true) {
      i = onlyAscii ? d.findOrNonAscii(src, i, whole) : d.find(src, i, whole);
      if (i == whole) {
        found = more && whole < to ? EncodedDelimiters.UNDECIDED : EncodedDelimiters.NONE;
        break;
      }
      if (onlyAscii && src[i] < 0) {
        onlyAscii = false;
        continue;
      }
      found = d.match(src, i, to, more, rule.promptCarriageReturn());
      if (found != EncodedDelimiters.NONE) {
        break;
      }
      i += width;
    }
    ascii = onlyAscii;
    return found == EncodedDelimiters.NONE ? to : i;
  }

  private @Nullable O readInput(ByteBuffer input, boolean ending) {
    EncodedDelimiters d = delimiters();
    if (!input.hasArray()) {
      return readStaged(d, input, ending);
    }
    int from = input.arrayOffset() + input.position();
    int to = from + input.remaining();
    int at = search(d, input.array(), from, to, !ending);
    return found >= 0
        ? endLine(d, input, input.array(), from, at, to)
        : readOpen(d, input, input.array(), from, at, to);
  }

  private @Nullable O readStaged(EncodedDelimiters d, ByteBuffer input, boolean ending) {
    LineWindow w = window(input);
    int from = w.stagedIndex(input);
    if (from >= w.stagedEnd()) {
      w.stage(input);
      from = 0;
    }
    boolean more = !(ending && w.reachesEndOf(input));
    int at = search(d, w.bytes(), from, w.stagedEnd(), more);
    if (found < 0 && from > 0 && !w.reachesEndOf(input)) {
      w.stage(input);
      w.forget();
      from = 0;
      at = search(d, w.bytes(), from, w.stagedEnd(), !(ending && w.reachesEndOf(input)));
    }
    return found >= 0
        ? endLine(d, input, w.bytes(), from, at, w.stagedEnd())
        : readOpen(d, input, w.bytes(), from, at, w.stagedEnd());
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
    if (ascii && at == to) {
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
    int at = searchTail(d, joined, more);
    forgetWindow();
    ByteBuffer bytes = ByteBuffer.wrap(joined);
    O made = null;
    if (found >= 0) {
      readText(bytes, at, true);
      made = endOpenLine(d, found, bytes);
    } else {
      readText(bytes, at, found == EncodedDelimiters.UNDECIDED && joined.length - at >= d.width());
    }
    int used = found == EncodedDelimiters.UNDECIDED ? joined.length : bytes.position();
    int taken = tail.length;
    tail =
        found == EncodedDelimiters.UNDECIDED
            ? Arrays.copyOfRange(joined, at, joined.length)
            : Arrays.copyOfRange(tail, Math.min(used, taken), taken);
    input.position(input.position() + Math.max(0, used - taken));
    return made;
  }

  /** As {@link #search}, for delimiters that begin in the tail. */
  private int searchTail(EncodedDelimiters d, byte[] joined, boolean more) {
    for (int at = 0; at < tail.length; at += d.width()) {
      found = d.match(joined, at, joined.length, more, rule.promptCarriageReturn());
      if (found == EncodedDelimiters.NONE && more && joined.length - at < d.width()) {
        found = EncodedDelimiters.UNDECIDED;
      }
      if (found != EncodedDelimiters.NONE) {
        return at;
      }
    }
    // Whole units, of which the last may have begun in the tail.
    int units = (tail.length + d.width() - 1) / d.width();
    return Math.min(units * d.width(), joined.length);
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

  /** Ends the line with the bytes {@code src[from, at)} and the delimiter behind them. */
  private @Nullable O endLine(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int at, int to) {
    int delimiter = found;
    if (line.isEmpty() && decoder.isAtSequence() && !line.wouldPass(at - from)) {
      String text =
          ascii
              ? asciiText(src, from, at - from)
              : window(input).text(decoder, src, from, at - from, to);
      if (text != null) {
        decoder.skip(input, at - from);
        return endLine(d, delimiter, input, text);
      }
    }
    readText(input, at - from, true);
    forgetWindow();
    return endOpenLine(d, delimiter, input);
  }

  /** Passes the delimiter behind a line that is no open line. */
  private @Nullable O endLine(EncodedDelimiters d, int delimiter, ByteBuffer bytes, String text) {
    long textEnd = decoder.position();
    long begin = line.byteOffset();
    int chars = text.length() + skipDelimiter(d, delimiter, bytes, text.length());
    line.begin(chars, decoder.position());
    if (window != null) {
      window.advance((int) (decoder.position() - begin), chars);
    }
    return make(text, d, delimiter, begin, textEnd);
  }

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
          line.charPosition() + before, decoder.position(), d.text(delimiter));
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

  private static String asciiText(byte[] bytes, int from, int length) {
    return length == 0 ? "" : new String(bytes, from, length, StandardCharsets.ISO_8859_1);
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
    SegmentDecoder other = decoder(next.countingFrom(decoder.position()));
    putBack(join(decoder.takePending(), tail, NOTHING));
    releaseWindow();
    tail = NO_BYTES;
    delimiters = null;
    decoder = other;
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
