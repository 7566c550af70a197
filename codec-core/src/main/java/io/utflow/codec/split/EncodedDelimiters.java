/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.kernel.ControlSearch;
import io.utflow.codec.kernel.choice.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Delimiters as they stand in the bytes of one encoding. Immutable.
 *
 * <p>The encoding is self-synchronizing and writes each character in one way, or does so with the
 * characters of the delimiters. So the units of a delimiter, found at the boundary of a unit, are
 * that delimiter whatever stands before them: no other sequence, well-formed or not, contains a
 * unit that may begin one (The Unicode Standard, §2.5, "lead, trail and single units").
 */
public final class EncodedDelimiters {
  static final int NONE = Delimiters.NONE;
  static final int UNDECIDED = Delimiters.UNDECIDED;

  /** Longest first. */
  private final byte[][] bytes;

  private final String[] texts;
  private final boolean[] refused;
  private final int width;
  private final boolean readsAscii;

  /**
   * By code unit, for the lowest ones: the delimiter that consists of this unit, if it may occur
   * and begins no longer one; {@link #NONE} if none begins with it; else {@link #UNDECIDED}.
   */
  private final byte[] alone = new byte[0x100];

  /** LF, if it is one and a unit. */
  private final int lf;

  private final int longest;
  private final byte @Nullable [] lineFeed;
  private final UnitSearch search;

  /** A delimiter that the encoding cannot encode never ends a line. */
  EncodedDelimiters(Delimiters delimiters, Encoding encoding) {
    EncodingForm form = encoding.form();
    List<String> all = new ArrayList<>();
    List<byte[]> encoded = new ArrayList<>();
    for (String text : delimiters.all()) {
      byte[] units = encoding.encoded(text);
      if (units.length > 0) {
        all.add(text);
        encoded.add(units);
      }
    }
    this.texts = all.toArray(new String[0]);
    this.bytes = encoded.toArray(new byte[0][]);
    this.refused = new boolean[texts.length];
    this.width = form.unitWidth();
    this.readsAscii = form.isAsciiTransparent();
    this.search = new UnitSearch(encoded, width, form.isBigEndian());
    this.longest = encoded.stream().mapToInt(units -> units.length).max().orElse(0);
    int at = all.indexOf("\n");
    this.lineFeed = at < 0 ? null : bytes[at];
    this.lf = lineFeed != null && lineFeed.length == width ? at : NONE;
    for (int unit = 0; unit < alone.length; unit++) {
      alone[unit] = (byte) (search.mayBegin(unit) ? UNDECIDED : NONE);
    }
    for (int i = 0; i < bytes.length; i++) {
      refused[i] = delimiters.isRefused(texts[i]);
      int unit = search.unitAt(bytes[i], 0);
      boolean isLow = bytes[i].length == width && unit < alone.length && i < Byte.MAX_VALUE;
      if (isLow && !refused[i] && beginning(unit) == 1) {
        alone[unit] = (byte) i;
      }
    }
  }

  /** How many begin with a unit. */
  private long beginning(int unit) {
    return Arrays.stream(bytes).filter(units -> search.unitAt(units, 0) == unit).count();
  }

  /** The bytes of a code unit. */
  int width() {
    return width;
  }

  /** Whether an ASCII byte that begins a sequence is that character. */
  boolean readsAscii() {
    return readsAscii;
  }

  /** Whether each byte 0A ends one, and nothing else does: LF, or LF and CR LF, in bytes. */
  public boolean isEachLineFeed() {
    boolean each = width == 1 && lineFeed != null && Arrays.equals(lineFeed, new byte[] {'\n'});
    for (String text : texts) {
      each &= text.equals("\n") || text.equals("\r\n");
    }
    return each;
  }

  /** The bytes of the longest delimiter. */
  public int longest() {
    return longest;
  }

  /**
   * The bytes of a delimiter. Of LF by a branch that is predicted: the search for the end of the
   * next line waits for no load.
   */
  int length(int delimiter) {
    return delimiter == lf ? width : bytes[delimiter].length;
  }

