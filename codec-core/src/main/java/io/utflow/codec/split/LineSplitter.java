/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.engine.SegmentDecoder;
import io.utflow.codec.illformed.Failures;
import io.utflow.codec.kernel.ascii.Ascii;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to lines or records: those that are plain by {@link PlainLines}. All else is decoded line
 * by line, with delimiters looked for in the bytes, at the boundaries of code units; so framing
 * does not depend on what becomes of ill-formed sequences (law L9), none is read ahead of the lines
 * before it, and what is behind a line is still there when the stream is given up.
 *
 * <p>Bytes at the end of an input that may begin a delimiter are kept as {@code tail}, and matched
 * side by side with the next ones. Text of a line that an input does not end is decoded and kept.
 * Mutable, one per stream, for one thread at a time.
 *
 * @param <O> what becomes of a line
 */
public final class LineSplitter<O> {
  private static final byte[] NO_BYTES = new byte[0];
  private static final ByteBuffer NO_INPUT = ByteBuffer.allocate(0);

  private final LineRule rule;
  private final LineMaker<O> maker;
  private final OpenLine line;
  private SegmentDecoder decoder;

  /** Null until the encoding is known. */
  private @Nullable EncodedDelimiters delimiters;

  /** Whether the last line ended at the CR that ended an input. */
  private boolean behindCarriageReturn;

  private final DelimiterSearch search = new DelimiterSearch();
  private byte[] tail = NO_BYTES;
  private long illFormedBefore;

  /** The lines that are read, if they are plain; and the input that they are in. */
  private @Nullable PlainLines plain;

  private @Nullable ByteBuffer plainInput;

  /** The byte offset from which on plain lines may be looked for. */
  private long plainFrom;

  /** What was borrowed for the input that is being drained. */
  private @Nullable LineWindow window;

  /**
   * @throws IllegalArgumentException if what replaces ill-formed sequences could make a delimiter
   */
  public LineSplitter(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    this.rule = rule;
    this.maker = maker;
    this.decoder = new SegmentDecoder(spec, rule.delimiters().malformedRule(spec));
    this.line = new OpenLine(rule);
    line.begin(0, decoder.position());
  }

  /** What ends a line. */
  public LineRule rule() {
    return rule;
  }

  /** Begins where the line before ended at a CR, so that an LF belongs to that. */
  public void beginBehindCarriageReturn(boolean behind) {
    behindCarriageReturn = behind && rule.promptCarriageReturn();
  }

