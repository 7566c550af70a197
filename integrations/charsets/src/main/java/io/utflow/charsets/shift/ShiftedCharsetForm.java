/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNMAPPED;

import io.utflow.charsets.form.CharsetForm;
import io.utflow.charsets.form.EbcdicLineFeed;
import io.utflow.charsets.form.StatefulForm;
import io.utflow.charsets.shift.Shifts.Shift;
import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.CharsetCharacters;
import io.utflow.charsets.table.SequenceTable;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A charset of the JDK with states, of one and two bytes for a character: ISO-2022-JP, ISO-2022-KR,
 * EBCDIC with Chinese, Japanese or Korean. An object for each stream; the shared one is in the
 * state in which streams begin.
 *
 * <p>An escape sequence that the charset does not have is ill-formed in its first byte, as in the
 * WHATWG Encoding Standard; the next bytes are read for themselves.
 */
public final class ShiftedCharsetForm extends CharsetForm implements StatefulForm {
  /** A header, a shift and two bytes. */
  private static final int LONGEST_WRITTEN = 8;

  private final Shifts shifts;
  private int state = Shifts.INITIAL;
  private int writtenState = Shifts.INITIAL;
  private boolean headerWritten;

  private ShiftedCharsetForm(Shifts shifts) {
    this(shifts, CharsetCharacters.of(shifts.charset(), shifts::packed));
  }

  private ShiftedCharsetForm(Shifts shifts, CharacterTable characters) {
    super(shifts.charset(), characters);
    this.shifts = shifts;
  }

  /** The form of a charset of the JDK; null if its states are not known. */
  public static @Nullable ShiftedCharsetForm of(Charset charset) {
    Shifts shifts = Shifts.of(charset);
    return shifts == null ? null : new ShiftedCharsetForm(shifts);
  }

  /**
   * The same encoding with LF at one of the bytes 15 and 25, and NEL at the other; of EBCDIC only.
   */
  public ShiftedCharsetForm withLineFeedAt(int lineFeed) {
    return new ShiftedCharsetForm(
        shifts.with(EbcdicLineFeed.charactersOf(lineFeed)),
        characters().with(EbcdicLineFeed.bytesOf(lineFeed)));
  }

  @Override
  public EncodingForm forStream() {
    return new ShiftedCharsetForm(shifts, characters());
  }

  // Reading.

  @Override
  public EncodingForm copy() {
    ShiftedCharsetForm form = new ShiftedCharsetForm(shifts, characters());
    form.state = state;
    return form;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos] & 0xFF;
    if (shifts.mayBegin(first)) {
      return stepShift(src, pos, end, atEnd);
    }
    if (first >= 0x80 && shifts.isSevenBit()) {
      return Step.illFormed(INVALID_BYTE, 1);
    }
    SequenceTable table = shifts.table(state);
    int cell = table.single(first);
    if (cell >= 0) {
      return Step.scalar(cell, 1);
    }
    if (cell != SequenceTable.PREFIX) {
      return Step.illFormed(cell == SequenceTable.UNMAPPED ? UNMAPPED : INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return atEnd ? Step.illFormed(TRUNCATED, 1) : Step.NEEDS_MORE;
    }
    int second = src[pos + 1] & 0xFF;
    if (shifts.mayBegin(second) || second >= 0x80 && shifts.isSevenBit()) {
      return Step.illFormed(TRUNCATED, 1);
    }
    cell = table.pair(first, second);
    return cell >= 0 ? Step.scalar(cell, 2) : Step.illFormed(UNMAPPED, 2);
  }

  private int stepShift(byte[] src, int pos, int end, boolean atEnd) {
    Shift shift = shifts.find(src, pos, end, state);
    if (shift != null) {
      return Step.text(shift.state(), shift.bytes().length);
    }
    boolean open = shifts.mayBecome(src, pos, end);
    if (open && !atEnd) {
      return Step.NEEDS_MORE;
    }
    return Step.illFormed(open ? TRUNCATED : INVALID_BYTE, 1);
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    state = Step.detail(step);
  }

