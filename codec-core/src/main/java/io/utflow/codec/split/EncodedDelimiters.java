/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import static java.util.stream.Collectors.joining;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.ControlSearch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.function.IntPredicate;

/**
 * Delimiters in the bytes of one encoding, and where they may begin. Immutable; reads nothing
 * outside {@code [from, to)}.
 *
 * <p>The encoding is self-synchronizing and writes each character in one way, or does so with the
 * characters of the delimiters. So the units of a delimiter, found at the boundary of a unit, are
 * that delimiter whatever stands before them: no other sequence, well-formed or not, contains a
 * unit that may begin one (The Unicode Standard, §2.5, "lead, trail and single units").
 */
public final class EncodedDelimiters {
  static final int NONE = Delimiters.NONE;
  static final int UNDECIDED = Delimiters.UNDECIDED;

  /** Units below have a place in {@link #begun}. */
  private static final int LOW = 0x100;

  /** Longest first. */
  private final String[] texts;

  private final char[][] chars;
  private final byte[][] bytes;
  private final boolean[] refused;
  private final int longest;
  private final int width;
  private final boolean bigEndian;

  /**
   * By code unit, for the low ones: the delimiter that consists of this unit, if it may occur and
   * begins no longer one; {@link #NONE} if none begins with it; else {@link #UNDECIDED}.
   */
  private final byte[] begun = new byte[LOW];

  /** The other units that delimiters begin with. */
  private final int[] others;

  /** The least and the greatest low byte of the units that delimiters begin with. */
  private final int leastLowByte;

  private final int mostLowByte;

  /** Whether the kernels search for all of them. */
  private final boolean controls;

  private final EncodingForm form;

  /** Whether well-formed text tells how many bytes it was. */
  private final boolean isExact;

  /** Of how many bytes each UTF-16 code unit is; 0 if that depends on the character. */
  private final int bytesOfChar;

  /** The chars that delimiters begin with, in order. */
  private final char[] firstChars;

  /** The index of LF; below 0 if it is none, or begins a longer one. */
  private final int lf;

  /** A delimiter that the encoding cannot encode never ends a line. */
  EncodedDelimiters(Delimiters delimiters, Encoding encoding) {
    EncodingForm form = encoding.form();
    this.texts =
        delimiters.all().stream()
            .filter(text -> encoding.encoded(text).length > 0)
            .toArray(String[]::new);
    this.chars = Arrays.stream(texts).map(String::toCharArray).toArray(char[][]::new);
    this.bytes = Arrays.stream(texts).map(encoding::encoded).toArray(byte[][]::new);
    this.refused = new boolean[texts.length];
    this.longest = Arrays.stream(bytes).mapToInt(units -> units.length).max().orElse(0);
    this.width = form.unitWidth();
    this.bigEndian = form.isBigEndian();
    int[] firsts = Arrays.stream(bytes).mapToInt(units -> unitAt(units, 0)).toArray();
    this.others = Arrays.stream(firsts).filter(unit -> unit >= LOW).toArray();
    IntSummaryStatistics low = Arrays.stream(firsts).map(unit -> unit & 0xFF).summaryStatistics();
    this.leastLowByte = low.getMin();
    this.mostLowByte = low.getMax();
    this.controls = width == 1 && Arrays.stream(firsts).allMatch(b -> b >= '\n' && b <= '\r');
    this.lf = delimiters.lineFeed == NONE ? NONE : Arrays.asList(texts).indexOf("\n");
    Arrays.fill(begun, (byte) NONE);
    for (int i = 0; i < bytes.length; i++) {
      refused[i] = delimiters.isRefused(texts[i]);
      if (firsts[i] < LOW) {
        boolean isOnly = begun[firsts[i]] == NONE && bytes[i].length == width;
        boolean isTold = isOnly && !refused[i] && i < Byte.MAX_VALUE;
        begun[firsts[i]] = (byte) (isTold ? i : UNDECIDED);
      }
    }
    this.form = form;
    this.bytesOfChar = width <= 2 && form.maxBytesPerChar() == width ? width : 0;
    this.isExact = form.isOneToOne() && (bytesOfChar > 0 || !form.hasSurrogates());
    this.firstChars =
        Arrays.stream(texts)
            .map(text -> text.substring(0, 1))
            .sorted()
            .collect(joining())
            .toCharArray();
  }

  /** The bytes of a code unit. */
  int width() {
    return width;
  }

  /** Whether an ASCII byte that begins a sequence is that character. */
  boolean readsAscii() {
    return form.isAsciiTransparent();
  }

  /** Whether lines may be read by {@link PlainLines}, which tell how many bytes they were. */
  boolean mayBePlain() {
    return texts.length > 0 && (isExact || controls);
  }

  /** Whether {@link PlainLines} look for delimiters in the bytes as well. */
  boolean areSearchedInBytes(boolean isLocated) {
    return controls && (isLocated || !isExact);
  }

  /** How many bytes well-formed text is. */
  int length(char[] text, int from, int to) {
    if (bytesOfChar > 0) {
      return bytesOfChar * (to - from);
    }
    int length = 0;
    for (int i = from, c; i < to; i += Character.charCount(c)) {
      c = Character.codePointAt(text, i, to);
      length += form.encodedLength(c);
    }
    return length;
  }

