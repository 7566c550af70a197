/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import io.utflow.charsets.form.LeadBytes;
import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.CharsetProbe;
import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The states of a charset and the sequences that lead from one to another, with the table of each
 * state. Shared by the streams; what is made lazily is made once.
 *
 * <pre>
 *   ISO-2022-JP and kin   ESC ( B, ESC ( J, ESC ( I, ESC $ @, ESC $ B, ESC $ ( D; SO is ESC ( I
 *   ISO-2022-KR           ESC $ ) C, which changes nothing, SO, SI
 *   EBCDIC of IBM         SO, SI
 * </pre>
 */
final class Shifts {
  /** The state that each stream begins in. */
  static final int INITIAL = 0;

  /** The state of ISO-2022-JP after ESC ( I, the third sequence of {@link #JAPANESE}. */
  private static final int KATAKANA = 2;

  private static final int ESCAPE = 0x1B;

  /** The length of most escape sequences in bytes. */
  private static final int THREE = 3;

  private static final int ASCII = 0x80;
  private static final byte[] SHIFT_IN = {0x0F};
  private static final byte[] SHIFT_OUT = {0x0E};
  private static final byte[] KOREAN_HEADER = hex("1B242943");

  /**
   * Escape sequences that may lead to a state; a charset has those that its decoder in the JDK
   * accepts.
   */
  private static final List<byte[]> JAPANESE =
      Stream.of("1B2842", "1B284A", "1B2849", "1B2440", "1B2442", "1B242844")
          .map(Shifts::hex)
          .toList();

  /** A sequence of bytes and the state after it. */
  static final class Shift {
    private final byte[] bytes;
    private final int state;

    Shift(byte[] bytes, int state) {
      this.bytes = bytes;
      this.state = state;
    }

    byte[] bytes() {
      return bytes;
    }

    int state() {
      return state;
    }
  }

  private final Charset charset;

  /** Single bytes that are other characters than the JDK's. */
  private final Map<Integer, Integer> others;

  private final boolean sevenBit;
  private final byte[] header;
  private final List<Shift> all = new ArrayList<>();

  /** For each state, the bytes that lead to it when text is written. */
  private final List<byte[]> written = new ArrayList<>();

  private final Shift[] escapes;

  /** Those of three bytes, by the second and third. */
  private final @Nullable Shift[] escapesOfThree;

  private final @Nullable Shift shiftIn;
  private final @Nullable Shift shiftOut;
  private final AtomicReferenceArray<@Nullable SequenceTable> tables;
  private final int longest;

  private volatile @Nullable ShiftedWords words;

  private Shifts(Charset charset, boolean japanese, byte[] header, Map<Integer, Integer> others) {
    this.charset = charset;
    this.others = others;
    this.sevenBit = charset.name().startsWith("ISO") || japanese;
    this.header = header;
    if (japanese) {
      CharsetProbe probe = new CharsetProbe(charset);
      JAPANESE.stream().filter(shift -> "".equals(probe.decode(shift))).forEach(this::add);
      all.add(new Shift(SHIFT_IN, INITIAL));
      all.add(new Shift(SHIFT_OUT, KATAKANA));
    } else {
      add(SHIFT_IN);
      add(SHIFT_OUT);
    }
    this.escapes = escapes();
    this.escapesOfThree = escapesOfThree(escapes);
    this.shiftIn = one(SHIFT_IN);
    this.shiftOut = one(SHIFT_OUT);
    this.tables = new AtomicReferenceArray<>(written.size());
    this.longest = longestOfAll();
  }

  private Shift[] escapes() {
    return all.stream().filter(s -> s.bytes()[0] == ESCAPE).toArray(Shift[]::new);
  }

  private static @Nullable Shift[] escapesOfThree(Shift[] escapes) {
    @Nullable Shift[] ofThree = new Shift[2 * ASCII];
    for (Shift shift : escapes) {
      byte[] bytes = shift.bytes();
      if (bytes.length == THREE) {
        ofThree[indexOfThree(bytes[1], bytes[2])] = shift;
      }
    }
    return ofThree;
  }

  private int longestOfAll() {
    return Math.max(header.length, all.stream().mapToInt(s -> s.bytes().length).max().orElse(0));
  }

  private Shift one(byte[] bytes) {
    return all.stream().filter(s -> Arrays.equals(s.bytes(), bytes)).findFirst().orElseThrow();
  }

  private void add(byte[] shift) {
    all.add(new Shift(shift, written.size()));
    written.add(shift);
  }

  /** Those of a charset; null if its states are others. */
  static @Nullable Shifts of(Charset charset) {
    String name = charset.name();
    if (name.startsWith("ISO-2022-JP") || name.startsWith("x-windows-")) {
      return new Shifts(charset, true, new byte[0], Map.of());
    }
    if (name.equals("ISO-2022-KR")) {
      return new Shifts(charset, false, KOREAN_HEADER, Map.of());
    }
    return name.startsWith("x-IBM") ? new Shifts(charset, false, new byte[0], Map.of()) : null;
  }

  /** The same shifts, where some single bytes are other characters. */
  Shifts with(Map<Integer, Integer> singles) {
    return new Shifts(charset, false, header, singles);
  }

  private static byte[] hex(String bytes) {
    return HexFormat.of().parseHex(bytes);
  }

  Charset charset() {
    return charset;
  }

  /** Whether bytes from 80 on are ill-formed, though the JDK's decoder may accept them. */
  boolean isSevenBit() {
    return sevenBit;
  }

  /** The bytes of the longest. */
  int longest() {
    return longest;
  }

  /** Whether some shift begins with a byte. */
  boolean mayBegin(int b) {
    return b == ESCAPE ? sevenBit : (b == SHIFT_IN[0] || b == SHIFT_OUT[0]) && shiftIn != null;
  }

  /** Whether a byte is SO, SI or ESC. */
  static boolean isShift(int b) {
    return b == SHIFT_IN[0] || b == SHIFT_OUT[0] || b == ESCAPE;
  }

  private boolean isForeign(int b) {
    return mayBegin(b) || sevenBit && b >= 0x80;
  }

  /** The shift at {@code pos}, where one may begin; null without one, or if it is incomplete. */
  @Nullable Shift find(byte[] src, int pos, int end, int state) {
    if (src[pos] != ESCAPE) {
      return src[pos] == SHIFT_IN[0] ? shiftIn : shiftOut;
    }
    if (end - pos < THREE || !mayFollowEscape(src[pos + 1]) || src[pos + 2] < 0) {
      return null;
    }
    Shift ofThree = escapesOfThree[indexOfThree(src[pos + 1], src[pos + 2])];
    return ofThree == null ? findLonger(src, pos, end, state) : ofThree;
  }

  private static int indexOfThree(byte second, byte third) {
    return (second == '$' ? 0 : ASCII) | third;
  }

  private @Nullable Shift findLonger(byte[] src, int pos, int end, int state) {
    for (Shift shift : escapes) {
      byte[] bytes = shift.bytes();
      if (same(bytes, src, pos, end) == bytes.length) {
        return shift;
      }
    }
    boolean isHeader = header.length > 0 && header.length == same(header, src, pos, end);
    return isHeader ? new Shift(header, state) : null;
  }

  /** Whether a byte is the second byte of some escape sequence. */
  private static boolean mayFollowEscape(byte b) {
    return b == '$' || b == '(';
  }

  /**
   * Whether the bytes from {@code pos} on, which are not a shift, may become one with more bytes.
   */
  boolean mayBecome(byte[] src, int pos, int end) {
    int length = end - pos;
    if (length >= longest) {
      return false;
    }
    for (Shift shift : escapes) {
      if (same(shift.bytes(), src, pos, end) == length) {
        return true;
      }
    }
    return same(header, src, pos, end) == length;
  }

  private static int same(byte[] shift, byte[] src, int pos, int end) {
    int same = 0;
    while (same < shift.length && pos + same < end && shift[same] == src[pos + same]) {
      same++;
    }
    return same;
  }

  /** The table of the meanings of bytes in a state. */
  SequenceTable table(int state) {
    SequenceTable table = tables.get(state);
    if (table == null) {
      table = askForTable(state);
      tables.set(state, table);
    }
    return table;
  }

  private SequenceTable askForTable(int state) {
    byte[] shift = state == INITIAL ? new byte[0] : written.get(state);
    return LeadBytes.tableOf(charset, shift, this::isForeign).withSingles(others);
  }

  /** Whether SO and SI lead from one state to the other, and nothing else does. */
  boolean isOfTwoStates() {
    return escapes.length == 0;
  }

  /** The reader for both states, if {@linkplain #isOfTwoStates there are two}. */
  ShiftedWords words() {
    ShiftedWords made = words;
    if (made == null) {
      made = new ShiftedWords(table(INITIAL), table(Objects.requireNonNull(shiftOut).state()));
      words = made;
    }
    return made;
  }

  /** The bytes that lead to a state when text is written. */
  byte[] to(int state) {
    return written.get(state);
  }

  /** The bytes that are written once before the first shift of a stream; may be empty. */
  byte[] header() {
    return header;
  }

  /**
   * Packs a character as the JDK writes it: the state in which it stands, and one or two bytes.
   * Those that would be read as a shift have no place.
   */
  int packed(byte[] bytes) {
    int state = INITIAL;
    int pos = 0;
    while (pos < bytes.length && mayBegin(bytes[pos])) {
      Shift shift = find(bytes, pos, bytes.length, state);
      if (shift == null) {
        return CharacterTable.UNMAPPED;
      }
      state = shift.state();
      pos += shift.bytes().length;
    }
    int end = pos;
    while (end < bytes.length && !mayBegin(bytes[end])) {
      end++;
    }
    byte[] character = Arrays.copyOfRange(bytes, pos, end);
    boolean none = character.length == 0 || character.length > 2;
    return none ? CharacterTable.UNMAPPED : state << 16 | CharacterTable.packed(character);
  }
}
