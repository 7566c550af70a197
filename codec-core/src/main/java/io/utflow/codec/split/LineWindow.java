/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.pool.Pool;
import io.utflow.codec.pool.Pooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that a splitter borrows while it reads an input, never longer than that input: one for the
 * bytes of a buffer without an accessible array, one for well-formed text decoded ahead: decoding
 * many lines at once costs less than one by one. The stream takes no notice of text decoded ahead
 * until its line is delivered. For long inputs the window comes from a small pool of the process
 * (law L4).
 */
final class LineWindow extends Pooled {
  private static final byte[] NO_BYTES = new byte[0];
  static final int SIZE = 8192;

  /** The fewest bytes that are decoded ahead at once. */
  private static final int LEAST = 128;

  /** How many lines, as long as one that is known to end, are decoded ahead at once. */
  private static final int LINES = 4;

  /** Inputs up to this length get a window of their length. */
  private static final int SHORT = 1024;

  private static final Pool<LineWindow> POOL = new Pool<>(() -> new LineWindow(SIZE));

  private final int size;
  private byte @Nullable [] bytes;
  private char @Nullable [] chars;

  /** The position in the input of the first of the {@link #staged} bytes. */
  private int stagedAt;

  private int staged;

  /**
   * The chars {@code [next, charsEnd)} are the text of the bytes {@code [from, end)} of the array
   * that was given. That array is not kept here, because the pool may outlive the stage.
   */
  private int begin;

  private int from;
  private int end;
  private int next;
  private int charsEnd;

  /** What {@link #findLine} found. */
  private int lineBytes;

  private int lineChars;

  /** How many bytes are decoded ahead at once. */
  private int ahead = SIZE;

  private LineWindow(int size) {
    this.size = size;
  }

  /**
   * One that is the caller's until it is released.
   *
   * @param ahead how many bytes are decoded ahead at first: {@link #SIZE}, or as many as {@link
   *     #release} has told
   */
  static LineWindow borrow(int inputLength, int ahead) {
    LineWindow window = inputLength <= SHORT ? new LineWindow(inputLength) : POOL.borrow();
    window.ahead = ahead;
    return window;
  }

  /**
   * Gives it back.
   *
   * @return how many bytes the next one for the same stream should decode ahead at first
   */
  int release() {
    forget();
    int atFirst = ahead;
    staged = 0;
    begin = 0;
    from = 0;
    end = 0;
    if (size == SIZE) {
      POOL.giveBack(this);
    }
    return atFirst;
  }

  /**
   * Copies the bytes that {@code input}, which stays where it stands, has next. What was decoded
   * ahead was of others.
   */
  void stage(ByteBuffer input) {
    forget();
    if (bytes == null) {
      bytes = new byte[size];
    }
    stagedAt = input.position();
    staged = Math.min(size, input.remaining());
    input.get(stagedAt, bytes, 0, staged);
  }

  /** The staged bytes. */
  byte[] bytes() {
    return bytes == null ? NO_BYTES : bytes;
  }

  /** Where the next byte of {@code input} stands among those staged; it may be behind them. */
  int stagedIndex(ByteBuffer input) {
    return staged == 0 ? 0 : input.position() - stagedAt;
  }

  /** Behind the last staged byte. */
  int stagedEnd() {
    return staged;
  }

  /** Whether the staged bytes are the last of {@code input}. */
  boolean reachesEndOf(ByteBuffer input) {
    return stagedAt + staged == input.limit();
  }

  /**
   * Decodes ahead what is well-formed of {@code src[from, to)}, the next bytes of the input, where
   * a sequence begins: some lines as long as the next, whose delimiter is there.
   *
   * @param line the length of that line in bytes
   */
  void decodeAhead(Kernel kernel, byte[] src, int from, int to, int line) {
    if (chars == null) {
      chars = new char[size];
    }
    ahead = Math.max(ahead, Math.min(SIZE, LINES * line));
    int some = Math.min(to - from, ahead);
    begin = from;
    this.from = from;
    long decoded = kernel.decode(src, from, from + some, chars, 0, chars.length);
    end = from + Kernel.read(decoded);
    next = 0;
    charsEnd = Kernel.written(decoded);
    ahead = Math.min(SIZE, 2 * ahead);
  }