  /** Whether nothing more will come of {@code input}. */
  public boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && tail.length == 0;
  }

  /** The next line, or null if {@code input} is used up. */
  public @Nullable O read(ByteBuffer input, boolean ending) {
    try {
      if (plain == null) {
        beginPlain(input);
      }
      O next = plain == null ? null : readPlain(plain);
      if (next != null) {
        return next;
      }
      next = readLine(input, ending);
      if (next == null || isUsedUp(input)) {
        releaseWindow();
      }
      return next;
    } catch (IllFormedTextException e) {
      // The text of an open line must not pass for a line: it travels with the exception.
      throw decoder.hasReported() ? Failures.withDecodedPrefix(e, line.text()) : e;
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
        // Only bytes to come can tell; at the end of the stream this is never found.
        return null;
      }
    }
    return ending ? endLastLine() : null;
  }

  /**
   * Decides the byte order mark, and false if it cannot yet. Bytes that waited for that and are
   * text become the tail.
   */
  private boolean start(ByteBuffer input, boolean ending) {
    byte[] waiting = decoder.start(input, ending, line);
    if (waiting == null) {
      return false;
    }
    tail = waiting;
    delimiters = rule.delimiters().encoded(decoder.encoding());
    return true;
  }

  private EncodedDelimiters delimiters() {
    EncodedDelimiters known = delimiters;
    if (known == null) {
      throw new IllegalStateException("the encoding is not known");
    }
    return known;
  }

  // Plain lines.

  /** Looks for plain lines in {@code input}, if there may be some. */
  private void beginPlain(ByteBuffer input) {
    EncodedDelimiters d = delimiters;
    if (input.remaining() < PlainLines.FEWEST_BYTES
        || tail.length > 0
        || d == null
        || !d.mayBePlain()
        || behindCarriageReturn
        || decoder.position() < plainFrom
        || !decoder.isBetweenCharacters()) {
      return;
    }
    boolean isLocated = maker != LineMaker.TEXT;
    plain = new PlainLines(d, line, decoder, input, window(input), isLocated);
    plainInput = input;
  }

  private @Nullable O readPlain(PlainLines lines) {
    O made = lines.next(search.controls, rule, maker);
    if (made == null || lines.isRead()) {
      endPlain();
    }
    return made;
  }

  /** Passes what was read of plain lines: until then the input stands where they begin. */
  private void endPlain() {
    PlainLines lines = plain;
    ByteBuffer input = plainInput;
    if (lines != null && input != null) {
      plain = null;
      plainInput = null;
      int read = lines.settle();
      plainFrom = decoder.skip(input, read) + lines.bytesToPass();
      if (isUsedUp(input)) {
        releaseWindow();
      }
    }
  }

  // The bytes of an input.

  /** Through a window, if the input has no accessible array. */
  private @Nullable O readInput(ByteBuffer input, boolean ending) {
    EncodedDelimiters d = delimiters();
    byte[] src;
    int from;
    int to;
    boolean isAll = true;
    if (input.hasArray()) {
      src = input.array();
      from = input.arrayOffset() + input.position();
      to = from + input.remaining();
    } else {
      LineWindow w = window(input);
      src = w.bytesOf(input);
      from = w.stagedIndex(input);
      to = w.stagedEnd();
      isAll = w.reachesEndOf(input);
    }
    int at =
        search.find(d, src, from, to, !(ending && isAll), isAll && rule.promptCarriageReturn());
    int delimiter = search.found();
    readText(input, src, from, at - from, delimiter >= 0 || to - at >= d.width());
    if (delimiter >= 0) {
      return endLine(d, delimiter, input);
    }
    if (at < to) {
      tail = Arrays.copyOfRange(src, at, to);
      advance(input, to - at);
    }
    return null;
  }

  /**
   * Decodes the next bytes to the open line.
   *
   * @param src has at {@code from} the next {@code length} of {@code bytes}
   * @param closed whether a unit is behind them that continues no sequence
   */
  private void readText(ByteBuffer bytes, byte[] src, int from, int length, boolean closed) {
    if (delimiters().readsAscii()
        && decoder.isBetweenCharacters()
        && line.hasRoom(length)
        && Ascii.isAll(src, from, from + length)) {
      line.append(Ascii.text(src, from, length));
      decoder.skip(bytes, length);
      return;
    }
    int limit = bytes.limit();
    bytes.limit(bytes.position() + length);
    try {
      decoder.decode(bytes, closed, false, line);
    } finally {
      bytes.limit(limit);
    }
  }

  // The tail and the next bytes, side by side.

  private @Nullable O readTail(ByteBuffer input, boolean ending) {
    EncodedDelimiters d = delimiters();
    int next = Math.min(input.remaining(), d.longest());
    byte[] joined = tailAnd(input, next);
    boolean more = !ending || next < input.remaining();
    int at = search.findInTail(d, joined, tail.length, more, rule.promptCarriageReturn());
    int delimiter = search.found();
    boolean mayBegin = delimiter == EncodedDelimiters.UNDECIDED;
    ByteBuffer bytes = ByteBuffer.wrap(joined);
    readText(bytes, joined, 0, at, delimiter >= 0 || mayBegin && joined.length - at >= d.width());
    O made = delimiter >= 0 ? endLine(d, delimiter, bytes) : null;
    if (mayBegin) {
      tail = Arrays.copyOfRange(joined, at, joined.length);
      advance(input, next);
    } else {
      retireTail(bytes.position(), input);
    }
    return made;
  }

  /** The tail and the next {@code next} bytes of {@code input}, whose position stays. */
  private byte[] tailAnd(ByteBuffer input, int next) {
    byte[] joined = Arrays.copyOf(tail, tail.length + next);
    input.get(input.position(), joined, tail.length, next);
    return joined;
  }

  /** Drops {@code count} bytes that were read, those of the tail first. */
  private void retireTail(int count, ByteBuffer input) {
    int ofTail = Math.min(count, tail.length);
    tail = Arrays.copyOfRange(tail, ofTail, tail.length);
    advance(input, count - ofTail);
  }

  private static void advance(ByteBuffer input, int count) {
    input.position(input.position() + count);
  }

  /** Passes an LF behind the CR that ended a line; false if its unit is not complete. */
  public boolean skipLineFeed(ByteBuffer input, boolean ending) {
    int width = delimiters().width();
    int next = Math.min(input.remaining(), width - tail.length);
    byte[] unit = tailAnd(input, next);
    boolean isWhole = unit.length == width || ending;
    if (isWhole) {
      behindCarriageReturn = false;
    }
    if (!isWhole) {
      tail = unit;
      advance(input, next);
    } else if (delimiters().isLineFeed(unit)) {
      line.begin(1, decoder.skip(ByteBuffer.wrap(unit), unit.length));
      tail = NO_BYTES;
      advance(input, next);
    }
    return isWhole;
  }

  // The ends of lines.

  /** Ends the line at the delimiter that {@code bytes} has next. */
  private @Nullable O endLine(EncodedDelimiters d, int delimiter, ByteBuffer bytes) {
    String terminator = d.text(delimiter);
    if (d.isRefused(delimiter)) {
      throw rule.refused(line.charPosition(), decoder.position(), terminator);
    }
    long textEnd = decoder.position();
    long next = decoder.skip(bytes, d.length(delimiter));
    // CR LF is looked for first: behind a bare CR that does not end the input stands no LF.
    behindCarriageReturn =
        terminator.equals("\r") && rule.promptCarriageReturn() && d.mayBecomeLineFeed(bytes);
    String text = line.end(terminator);
    long begin = line.byteOffset();
    line.begin(terminator.length(), next);
    if (text == null) {
      return null;
    }
    String content = rule.keepTerminator() ? text + terminator : text;
    return maker.make(content, begin, textEnd, next, behindCarriageReturn);
  }

  /** Ends the line that the end of the stream ends, if there is one. */
  private @Nullable O endLastLine() {
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

  // The window.

  LineWindow window(ByteBuffer input) {
    LineWindow w = window;
    if (w == null) {
      w = LineWindow.borrow(input.remaining());
      window = w;
    }
    return w;
  }

  private void releaseWindow() {
    LineWindow w = window;
    if (w != null) {
      window = null;
      w.release();
    }
  }

  // Switching, and giving up.

  /** Whether the last line ended at a CR that ended an input, so that an LF to come is its. */
  public boolean awaitsLineFeed() {
    return behindCarriageReturn && delimiters != null;
  }

  /**
   * Goes on in another encoding, policy, observer. The text of an open line stays its beginning.
   *
   * @param next how to read on; its listener is not called, and offsets go on from here
   * @return the bytes that were taken and not decoded, to be read anew
   */
  public byte[] switchTo(DecoderSpec next) {
    endPlain();
    long count = illFormed();
    SegmentDecoder before = decoder;
    DecoderSpec here = next.countingFrom(before.position());
    decoder = new SegmentDecoder(here, rule.delimiters().malformedRule(here));
    delimiters = null;
    illFormedBefore = count;
    releaseWindow();
    return takeUnread(before);
  }

  /** Takes the bytes out that were taken from inputs and are not decoded. */
  public byte[] takeUnread() {
    endPlain();
    return takeUnread(decoder);
  }

  private byte[] takeUnread(SegmentDecoder from) {
    byte[] pending = from.takePending();
    byte[] unread = Arrays.copyOf(pending, pending.length + tail.length);
    System.arraycopy(tail, 0, unread, pending.length, tail.length);
    tail = NO_BYTES;
    return unread;
  }

  /** Drops all that it keeps. */
  public void discard() {
    plain = null;
    plainInput = null;
    releaseWindow();
    tail = NO_BYTES;
    line.begin(0, 0);
  }

  // Where the stream stands.

  /** The encoding, if it is known. */
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder.resolvedEncoding();
  }

  /** How many bytes of the stream have been read. */
  public long position() {
    return decoder.position() + (plain == null ? 0 : plain.bytesRead());
  }

  /** How many ill-formed sequences the stream has had so far. */
  public long illFormed() {
    return illFormedBefore + decoder.illFormedCount();
  }

  /** The text read of the line that has not ended. */
  public String openText() {
    return line.text();
  }
}
