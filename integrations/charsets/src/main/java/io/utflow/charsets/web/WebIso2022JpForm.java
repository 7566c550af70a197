/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.form.CharsetForm;
import io.utflow.charsets.form.SteppedRunForm;
import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.form.Cause;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * ISO-2022-JP as the WHATWG Encoding Standard has it (§12.2). An object for each stream; the shared
 * one is in the state in which streams begin.
 *
 * <pre>
 *   ESC ( B            from here on a byte is an ASCII character
 *   ESC ( J            the same, but 5C is U+00A5 and 7E is U+203E
 *   ESC ( I            a byte from 21 to 5F is katakana of half width
 *   ESC $ @, ESC $ B   two bytes from 21 to 7E are a character of JIS X 0208
 * </pre>
 *
 * <p>Ill-formed is
 *
 * <ul>
 *   <li>an escape sequence with no character or ill-formed sequence between it and the one before,
 *       all of it; it leads to its state nevertheless;
 *   <li>ESC that begins none of these; the next bytes are read for themselves;
 *   <li>two bytes that are not a character, the first from 21 to 7E, the second any byte, even a
 *       line feed; but only the first byte before ESC and at the end;
 *   <li>any other byte that is not a character in its state, SO and SI in all of them.
 * </ul>
 */
public final class WebIso2022JpForm extends CharsetForm implements SteppedRunForm {
  private static final int ESC = 0x1B;
  private static final int SO = 0x0E;
  private static final int SI = 0x0F;
  private static final int ESCAPE_LENGTH = 3;

  private static final int ASCII = 0;
  private static final int ROMAN = 1;
  private static final int KATAKANA = 2;
  private static final int PAIRS = 3;
  private static final int NONE = -1;

  /** The bytes that lead to each state when text is written. */
  private static final byte[][] ESCAPES = {
    {ESC, '(', 'B'}, {ESC, '(', 'J'}, {ESC, '(', 'I'}, {ESC, '$', 'B'}
  };

  private static final int LONGEST_WRITTEN = ESCAPE_LENGTH + 2;

  /** In the detail of a step that is a character: taking it changes the form's state. */
  private static final int CHARACTER = 1 << 23;

  /** The characters that are written for U+FF61 to U+FF9F. */
  private static final String FULL_WIDTH =
      "\u3002\u300C\u300D\u3001\u30FB\u30F2\u30A1\u30A3\u30A5\u30A7\u30A9\u30E3\u30E5\u30E7\u30C3"
          + "\u30FC\u30A2\u30A4\u30A6\u30A8\u30AA\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7\u30B9"
          + "\u30BB\u30BD\u30BF\u30C1\u30C4\u30C6\u30C8\u30CA\u30CB\u30CC\u30CD\u30CE\u30CF\u30D2"
          + "\u30D5\u30D8\u30DB\u30DE\u30DF\u30E0\u30E1\u30E2\u30E4\u30E6\u30E8\u30E9\u30EA\u30EB"
          + "\u30EC\u30ED\u30EF\u30F3\u309B\u309C";

  private final WebIndex eucJp;

  /** The meanings of bytes in each state, made when the state is first used. */
  private final AtomicReferenceArray<SequenceTable> tables;

  private int state = ASCII;

  /** The standard's "output": whether nothing has followed the last escape sequence yet. */
  private boolean behindEscape;

  private int stateBeforeRun;
  private boolean behindEscapeBeforeRun;
  private int writtenState = ASCII;

  private WebIso2022JpForm(
      Charset charset,
      CharacterTable characters,
      WebIndex eucJp,
      AtomicReferenceArray<SequenceTable> tables) {
    super(charset, characters, "?");
    this.eucJp = eucJp;
    this.tables = tables;
  }

  /**
   * The shared one.
   *
   * @param eucJp two bytes of which are those of JIS X 0208, from A1 on
   */
  static WebIso2022JpForm of(Charset iso2022Jp, WebIndex eucJp) {
    return new WebIso2022JpForm(
        iso2022Jp,
        new CharacterTable(scalar -> packed(scalar, eucJp)),
        eucJp,
        new AtomicReferenceArray<>(ESCAPES.length));
  }

  @Override
  public EncodingForm forStream() {
    return new WebIso2022JpForm(charset(), characters(), eucJp, tables);
  }

  // Reading.

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos] & 0xFF;
    int step =
        first == ESC
            ? stepEscape(src, pos, end, atEnd)
            : stepCharacter(first, src, pos, end, atEnd);
    if (!behindEscape || step == Step.NEEDS_MORE) {
      return step;
    }
    return Step.isScalar(step)
        ? Step.text(CHARACTER | Step.scalar(step), Step.length(step))
        : Step.told(step);
  }

  private int stepEscape(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos > 1 && src[pos + 1] != '$' && src[pos + 1] != '(') {
      return Step.illFormed(Cause.INVALID_BYTE, 1);
    }
    if (end - pos < ESCAPE_LENGTH) {
      return open(atEnd);
    }
    if (stateBehind(src, pos) == NONE) {
      return Step.illFormed(Cause.INVALID_BYTE, 1);
    }
    return behindEscape
        ? Step.illFormed(Cause.INVALID_BYTE, ESCAPE_LENGTH)
        : Step.text(0, ESCAPE_LENGTH);
  }

  /** The state that the three bytes at {@code pos} lead to, or none. */
  private static int stateBehind(byte[] src, int pos) {
    boolean pairs = src[pos + 1] == '$';
    return switch (src[pos + 2]) {
      case '@' -> pairs ? PAIRS : NONE;
      case 'B' -> pairs ? PAIRS : ASCII;
      case 'J' -> pairs ? NONE : ROMAN;
      case 'I' -> pairs ? NONE : KATAKANA;
      default -> NONE;
    };
  }

  private int stepCharacter(int first, byte[] src, int pos, int end, boolean atEnd) {
    SequenceTable table = table();
    int cell = table.single(first);
    if (cell >= 0) {
      return Step.scalar(cell, 1);
    }
    if (cell != SequenceTable.PREFIX) {
      return Step.illFormed(Cause.INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return open(atEnd);
    }
    if (src[pos + 1] == ESC) {
      return Step.illFormed(Cause.TRUNCATED, 1);
    }
    cell = table.pair(first, src[pos + 1] & 0xFF);
    return cell >= 0 ? Step.scalar(cell, 2) : Step.illFormed(Cause.UNMAPPED, 2);
  }

  /** At the end, the bytes after the first are read for themselves. */
  private static int open(boolean atEnd) {
    return atEnd ? Step.illFormed(Cause.TRUNCATED, 1) : Step.NEEDS_MORE;
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    int detail = Step.detail(step);
    return detail >= CHARACTER ? Character.toString(detail - CHARACTER) : "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    behindEscape = Step.length(step) == ESCAPE_LENGTH;
    state = behindEscape ? stateBehind(src, pos) : state;
  }

  @Override
  public void keepState() {
    stateBeforeRun = state;
    behindEscapeBeforeRun = behindEscape;
  }

  @Override
  public void rollback() {
    state = stateBeforeRun;
    behindEscape = behindEscapeBeforeRun;
  }

  @Override
  public EncodingForm copy() {
    WebIso2022JpForm form = new WebIso2022JpForm(charset(), characters(), eucJp, tables);
    form.state = state;
    form.behindEscape = behindEscape;
    return form;
  }

  @Override
  public long readAlike(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    long run = table().decodeAlike(src, pos, end, dst, dpos, dend);
    behindEscape &= run == 0;
    return run;
  }

  private SequenceTable table() {
    SequenceTable table = tables.get(state);
    if (table == null) {
      table = makeTable(state);
      tables.set(state, table);
    }
    return table;
  }

  private SequenceTable makeTable(int state) {
    return switch (state) {
      case ROMAN -> SequenceTable.of(b -> ascii(b, true), (a, b) -> SequenceTable.UNMAPPED);
      case KATAKANA ->
          SequenceTable.of(
              b ->
                  WebJapanese.isIn(b, 0x21, 0x5F)
                      ? WebJapanese.FIRST_HALF_WIDTH - 0x21 + b
                      : SequenceTable.INVALID,
              (a, b) -> SequenceTable.UNMAPPED);
      case PAIRS ->
          SequenceTable.of(
              b -> isGraphic(b) ? SequenceTable.PREFIX : SequenceTable.INVALID,
              (first, second) ->
                  isGraphic(second)
                      ? eucJp.sequences().pair(first | 0x80, second | 0x80)
                      : SequenceTable.UNMAPPED);
      default -> SequenceTable.of(b -> ascii(b, false), (a, b) -> SequenceTable.UNMAPPED);
    };
  }

  private static boolean isGraphic(int b) {
    return WebJapanese.isIn(b, 0x21, 0x7E);
  }

  private static int ascii(int b, boolean roman) {
    if (b >= 0x80 || isShift(b)) {
      return SequenceTable.INVALID;
    }
    if (roman && b == '\\') {
      return WebJapanese.YEN;
    }
    return roman && b == '~' ? WebJapanese.OVERLINE : b;
  }

  private static boolean isShift(int b) {
    return b == SO || b == SI || b == ESC;
  }

  @Override
  public int longestSequence() {
    return ESCAPE_LENGTH;
  }

  // Writing.

  /** The state in which a character is written, followed by its bytes. */
  private static int packed(int scalar, WebIndex eucJp) {
    if (scalar < 0x80) {
      return isShift(scalar) ? CharacterTable.UNMAPPED : scalar;
    }
    if (scalar == WebJapanese.YEN || scalar == WebJapanese.OVERLINE) {
      return ROMAN << 16 | (scalar == WebJapanese.YEN ? '\\' : '~');
    }
    int halfWidth = scalar - WebJapanese.FIRST_HALF_WIDTH;
    boolean isHalfWidth = halfWidth >= 0 && halfWidth < FULL_WIDTH.length();
    int packed = eucJp.packed(isHalfWidth ? FULL_WIDTH.charAt(halfWidth) : scalar);
    return packed == CharacterTable.UNMAPPED ? packed : PAIRS << 16 | packed & 0x7F7F;
  }

  /** ASCII is written in the state ROMAN where it is the same there. */
  private int stateOf(int packed) {
    int own = packed >>> 16;
    boolean stays = own == ASCII && writtenState == ROMAN && packed != '\\' && packed != '~';
    return stays ? ROMAN : own;
  }

  /** U+FFFD for SO, SI and ESC, with which the standard's encoder returns that error. */
  @Override
  public int referenced(int scalar) {
    return isShift(scalar) ? 0xFFFD : scalar;
  }

  @Override
  public int encodedLength(int scalar) {
    int packed = characters().get(scalar);
    int escape = stateOf(packed) == writtenState ? 0 : ESCAPE_LENGTH;
    return escape + CharacterTable.length(packed & 0xFFFF);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int packed = characters().get(scalar);
    return CharacterTable.write(packed & 0xFFFF, dst, writeEscape(stateOf(packed), dst, pos));
  }

  private int writeEscape(int to, byte[] dst, int pos) {
    if (to == writtenState) {
      return pos;
    }
    writtenState = to;
    System.arraycopy(ESCAPES[to], 0, dst, pos, ESCAPE_LENGTH);
    return pos + ESCAPE_LENGTH;
  }

  @Override
  public long writeRun(char[] src, int pos, int end, byte[] dst, int dpos, int dend) {
    int p = pos;
    int d = dpos;
    while (p < end && dend - d >= LONGEST_WRITTEN && !Character.isSurrogate(src[p])) {
      int packed = characters().get(src[p]);
      if (packed == CharacterTable.UNMAPPED) {
        break;
      }
      d = writeEscape(stateOf(packed), dst, d);
      int bytes = packed & 0xFFFF;
      if (bytes > 0xFF) {
        dst[d++] = (byte) (bytes >>> 8);
      }
      dst[d++] = (byte) bytes;
      p++;
    }
    return (long) (p - pos) << 32 | d - dpos;
  }

  @Override
  public int stateOfWriting() {
    return writtenState;
  }

  @Override
  public void writeOnFrom(int stateOfWriting) {
    writtenState = stateOfWriting;
  }

  @Override
  public int endLength() {
    return writtenState == ASCII ? 0 : ESCAPE_LENGTH;
  }

  @Override
  public int writeEnd(byte[] dst, int pos) {
    return writeEscape(ASCII, dst, pos);
  }

  @Override
  public int longestWritten() {
    return LONGEST_WRITTEN;
  }

  /** Includes the bytes that end a text, so that a buffer for one character has room for both. */
  @Override
  public int maxBytesPerChar() {
    return LONGEST_WRITTEN + ESCAPE_LENGTH;
  }
}