  /**
   * Finds the end of the next line.
   *
   * @param src the array whose bytes were decoded ahead
   * @return the delimiter that ends it; negative if that was not decoded ahead, or must not occur
   */
  int findLine(EncodedDelimiters delimiters, byte[] src) {
    if (from == end) {
      return EncodedDelimiters.UNDECIDED;
    }
    long progress = delimiters.findWellFormed(src, from, end);
    int at = from + Kernel.read(progress);
    int count = Kernel.written(progress);
    int delimiter = delimiters.matchInside(src, at, end);
    if (delimiter == EncodedDelimiters.NONE) {
      at = delimiters.findBeginning(src, at + delimiters.width(), end);
      count = UnitSearch.UNCOUNTED;
      delimiter = delimiters.matchInside(src, at, end);
    }
    lineBytes = at - from;
    lineChars = count != UnitSearch.UNCOUNTED ? count : charsBefore(delimiters, delimiter);
    return delimiter;
  }

  /**
   * How many chars stand before the delimiter that was found, or all of them. It is the first in
   * the chars as in the bytes: no other sequence becomes its characters, and its bytes are no part
   * of another.
   */
  private int charsBefore(EncodedDelimiters delimiters, int delimiter) {
    char[] decoded = chars;
    if (delimiter < 0 || decoded == null) {
      return charsEnd - next;
    }
    String text = delimiters.text(delimiter);
    int to = charsEnd - text.length() + 1;
    int at = indexOf(text.charAt(0), decoded, next + delimiters.fewestChars(lineBytes), to);
    while (at < to && !stands(text, decoded, at)) {
      at = indexOf(text.charAt(0), decoded, at + 1, to);
    }
    return at - next;
  }

  private static int indexOf(char c, char[] chars, int from, int to) {
    for (int i = from; i < to; i++) {
      if (chars[i] == c) {
        return i;
      }
    }
    return to;
  }

  private static boolean stands(String delimiter, char[] decoded, int at) {
    int i = 1;
    while (i < delimiter.length() && decoded[at + i] == delimiter.charAt(i)) {
      i++;
    }
    return i == delimiter.length();
  }

  /** The length in bytes of the line that was found. */
  int lineBytes() {
    return lineBytes;
  }

  /** Its length in chars. */
  int lineChars() {
    return lineChars;
  }

  /**
   * Takes the line that was found, and passes its delimiter. A line of ASCII among others is made
   * from its bytes: the JDK would look at each char to make it from chars.
   *
   * @param src the array whose bytes were decoded ahead
   */
  String takeLine(EncodedDelimiters delimiters, int delimiter, byte[] src) {
    int begin = from;
    int at = next;
    int count = lineChars;
    from += lineBytes + delimiters.length(delimiter);
    next += count + delimiters.chars(delimiter);
    char[] decoded = chars;
    if (count == 0 || decoded == null) {
      return "";
    }
    if (delimiters.isAscii(lineBytes, count)) {
      return new String(src, begin, count, StandardCharsets.ISO_8859_1);
    }
    return count == 1 ? String.valueOf(decoded[at]) : new String(decoded, at, count);
  }

  /**
   * Moves the text of the line that was found, behind which its delimiter stays, to {@code line}.
   */
  void moveText(OpenLine line) {
    char[] decoded = chars;
    if (decoded != null) {
      line.append(decoded, next, next + lineChars, false);
    }
    from += lineBytes;
    next += lineChars;
  }

  /** Passes the delimiter that is next. */
  void passDelimiter(EncodedDelimiters delimiters, int delimiter) {
    from += delimiters.length(delimiter);
    next += delimiters.chars(delimiter);
  }

  /**
   * Whether {@link #findLine} looked through all that was decoded ahead, and no delimiter begins.
   */
  boolean isOpen() {
    return from < end && lineBytes == end - from;
  }

  /**
   * Drops what is left of what was decoded ahead: the beginning of a longer line, which is read in
   * another way. So what was decoded in vain is less than that line.
   */
  void drop() {
    end = from;
  }

  /**
   * Drops what was decoded ahead, for the input has been read in another way, or the stream goes on
   * in another encoding. What is decoded in vain stays in proportion to what was used, so it is not
   * decoded again and again.
   */
  void forget() {
    if (from < end) {
      ahead = Math.min(SIZE, Math.max(LEAST, 2 * (from - begin)));
      end = from;
    }
  }
}