  /**
   * Decodes, faster than by {@link #step}, some sequences after which the state is the same as
   * before.
   *
   * @return how many bytes were read, and in the lower half how many chars they became
   */
  public long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int at = state;
    int p = pos;
    int d = dpos;
    long done = 0;
    while (true) {
      SequenceTable table = shifts.table(at);
      long run = table.decodeAlike(src, p, end, dst, d, dend);
      p += (int) (run >>> 32);
      d += (int) run;
      if (p < end && !shifts.mayBegin(src[p])) {
        run = table.decode(src, p, end, dst, d, dend);
        p += (int) (run >>> 32);
        d += (int) run;
      }
      done = at == state ? run(p - pos, d - dpos) : done;
      Shift shift = p < end ? shiftAt(src, p, end, at) : null;
      if (shift == null) {
        return done;
      }
      at = shift.state();
      p += shift.bytes().length;
      if (at == Shifts.INITIAL && shifts.isOfTwoStates()) {
        long words = shifts.words().decode(src, p, end, dst, d, dend);
        p += (int) (words >>> 32);
        d += (int) words;
      }
    }
  }

  private @Nullable Shift shiftAt(byte[] src, int p, int end, int at) {
    return shifts.mayBegin(src[p]) ? shifts.find(src, p, end, at) : null;
  }

  /** The length in bytes of some such sequences. */
  public int assignedPrefix(byte[] src, int pos, int end) {
    int at = state;
    int p = pos;
    int done = 0;
    while (true) {
      p += shifts.table(at).assignedPrefix(src, p, end);
      done = at == state ? p - pos : done;
      Shift shift = p < end ? shiftAt(src, p, end, at) : null;
      if (shift == null) {
        return done;
      }
      at = shift.state();
      p += shift.bytes().length;
    }
  }

  private static long run(int read, int written) {
    return (long) read << 32 | written;
  }

  @Override
  public int longestSequence() {
    return Math.max(2, shifts.longest());
  }

  // Writing.

  @Override
  protected int packed(byte[] bytes) {
    return shifts.packed(bytes);
  }

  @Override
  public int encodedLength(int scalar) {
    int packed = packed(scalar);
    return shiftLength(packed >>> 16) + CharacterTable.length(packed & 0xFFFF);
  }

  private int shiftLength(int next) {
    if (next == writtenState) {
      return 0;
    }
    return shifts.to(next).length + (headerWritten ? 0 : shifts.header().length);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int packed = packed(scalar);
    return CharacterTable.write(packed & 0xFFFF, dst, writeShift(packed >>> 16, dst, pos));
  }

  private int writeShift(int next, byte[] dst, int pos) {
    if (next == writtenState) {
      return pos;
    }
    int p = headerWritten ? pos : put(shifts.header(), dst, pos);
    headerWritten = true;
    writtenState = next;
    return put(shifts.to(next), dst, p);
  }

  private static int put(byte[] bytes, byte[] dst, int pos) {
    System.arraycopy(bytes, 0, dst, pos, bytes.length);
    return pos + bytes.length;
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
      d = writeShift(packed >>> 16, dst, d);
      int bytes = packed & 0xFFFF;
      if (bytes > 0xFF) {
        dst[d++] = (byte) (bytes >>> 8);
      }
      dst[d++] = (byte) bytes;
      p++;
    }
    return run(p - pos, d - dpos);
  }

  @Override
  public int stateOfWriting() {
    return writtenState << 1 | (headerWritten ? 1 : 0);
  }

  @Override
  public void writeOnFrom(int stateOfWriting) {
    writtenState = stateOfWriting >> 1;
    headerWritten = (stateOfWriting & 1) != 0;
  }

  @Override
  public int endLength() {
    return shiftLength(Shifts.INITIAL);
  }

  @Override
  public int writeEnd(byte[] dst, int pos) {
    return writeShift(Shifts.INITIAL, dst, pos);
  }

  @Override
  public int longestWritten() {
    return LONGEST_WRITTEN;
  }

  @Override
  public int maxBytesPerChar() {
    return LONGEST_WRITTEN;
  }
}
