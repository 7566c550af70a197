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
 * Bytes to lines or records. Delimiters are looked for in the bytes, at the boundaries of code
 * units, and each line is decoded from its own bytes; so framing does not depend on what becomes of
 * ill-formed sequences (law L9), none is read ahead of the lines before it, and what is behind a
 * line is still there when the stream is given up.
 *
 * <p>Bytes at the end of an input that may begin a delimiter are kept as {@code tail}, and matched
 * side by side with the next ones. Text of a line that an input does not end is decoded and kept.
 * Mutable, one per stream, for one thread at a time.
 *
 * @param <O> what becomes of a line
 */
public final class LineSplitter<O> extends LineEnds<O> {
  private static final byte[] NO_BYTES = new byte[0];

  private final DelimiterSearch search = new DelimiterSearch();
  private byte[] tail = NO_BYTES;
  private long illFormedBefore;

  /** What was borrowed for the input that is being drained. */
  private @Nullable LineWindow window;

  /**
   * @throws IllegalArgumentException if what replaces ill-formed sequences could make a delimiter
   */
  public LineSplitter(DecoderSpec spec, LineRule rule, LineMaker<O> maker) {
    super(spec, rule, maker);
  }

  /** Whether nothing more will come of {@code input}. */
  public boolean isUsedUp(ByteBuffer input) {
    return !input.hasRemaining() && tail.length == 0;
  }

  /** The next line, or null if {@code input} is used up. */
  public @Nullable O read(ByteBuffer input, boolean ending) {
    try {
      O next = readLine(input, ending);
      if (next == null || isUsedUp(input)) {
        releaseWindow();
      }
      return next;
    } catch (IllFormedTextException e) {
      // The text of an open line must not pass for a line: it travels with the exception.
      throw decoder().hasReported() ? Failures.withDecodedPrefix(e, line().text()) : e;
    }
  }

  private @Nullable O readLine(ByteBuffer input, boolean ending) {
    if (!hasDelimiters() && !start(input, ending)
        || isBehindCarriageReturn() && !skipLineFeed(input, ending)) {
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
    SegmentDecoder.Start start = decoder().start(input, ending, line());
    if (start == null) {
      return false;
    }
    tail = start.waiting();
    encodeDelimiters(start.encoding());
    return true;
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
    int at = search.find(d, src, from, to, !(ending && isAll), isAll && isPrompt());
    if (!isAll && from > 0 && search.found() < 0) {
      window(input).stage(input);
      return readInput(input, ending);
    }
    return readOn(d, input, src, from, at, to);
  }

  /** Up to the delimiter that was found at {@code at}, or to the end of the bytes. */
  private @Nullable O readOn(
      EncodedDelimiters d, ByteBuffer input, byte[] src, int from, int at, int to) {
    int delimiter = search.found();
    boolean isAscii = search.isAscii() && decoder().isBetweenCharacters();
    if (delimiter < 0) {
      readOpen(d, input, src, from, at, to, isAscii);
      return null;
    }
    String whole = d.isRefused(delimiter) ? null : whole(input, src, from, at - from, isAscii);
    if (whole != null) {
      return endLine(d, delimiter, input, whole, at - from);
    }
    if (isAscii) {
      readAscii(input, src, from, at);
    } else {
      readText(input, at - from, true);
    }
    return endOpenLine(d, delimiter, input);
  }

  /**
   * The text of a line that can be read in one go: nothing is pending, and it is well-formed and
   * within its bound; else null. The bytes are not passed.
   */
  private @Nullable String whole(
      ByteBuffer input, byte[] src, int from, int length, boolean isAscii) {
    if (!line().isEmpty()
        || !decoder().isBetweenCharacters()
        || isAscii && line().wouldPass(length)) {
      return null;
    }
    String text =
        isAscii
            ? Ascii.text(src, from, length)
            : window(input).decode(decoder().kernel(), src, from, length);
    return text == null || line().wouldPass(text.length()) ? null : text;
  }

  /**
   * Reads text of which no end is known, and keeps as the tail what may begin a delimiter.
   *
   * @param src has at {@code [from, to)} the next bytes of {@code input}, {@code at} their text
   *     ends
   */
  private void readOpen(
      EncodedDelimiters d,
      ByteBuffer input,
      byte[] src,
      int from,
      int at,
      int to,
      boolean isAscii) {
    if (isAscii && at == to) {
      readAscii(input, src, from, at);
    } else {
      readText(input, at - from, to - at >= d.width());
    }
    if (at < to) {
      tail = Arrays.copyOfRange(src, at, to);
      input.position(input.position() + to - at);
    }
  }

  private void readAscii(ByteBuffer input, byte[] src, int from, int to) {
    line().appendAscii(src, from, to);
    decoder().skip(input, to - from);
  }

  /**
   * Decodes the next bytes to the open line.
   *
   * @param closed whether a unit is behind them that continues no sequence
   */
  private void readText(ByteBuffer bytes, int length, boolean closed) {
    int limit = bytes.limit();
    bytes.limit(bytes.position() + length);
    try {
      decoder().decode(bytes, closed, false, line());
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
    int at = search.findInTail(d, joined, tail.length, more, isPrompt());
    int delimiter = search.found();
    ByteBuffer bytes = ByteBuffer.wrap(joined);
    if (delimiter == EncodedDelimiters.UNDECIDED) {
      readText(bytes, at, joined.length - at >= d.width());
      tail = Arrays.copyOfRange(joined, at, joined.length);
      advance(input, next);
      return null;
    }
    readText(bytes, at, delimiter >= 0);
    O made = delimiter >= 0 ? endOpenLine(d, delimiter, bytes) : null;
    retireTail(bytes.position(), input);
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
    if (unit.length < width && !ending) {
      tail = unit;
      advance(input, next);
      return false;
    }
    if (passLineFeed(unit)) {
      tail = NO_BYTES;
      advance(input, next);
    }
    return true;
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
    return isBehindCarriageReturn() && hasDelimiters();
  }

  /**
   * Goes on in another encoding, policy, observer. The text of an open line stays its beginning.
   *
   * @param next how to read on; its listener is not called, and offsets go on from here
   * @return the bytes that were taken and not decoded, to be read anew
   */
  public byte[] switchTo(DecoderSpec next) {
    long count = illFormed();
    SegmentDecoder before = decoder();
    replaceDecoder(next);
    illFormedBefore = count;
    releaseWindow();
    return takeUnread(before);
  }

  /** Takes the bytes out that were taken from inputs and are not decoded. */
  public byte[] takeUnread() {
    return takeUnread(decoder());
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
    releaseWindow();
    tail = NO_BYTES;
    line().begin(0, 0);
  }

  // Where the stream stands.

  /** The encoding, if it is known. */
  public Optional<TextEncoding> resolvedEncoding() {
    return decoder().resolvedEncoding();
  }

  /** How many bytes of the stream have been read. */
  public long position() {
    return decoder().position();
  }

  /** How many ill-formed sequences the stream has had so far. */
  public long illFormed() {
    return illFormedBefore + decoder().illFormedCount();
  }

  /** The text read of the line that has not ended. */
  public String openText() {
    return line().text();
  }
}
