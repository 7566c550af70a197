/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.engine.SegmentDecoder;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.ascii.Ascii;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The next lines of an input as long as they are plain: well-formed, within the bound, ended by a
 * delimiter that is not refused. Their bytes are decoded at once, unless they are ASCII, and the
 * delimiters are looked for in the text: 1.1 to 1.7 times as fast as line by line. What is not
 * plain is left to the splitter, which asks how many bytes were read.
 */
final class PlainLines {
  /** An input with fewer bytes left mostly has a line that it cuts. */
  static final int FEWEST_BYTES = 96;

  /** Behind what is not plain so many bytes are read line by line: often more of it follows. */
  private static final int FEWEST_PASSED = 1024;

  /** In bytes: so much ASCII is not decoded, whatever follows it. */
  private static final int FEWEST_ASCII = 512;

  private final EncodedDelimiters delimiters;
  private final OpenLine line;

  /** The byte offset in the stream of the first byte. */
  private final long firstByte;

  private final byte[] src;
  private final int srcFrom;

  /** Whether delimiters are looked for in the bytes as well: they tell where lines end. */
  private final boolean searchesBytes;

  /** Up to where they are, or have been found. */
  private int srcAt;

  /** The text; null if it is ASCII, in {@link #src}. */
  private final char @Nullable [] chars;

  /** Where the text begins and ends in that. */
  private final int begin;

  private final int end;

  /** How many bytes it was. */
  private final int bytes;

  /** Up to where the text is read. */
  private int at;

  /** Up to where the line was told of it, and the byte offset there. */
  private int told;

  private long toldByte;

  /** Whether what comes next is not plain. */
  private boolean stopped;

  /**
   * @param input begins with a character, and stays where it stands
   * @param window for its bytes, if it has no accessible array, and their text
   * @param isLocated whether lines are asked for their places
   */
  PlainLines(
      EncodedDelimiters delimiters,
      OpenLine line,
      SegmentDecoder decoder,
      ByteBuffer input,
      LineWindow window,
      boolean isLocated) {
    boolean hasArray = input.hasArray();
    byte[] src = hasArray ? input.array() : window.bytesOf(input);
    int from = hasArray ? input.arrayOffset() + input.position() : window.stagedIndex(input);
    int to = hasArray ? from + input.remaining() : window.stagedEnd();
    this.delimiters = delimiters;
    this.line = line;
    this.firstByte = decoder.position();
    this.src = src;
    this.srcFrom = from;
    this.srcAt = from;
    int most = from + Math.min(to - from, LineWindow.SIZE);
    int ascii = delimiters.readsAscii() ? Ascii.prefix(src, from, most) : 0;
    if (ascii >= FEWEST_ASCII || from + ascii == to) {
      this.chars = null;
      this.begin = from;
      this.end = from + ascii;
      this.bytes = ascii;
    } else {
      char[] text = window.chars();
      long progress = decoder.kernel().decode(src, from, most, text, 0, text.length);
      this.chars = text;
      this.begin = 0;
      this.end = Kernel.written(progress);
      this.bytes = Kernel.read(progress);
      this.stopped = most - from - bytes >= EncodingForm.MOST_BYTES;
    }
    this.searchesBytes = chars != null && delimiters.areSearchedInBytes(isLocated);
    this.at = begin;
    this.told = begin;
    this.toldByte = firstByte;
  }

  /** The next line; null if it is not plain, or the text has ended and the rest of it is open. */
  <O> @Nullable O next(ControlSearch search, LineRule rule, LineMaker<O> maker) {
    int found = find(search, at, 0);
    while (found < end) {
      int delimiter = match(found);
      if (delimiter == EncodedDelimiters.NONE) {
        found = find(search, found + 1, 1);
        continue;
      }
      if (delimiter < 0 || delimiters.isRefused(delimiter) || !line.hasRoom(found - at)) {
        stopped |= delimiter >= 0;
        return null;
      }
      O made = end(found, delimiter, rule.keepTerminator(), maker);
      if (made != null) {
        return made;
      }
      found = find(search, at, 0);
    }
    open();
    return null;
  }

  /**
   * Where a delimiter may begin.
   *
   * @param step where it is looked for in the bytes as well, so many behind {@link #srcAt}
   */
  private int find(ControlSearch search, int from, int step) {
    char[] text = chars;
    if (text == null) {
      return delimiters.find(search, src, from, end);
    }
    if (searchesBytes) {
      srcAt = delimiters.find(search, src, srcAt + step, srcFrom + bytes);
    }
    return delimiters.find(text, from, end);
  }

  private int match(int found) {
    return chars == null
        ? delimiters.match(src, found, end, true, false)
        : delimiters.match(chars, found, end);
  }

  /** Ends the line at {@code to}; null if it is left out. */
  private <O> @Nullable O end(int to, int delimiter, boolean keepTerminator, LineMaker<O> maker) {
    String terminator = delimiters.text(delimiter);
    int from = at;
    at = to + terminator.length();
    srcAt += searchesBytes ? delimiters.length(delimiter) : 0;
    boolean isWhole = line.isEmpty();
    String text;
    if (isWhole) {
      text = text(from, keepTerminator ? at : to);
      if (maker == LineMaker.TEXT && !searchesBytes) {
        return maker.make(text, 0, 0, 0, false);
      }
    } else {
      append(from, to);
      text = line.end(terminator);
      text = text != null && keepTerminator ? text + terminator : text;
    }
    long begin = line.byteOffset();
    long next = searchesBytes ? firstByte + srcAt - srcFrom : position();
    tellLine(isWhole ? at - from : terminator.length(), next);
    long textEnd = next - delimiters.length(delimiter);
    return text == null ? null : maker.make(text, begin, textEnd, next, false);
  }

  private String text(int from, int to) {
    return chars == null ? Ascii.text(src, from, to - from) : new String(chars, from, to - from);
  }

  /** Opens the text of which no end is there, if it is within the bound. */
  private void open() {
    boolean hasRoom = line.hasRoom(end - at);
    stopped |= !hasRoom;
    if (hasRoom && at < end) {
      settle();
      append(at, end);
      at = end;
    }
  }

  private void append(int from, int to) {
    if (chars == null) {
      line.append(Ascii.text(src, from, to - from));
    } else {
      line.append(chars, from, to, false);
    }
  }

  /** The line begins behind what was read, so many chars behind those that it has. */
  private void tellLine(int more, long atByte) {
    toldByte = atByte;
    told = at;
    line.begin(more, atByte);
  }

  /** Up to which byte of the stream the text is read. */
  private long position() {
    return at - told <= end - at
        ? toldByte + length(told, at)
        : firstByte + bytes - length(at, end);
  }

  /** How many bytes some text is. */
  private int length(int from, int to) {
    return chars == null ? to - from : delimiters.length(chars, from, to);
  }

  /** Tells the line of those that were read, and answers how many bytes they were. */
  int settle() {
    if (line.isEmpty() && at > told) {
      tellLine(at - told, position());
    }
    return bytesRead();
  }

  /** How many bytes were read. */
  int bytesRead() {
    return (int) (position() - firstByte);
  }

  /** Whether the text is read to its end. */
  boolean isRead() {
    return at == end;
  }

  /** How many bytes behind those read are not to be looked at: no text is decoded twice. */
  int bytesToPass() {
    return stopped || bytes == 0 ? Math.max(bytes - bytesRead(), FEWEST_PASSED) : 0;
  }
}