  /** The UTF-16 code units of a delimiter. */
  int chars(int delimiter) {
    return delimiter == lf ? 1 : texts[delimiter].length();
  }

  /** The text of a delimiter. */
  String text(int delimiter) {
    return texts[delimiter];
  }

  /** Whether a delimiter must not occur. */
  boolean isRefused(int delimiter) {
    return refused[delimiter];
  }

  /** Whether a delimiter is CR. */
  boolean isCarriageReturn(int delimiter) {
    return texts[delimiter].equals("\r");
  }

  /** Whether these bytes are an LF, where that is a delimiter. */
  boolean isLineFeed(byte[] unit) {
    return Arrays.equals(unit, lineFeed);
  }

  /**
   * The first index at which a delimiter may begin, or {@code to}, whole units behind it; its
   * complement if a byte before it is not ASCII, where the code unit is a byte.
   */
  int find(ControlSearch controls, byte[] src, int from, int to) {
    return search.find(controls, src, from, to);
  }

  /**
   * The delimiter that the bytes begin with at {@code at}, the longest of several; or {@link
   * #NONE}, or {@link #UNDECIDED}.
   *
   * @param more whether bytes may follow {@code to}
   * @param prompt whether one that is complete counts at once, though a longer one may follow
   */
  int match(byte[] src, int at, int to, boolean more, boolean prompt) {
    int unit = to - at < width ? -1 : search.unitAt(src, at);
    int begun = unit < 0 || unit >= alone.length ? UNDECIDED : alone[unit];
    return begun == UNDECIDED ? matchLonger(src, at, to, more, prompt) : begun;
  }

  /**
   * The delimiter that the bytes begin with at {@code at}, or {@link #NONE}; {@link #UNDECIDED} if
   * it must not occur, or if only the bytes from {@code to} on can tell.
   */
  int matchInside(byte[] src, int at, int to) {
    if (at == to) {
      return UNDECIDED;
    }
    // Most lines end at such a unit. Short lines cost what is done between them: one look here.
    int begun = width == 1 ? alone[src[at] & 0xFF] : UNDECIDED;
    if (begun != UNDECIDED) {
      return begun;
    }
    int delimiter = match(src, at, to, true, false);
    return delimiter >= 0 && refused[delimiter] ? UNDECIDED : delimiter;
  }

  /**
   * Goes from delimiter to delimiter; one that is refused is none here.
   *
   * @param more whether bytes may follow {@code to}
   * @param isLast is told how many bytes behind {@code from} each ends, until it answers true
   * @return how many bytes are decided: no other delimiter ends in them
   */
  public int pass(byte[] src, int from, int to, boolean more, IntPredicate isLast) {
    ControlSearch controls = Kernels.chosen().controls();
    int whole = to - (to - from & width - 1);
    int at = ControlSearch.index(find(controls, src, from, whole));
    while (at < whole) {
      int delimiter = match(src, at, to, more, false);
      if (delimiter == UNDECIDED) {
        return at - from;
      }
      boolean ends = delimiter != NONE && !refused[delimiter];
      at += ends ? length(delimiter) : width;
      if (ends && isLast.test(at - from)) {
        return at - from;
      }
      at = ControlSearch.index(find(controls, src, at, whole));
    }
    return (more ? whole : to) - from;
  }

  private int matchLonger(byte[] src, int at, int to, boolean more, boolean prompt) {
    boolean begun = false;
    for (int i = 0; i < bytes.length; i++) {
      byte[] delimiter = bytes[i];
      int length = Math.min(delimiter.length, to - at);
      int same = 0;
      while (same < length && src[at + same] == delimiter[same]) {
        same++;
      }
      if (same == delimiter.length) {
        return i;
      }
      if (same == to - at && more) {
        if (!prompt) {
          return UNDECIDED;
        }
        begun = true;
      }
    }
    return begun ? UNDECIDED : NONE;
  }
}
