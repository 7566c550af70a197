/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import io.utflow.codec.form.EncodingForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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
  /** No delimiter. */
  public static final int NONE = -1;

  /** A delimiter has begun, or a longer one than was found, and the bytes have ended. */
  public static final int UNDECIDED = -2;

  /** Longest first. */
  private final byte[][] bytes;

  private final String[] texts;
  private final int[] lengths;
  private final int[] chars;
  private final boolean[] refused;

  /**
   * Whether a delimiter is one code unit and one char, as most that are met. The branch is
   * predicted, so the search for the next line need not wait for what was found.
   */
  private final boolean[] single;

  private final int width;

  /**
   * By code unit, for the lowest ones: the delimiter that consists of this unit, if it may occur
   * and begins no longer one; or {@link #NONE}.
   */
  private final byte[] alone = new byte[0x100];

  private final int longest;
  private final byte @Nullable [] lineFeed;
  private final UnitSearch search;

  /**
   * @param encode encodes a text, without a byte order mark; to no bytes if the encoding cannot, so
   *     that this delimiter never ends a line
   */
  EncodedDelimiters(Delimiters delimiters, Function<String, byte[]> encode, EncodingForm form) {
    List<String> all = new ArrayList<>();
    List<byte[]> encoded = new ArrayList<>();
    for (String text : delimiters.all()) {
      byte[] units = encode.apply(text);
      if (units.length > 0) {
        all.add(text);
        encoded.add(units);
      }
    }
    int width = form.unitWidth();
    boolean bigEndian = form.isBigEndian();
    this.texts = all.toArray(new String[0]);
    this.bytes = encoded.toArray(new byte[0][]);
    this.lengths = new int[texts.length];
    this.chars = new int[texts.length];
    this.refused = new boolean[texts.length];
    this.single = new boolean[texts.length];
    this.width = width;
    Set<Integer> units = new TreeSet<>();
    int most = 0;
    for (int i = 0; i < texts.length; i++) {
      lengths[i] = bytes[i].length;
      chars[i] = texts[i].length();
      most = Math.max(most, lengths[i]);
      refused[i] = delimiters.isRefused(texts[i]);
      single[i] = lengths[i] == width && chars[i] == 1;
      units.add(WideSearch.unitAt(bytes[i], 0, width, bigEndian));
    }
    this.longest = most;
    this.search = width == 1 ? new ByteSearch(units) : new WideSearch(units, width, bigEndian);
    int lf = all.indexOf("\n");
    this.lineFeed = lf < 0 ? null : bytes[lf];
    Arrays.fill(alone, (byte) NONE);
    for (int i = 0; i < bytes.length && i < Byte.MAX_VALUE; i++) {
      int first = search.unitAt(bytes[i], 0);
      boolean isUnit = bytes[i].length == width && first >= 0 && first < alone.length;
      if (isUnit && !refused[i] && beginning(first) == 1) {
        alone[first] = (byte) i;
      }
    }
  }

  /** How many begin with a unit. */
  private int beginning(int unit) {
    int count = 0;
    for (byte[] delimiter : bytes) {
      count += search.unitAt(delimiter, 0) == unit ? 1 : 0;
    }
    return count;
  }

  /** The bytes of a code unit. */
  public int width() {
    return width;
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

  /** The bytes of a delimiter. */
  public int length(int delimiter) {
    return single[delimiter] ? width : lengths[delimiter];
  }

  /** The UTF-16 code units of a delimiter. */
  int chars(int delimiter) {
    return single[delimiter] ? 1 : chars[delimiter];
  }

  /** The text of a delimiter. */
  String text(int delimiter) {
    return texts[delimiter];
  }

  /** Whether a delimiter must not occur. */
  public boolean isRefused(int delimiter) {
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

  /** The first index at which a delimiter may begin, or {@code to}, whole units behind it. */
  public int find(byte[] src, int from, int to) {
    return search.find(src, from, to);
  }

  /** As {@link #find}, or the first byte that is not ASCII; where the code unit is a byte. */
  int findOrNonAscii(byte[] src, int from, int to) {
    return search.findOrNonAscii(src, from, to);
  }

  /**
   * The delimiter that the bytes begin with at {@code at}, the longest of several; or {@link
   * #NONE}, or {@link #UNDECIDED}.
   *
   * @param more whether bytes may follow {@code to}
   * @param prompt whether one that is complete counts at once, though a longer one may follow
   */
  public int match(byte[] src, int at, int to, boolean more, boolean prompt) {
    int unit = to - at < width ? -1 : search.unitAt(src, at);
    int single = unit < 0 || unit >= alone.length ? NONE : alone[unit];
    return single >= 0 ? single : matchLonger(src, at, to, more, prompt);
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
    int ending = width == 1 ? alone[src[at] & 0xFF] : NONE;
    return ending >= 0 ? ending : matchOther(src, at, to);
  }

  private int matchOther(byte[] src, int at, int to) {
    int delimiter = match(src, at, to, true, false);
    return delimiter >= 0 && refused[delimiter] ? UNDECIDED : delimiter;
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