  /** Whether each byte 0A ends one, and nothing else does: LF, or LF and CR LF, in bytes. */
  public boolean isEachLineFeed() {
    boolean each = isLineFeed(new byte[] {'\n'});
    for (String text : texts) {
      each &= text.equals("\n") || text.equals("\r\n");
    }
    return each;
  }

  /** The bytes of the longest delimiter. */
  public int longest() {
    return longest;
  }

  /** The bytes of a delimiter. */
  int length(int delimiter) {
    return bytes[delimiter].length;
  }

  /** The text of a delimiter. */
  String text(int delimiter) {
    return texts[delimiter];
  }

  /** Whether a delimiter must not occur. */
  boolean isRefused(int delimiter) {
    return refused[delimiter];
  }

  /** Whether these bytes are an LF, where that is a delimiter. */
  boolean isLineFeed(byte[] unit) {
    return lf >= 0 && Arrays.equals(unit, bytes[lf]);
  }

  /** Whether all these bytes, perhaps none, may be the first of an LF that is a delimiter. */
  boolean mayBecomeLineFeed(ByteBuffer unit) {
    int count = unit.remaining();
    return lf >= 0 && count < width() && ByteBuffer.wrap(bytes[lf], 0, count).equals(unit);
  }

  /**
   * The first index, a whole number of units behind {@code from}, at which a delimiter may begin,
   * or {@code to}: by the kernels' search where all begin with a control from LF to CR, else unit
   * by unit.
   *
   * @param to a whole number of units behind {@code from}
   */
  int find(ControlSearch search, byte[] src, int from, int to) {
    if (controls) {
      int at = search.find(src, from, to);
      while (at < to && begun[src[at]] == NONE) {
        at = search.find(src, at + 1, to);
      }
      return at;
    }
    int low = bigEndian ? width - 1 : 0;
    int i = from;
    while (i < to && (isOther(src[i + low] & 0xFF) || begunBy(unitAt(src, i)) == NONE)) {
      i += width;
    }
    return i;
  }

  private boolean isOther(int lowByte) {
    return lowByte < leastLowByte || lowByte > mostLowByte;
  }

  /** The first index of a char that may begin a delimiter, or {@code end}. */
  int find(char[] text, int from, int end) {
    char least = firstChars[0];
    char most = firstChars[firstChars.length - 1];
    int i = from;
    while (i < end
        && (text[i] > most || text[i] < least || Arrays.binarySearch(firstChars, text[i]) < 0)) {
      i++;
    }
    return i;
  }

  /** The delimiter that a text has at {@code at}, behind which more may follow. */
  int match(char[] text, int at, int end) {
    if (text[at] == '\n' && lf >= 0) {
      return lf;
    }
    for (int i = 0; i < texts.length; i++) {
      int length = Math.min(chars[i].length, end - at);
      if (Arrays.equals(text, at, at + length, chars[i], 0, length)) {
        return length == chars[i].length ? i : UNDECIDED;
      }
    }
    return NONE;
  }

  /** As {@link #begun} tells, of any unit. */
  private int begunBy(int unit) {
    if ((unit & -LOW) == 0) {
      return begun[unit];
    }
    for (int other : others) {
      if (unit == other) {
        return UNDECIDED;
      }
    }
    return NONE;
  }

  /** The code unit at an index, as an unsigned number. */
  private int unitAt(byte[] src, int at) {
    if (width == 1) {
      return src[at] & 0xFF;
    }
    int unit = 0;
    for (int i = 0; i < width; i++) {
      unit |= (src[at + i] & 0xFF) << Byte.SIZE * (bigEndian ? width - 1 - i : i);
    }
    return unit;
  }

  /**
   * The delimiter that the bytes begin with at {@code at}, the longest of several; or {@link
   * #NONE}, or {@link #UNDECIDED}.
   *
   * @param more whether bytes may follow {@code to}
   * @param prompt whether one that is complete counts at once, though a longer one may follow
   */
  int match(byte[] src, int at, int to, boolean more, boolean prompt) {
    // Most lines end at a unit that is a delimiter: short lines cost what is done between them.
    int delimiter = to - at < width ? UNDECIDED : begunBy(unitAt(src, at));
    return delimiter == UNDECIDED ? matchAny(src, at, to, more, prompt) : delimiter;
  }

  private int matchAny(byte[] src, int at, int to, boolean more, boolean prompt) {
    boolean isBegun = false;
    for (int i = 0; i < bytes.length; i++) {
      int length = Math.min(bytes[i].length, to - at);
      boolean isSame = Arrays.equals(src, at, at + length, bytes[i], 0, length);
      if (isSame && length == bytes[i].length) {
        return i;
      }
      if (isSame && more) {
        if (!prompt) {
          return UNDECIDED;
        }
        isBegun = true;
      }
    }
    return isBegun ? UNDECIDED : NONE;
  }

  /**
   * Goes from delimiter to delimiter; one that is refused is none here.
   *
   * @param more whether bytes may follow {@code to}
   * @param isLast is told how many bytes behind {@code from} each ends, until it answers true
   * @return how many bytes are decided: no other delimiter ends in them
   */
  public int pass(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    DelimiterSearch search = new DelimiterSearch();
    int at = search.find(this, src, from, to, more, false);
    for (int found = search.found(); found >= 0; found = search.found()) {
      at += length(found);
      if (!refused[found] && isLast.test(at - from)) {
        break;
      }
      at = search.find(this, src, at, to, more, false);
    }
    return at - from;
  }
}
