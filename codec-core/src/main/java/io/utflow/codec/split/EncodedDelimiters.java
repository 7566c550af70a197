/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.function.IntPredicate;

/**
 * Delimiters in the bytes of one encoding.
 *
 * <p>Given: bytes that begin at the boundary of a code unit. Guarantees: finds delimiters without
 * decoding, where they would be found in the text; reads nothing outside {@code [from, to)}. Leaves
 * to the caller bytes at the end that may begin a delimiter. Immutable.
 *
 * <p>The encoding is self-synchronizing and writes each character in one way, or at least the
 * characters of the delimiters. Therefore the units of a delimiter, found at the boundary of a
 * unit, are that delimiter whatever comes before them: no other sequence, well-formed or not,
 * contains a unit that may begin one (The Unicode Standard, §2.5, "lead, trail and single units").
 */
public final class EncodedDelimiters {
  static final int NONE = Delimiters.NONE;
  static final int UNDECIDED = Delimiters.UNDECIDED;

  /** Units below have a place in {@link #begun}. */
  private static final int LOW = 0x100;

  /** Longest first. */
  private final String[] texts;

  private final byte[][] bytes;
  private final boolean[] refused;
  private final int longest;
  private final int width;
  private final boolean bigEndian;

  /**
   * For each low code unit: the delimiter that consists of this unit, if it may occur and is not
   * the beginning of a longer one; {@link #NONE} if no delimiter begins with it; else {@link
   * #UNDECIDED}.
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

  /** The number of bytes for each UTF-16 code unit; 0 if that depends on the character. */
  private final int bytesOfChar;

  /** Whether an ASCII byte that begins a sequence is that character. */
  final boolean readsAscii;

  /** Whether the form knows how many bytes well-formed text is. */
  final boolean isExact;

  /** Whether delimiters are found in the bytes where they are in the text. */
  private final boolean areInBytes;

  /**
   * Whether the chars that delimiters begin with stand as often in the bytes, and are looked for.
   */
  final boolean areSearched;

  /** The index of LF; below 0 if LF is not a delimiter, or begins a longer one. */
  private final int lf;

  /** A delimiter that the encoding cannot encode never ends a line. */
  EncodedDelimiters(Delimiters delimiters, Encoding encoding) {
    EncodingForm form = encoding.form();
    this.texts =
        delimiters.all().stream()
            .filter(text -> encoding.encoded(text).length > 0)
            .toArray(String[]::new);
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
    this.readsAscii = form.isAsciiTransparent();
    this.isExact = form.isOneToOne() && !form.hasSurrogates();
    this.areInBytes = texts.length == delimiters.all().size() && !delimiters.areFoundInText(form);
    this.areSearched = controls && bytesOfChar == 0 && areInBytes;
  }

  /** The length of well-formed text in bytes. */
  int length(char[] text, int from, int to) {
    int length = 0;
    for (int i = from, c; i < to; i += Character.charCount(c)) {
      c = Character.codePointAt(text, i, to);
      length += form.encodedLength(c);
    }
    return length;
  }

  /**
   * The number of bytes for each UTF-16 code unit of this text; 0 if that depends on the character.
   *
   * @param isAsLong whether the text has as many chars as bytes
   */
  int bytesOfChar(boolean isAsLong) {
    return isAsLong && form.isOneToOne() ? 1 : bytesOfChar;
  }

  /** Whether each byte 0A ends one, and nothing else does: LF, or LF and CR LF, in bytes. */
  public boolean isEachLineFeed() {
    return lf >= 0
        && bytes[lf].length == 1
        && bytes[lf][0] == '\n'
        && Arrays.stream(texts).allMatch(text -> text.equals("\n") || text.equals("\r\n"));
  }

  /** The bytes of the longest delimiter. */
  public int longest() {
    return longest;
  }

  /** Whether a delimiter that has begun in the text may go on with these bytes. */
  boolean mayGoOn(byte[] src, int from, int to) {
    if (!areInBytes) {
      return true;
    }
    for (byte[] delimiter : bytes) {
      for (int at = width; at < delimiter.length; at += width) {
        int count = Math.min(to - from, delimiter.length - at);
        if (Arrays.equals(src, from, from + count, delimiter, at, at + count)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The first index, a whole number of units after {@code from}, at which a delimiter may begin, or
   * {@code to}. Uses the kernels' search if all delimiters begin with a control from LF to CR, else
   * goes unit by unit.
   *
   * @param to a whole number of units after {@code from}
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

  /** The delimiter that the bytes begin with at {@code at}, the longest of several. */
  private int match(byte[] src, int at, int to, boolean more) {
    int delimiter = begunBy(unitAt(src, at));
    for (int i = 0; delimiter == UNDECIDED && i < bytes.length; i++) {
      int length = Math.min(bytes[i].length, to - at);
      if (Arrays.equals(src, at, at + length, bytes[i], 0, length)) {
        if (length == bytes[i].length) {
          return i;
        }
        if (more) {
          return UNDECIDED;
        }
      }
    }
    return delimiter == UNDECIDED ? NONE : delimiter;
  }

  /**
   * Goes from delimiter to delimiter; refused ones are not delimiters here.
   *
   * @param more whether bytes may follow {@code to}
   * @param isLast receives the end of each, in bytes after {@code from}, until it answers true
   * @return how many bytes are decided: no other delimiter ends in them
   */
  public int pass(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    ControlSearch search = Kernels.chosen().controls();
    int whole = to - (to - from & width - 1);
    int at = find(search, src, from, whole);
    while (at < whole) {
      int found = match(src, at, to, more);
      if (found == UNDECIDED) {
        return at - from;
      }
      at += found == NONE ? width : bytes[found].length;
      if (found >= 0 && !refused[found] && isLast.test(at - from)) {
        return at - from;
      }
      at = find(search, src, at, whole);
    }
    return (more ? whole : to) - from;
  }
}
