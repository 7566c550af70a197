package io.utflow.codec.stage;

import io.utflow.codec.kernel.ControlSearch;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The strings that end a line or record, and those that must not occur in one. Immutable. */
final class Delimiters {
  /** What {@link #match} answers when a delimiter has begun and the text has ended. */
  static final int UNDECIDED = -1;

  /** So many characters are looked at one by one where one is found that begins no delimiter. */
  private static final int CLOSE = 16;

  /** Longest first. */
  private final List<String> all;

  private final List<String> refused;

  /** For each ASCII character, whether a delimiter begins with it. */
  private final boolean[] beginsAscii = new boolean[0x80];

  /** For each ASCII character, whether it is a delimiter that begins no longer one: as LF is. */
  private final boolean[] endsAlone = new boolean[0x80];

  /** The other characters a delimiter begins with. */
  private final char[] beginsOther;

  /** Whether those that begin with an ASCII character all begin with LF, VT, FF or CR. */
  private final boolean asciiControls;

  /** Whether all delimiters begin with one of those four. */
  private final boolean controls;

  private final boolean goOnInAscii;

  Delimiters(List<String> ending, List<String> refused) {
    all =
        Stream.concat(ending.stream(), refused.stream())
            .peek(Delimiters::check)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    this.refused = refused;
    beginsOther = new char[(int) all.stream().filter(d -> d.charAt(0) >= 0x80).count()];
    int others = 0;
    boolean onlyControls = true;
    for (String delimiter : all) {
      char first = delimiter.charAt(0);
      if (first < 0x80) {
        beginsAscii[first] = true;
        onlyControls &= first >= '\n' && first <= '\r';
      } else {
        beginsOther[others++] = first;
      }
    }
    for (char c = 0; c < 0x80; c++) {
      String alone = String.valueOf(c);
      endsAlone[c] =
          all.contains(alone) && all.stream().filter(d -> d.startsWith(alone)).count() == 1;
    }
    asciiControls = onlyControls;
    controls = onlyControls && others == 0;
    goOnInAscii = all.stream().allMatch(d -> d.chars().skip(1).allMatch(c -> c < 0x80));
  }

  private static void check(String delimiter) {
    boolean unpaired =
        delimiter
            .codePoints()
            .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    if (delimiter.isEmpty() || unpaired) {
      throw new IllegalArgumentException(
          "a delimiter is empty or ill-formed; give well-formed text");
    }
  }

  /** The length of the longest, in chars. */
  int longest() {
    return all.get(0).length();
  }

  /** Whether all chars but the first are ASCII, so that bytes tell whether an ASCII one matches. */
  boolean goOnInAscii() {
    return goOnInAscii;
  }

  boolean refusesAny() {
    return !refused.isEmpty();
  }

  boolean isRefused(String found) {
    return refused.contains(found);
  }

  /**
   * The length of the longest delimiter at {@code from}, 0 if there is none, or {@link #UNDECIDED}
   * if one that is longer than those has begun and more text may follow what is known.
   */
  int match(TextWindow text, int from, int to, boolean atEnd) {
    char first = text.at(from);
    if (first < 0x80 && endsAlone[first]) {
      return 1;
    }
    int known = text.knownTo(from, Math.min(to, from + longest()));
    for (String delimiter : all) {
      int length = Math.min(delimiter.length(), known - from);
      int same = 0;
      while (same < length && text.at(from + same) == delimiter.charAt(same)) {
        same++;
      }
      if (same == delimiter.length()) {
        return same;
      }
      if (same == known - from && !atEnd) {
        return UNDECIDED;
      }
    }
    return 0;
  }

  private boolean mayBegin(char c) {
    if (c < 0x80) {
      return beginsAscii[c];
    }
    for (char other : beginsOther) {
      if (c == other) {
        return true;
      }
    }
    return false;
  }

  /** The first index at which a delimiter may begin, or {@code to}. */
  int find(char[] chars, int from, int to) {
    ControlSearch search = ControlSearch.chosen();
    int i = from;
    while (i < to) {
      i = controls ? search.find(chars, i, to) : i;
      if (i == to || mayBegin(chars[i])) {
        break;
      }
      int close = i + Math.min(to - i, CLOSE);
      while (i < close && !mayBegin(chars[i])) {
        i++;
      }
    }
    return i;
  }

  /** The first index at which a delimiter may begin or a byte is not ASCII, or {@code to}. */
  int find(byte[] bytes, int from, int to) {
    ControlSearch search = ControlSearch.chosen();
    int i = from;
    while (i < to) {
      i = asciiControls ? search.findOrNonAscii(bytes, i, to) : i;
      if (i == to || bytes[i] < 0 || beginsAscii[bytes[i]]) {
        break;
      }
      int close = i + Math.min(to - i, CLOSE);
      while (i < close && bytes[i] >= 0 && !beginsAscii[bytes[i]]) {
        i++;
      }
    }
    return i;
  }
}
