/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.shift;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNMAPPED;

import io.utflow.charsets.form.SteppedRunForm;
import io.utflow.charsets.table.GraphicSet;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;

/**
 * ISO-2022-CN (RFC 1922): ASCII, GB 2312, and planes 1 and 2 of CNS 11643, in bytes up to 7F. Each
 * line names the sets that it uses before it uses them. An object for each stream; the shared one
 * is in the state in which streams begin.
 *
 * <pre>
 *   ESC $ ) A    after SO comes GB 2312   SO           two bytes are a character of that set
 *   ESC $ ) G    after SO comes plane 1   SI           a byte is an ASCII character
 *   ESC $ * H    after ESC N plane 2      ESC N b b    one character of plane 2
 *   LF           itself; no set is named any more, and a byte is an ASCII character
 *   CR           itself
 * </pre>
 *
 * <p>Ill-formed is
 *
 * <ul>
 *   <li>ESC that begins none of these, SO and ESC N where no set is named: the first byte, and the
 *       next bytes are read for themselves;
 *   <li>a pair of bytes from 21 to 7E that no character is assigned to, both of them, with the ESC
 *       N before it;
 *   <li>a first byte of two without a second one, with the ESC N before it; ESC N without either;
 *   <li>after SO any other byte up to 20, and 7F; a byte from 80 on anywhere.
 * </ul>
 *
 * <p>When writing, a character is written in the set that is named for SO already if that has it,
 * else in GB 2312, plane 1 or plane 2, the first that has it; the bytes do not depend on the cut.
 * Each SO has only one set, because glibc reads the name of another set only at the next SO. Each
 * line and each text end in ASCII.
 */
public final class Iso2022CnForm implements SteppedRunForm {
  /** The charset of the JDK that it takes the planes of CNS 11643 from. */
  public static final String PLANES = "x-EUC-TW";

  private static final int ESC = 0x1B;
  private static final int SO = 0x0E;
  private static final int SI = 0x0F;
  private static final int LF = '\n';
  private static final int CR = '\r';
  private static final int ASCII = 0x80;

  /** The last byte of the sequence that names a set, by the number of the set, 1 to 3. */
  private static final int[] NAMES = {0, 'A', 'G', 'H'};

  private static final int NONE = 0;
  private static final int GB = 1;
  private static final int PLANE_2 = 3;

  private static final int NAME_LENGTH = 4;
  private static final int SINGLE_SHIFT = 'N';
  private static final int SINGLE_LENGTH = 2;

  private final GraphicSet[] sets;
  private final State read = new State();
  private final State beforeRun = new State();
  private final State written = new State();

  /** Which sets a line has named, and which mode it is in. */
  private static final class State {
    private int behindSo;
    private boolean hasPlane2;
    private boolean shifted;

    void name(int set) {
      if (set == PLANE_2) {
        hasPlane2 = true;
      } else {
        behindSo = set;
      }
    }

    void be(State other) {
      behindSo = other.behindSo;
      hasPlane2 = other.hasPlane2;
      shifted = other.shifted;
    }

    void endLine() {
      behindSo = NONE;
      hasPlane2 = false;
      shifted = false;
    }
  }

  private Iso2022CnForm(GraphicSet[] sets) {
    this.sets = sets;
  }

  /** One that has read and written nothing, where the JVM has the {@link #PLANES}. */
  public static Iso2022CnForm shared() {
    GraphicSet gb = new GraphicSet(HzForm.TABLE);
    GraphicSet plane1 = new GraphicSet(PLANES);
    GraphicSet plane2 = new GraphicSet(PLANES, 0x8E, 0xA2);
    return new Iso2022CnForm(new GraphicSet[] {gb, plane1, plane2});
  }

  @Override
  public EncodingForm forStream() {
    return new Iso2022CnForm(sets);
  }

  private GraphicSet set(int number) {
    return sets[number - 1];
  }

  // Reading.

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos] & 0xFF;
    return switch (first) {
      case ESC -> stepEscape(src, pos, end, atEnd);
      case SO -> read.behindSo == NONE ? Step.illFormed(INVALID_BYTE, 1) : Step.text(0, 1);
      case SI, LF -> Step.text(0, 1);
      default -> stepCharacter(first, src, pos, end, atEnd);
    };
  }

  private int stepCharacter(int first, byte[] src, int pos, int end, boolean atEnd) {
    if (read.shifted && GraphicSet.has(first)) {
      return stepPair(read.behindSo, src, pos, 0, end, atEnd);
    }
    boolean itself = first == CR || first < ASCII && !read.shifted;
    return itself ? Step.scalar(first, 1) : Step.illFormed(INVALID_BYTE, 1);
  }

  /** The step for a character of a set, after some bytes that belong to it. */
  private int stepPair(int number, byte[] src, int pos, int before, int end, boolean atEnd) {
    for (int i = before; i < before + 2; i++) {
      if (pos + i == end) {
        return Step.prefix(i, atEnd);
      }
      if (!GraphicSet.has(src[pos + i])) {
        return Step.illFormed(TRUNCATED, i);
      }
    }
    int scalar = set(number).scalar(src[pos + before], src[pos + before + 1]);
    int length = before + 2;
    return scalar < 0 ? Step.illFormed(UNMAPPED, length) : Step.scalar(scalar, length);
  }

  private int stepEscape(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos > 1 && src[pos + 1] == SINGLE_SHIFT) {
      return read.hasPlane2
          ? stepPair(PLANE_2, src, pos, SINGLE_LENGTH, end, atEnd)
          : Step.illFormed(INVALID_BYTE, 1);
    }
    for (int set = GB; set <= PLANE_2; set++) {
      int same = 1;
      while (same < NAME_LENGTH && pos + same < end && src[pos + same] == nameOf(set, same)) {
        same++;
      }
      if (same == NAME_LENGTH) {
        return Step.text(set, NAME_LENGTH);
      }
      if (pos + same == end) {
        return Step.prefix(1, atEnd);
      }
    }
    return Step.illFormed(INVALID_BYTE, 1);
  }

  /** The byte at an index of the sequence that names a set. */
  private static int nameOf(int set, int index) {
    return switch (index) {
      case 0 -> ESC;
      case 1 -> '$';
      case 2 -> set == PLANE_2 ? '*' : ')';
      default -> NAMES[set];
    };
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return src[pos] == LF ? "\n" : "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    switch (src[pos]) {
      case ESC -> read.name(Step.detail(step));
      case LF -> read.endLine();
      default -> read.shifted = src[pos] == SO;
    }
  }

  @Override
  public void keepState() {
    beforeRun.be(read);
  }

  @Override
  public void rollback() {
    read.be(beforeRun);
  }

  @Override
  public EncodingForm copy() {
    Iso2022CnForm form = new Iso2022CnForm(sets);
    form.read.be(read);
    return form;
  }

  @Override
  public long readAlike(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (read.shifted) {
      int most = Math.min(end - pos >> 1, dend - dpos);
      long pairs = set(read.behindSo).decode(src, pos, dst, dpos, most);
      return pairs << 33 | pairs;
    }
    long ascii = decodeAscii(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    return ascii << 32 | ascii;
  }

  private static int decodeAscii(byte[] src, int p, char[] dst, int d, int length) {
    int i = 0;
    while (i < length && isItself(src[p + i])) {
      dst[d + i] = (char) src[p + i];
      i++;
    }
    return i;
  }

  /** Whether a byte is that ASCII character, and changes nothing. */
  private static boolean isItself(byte b) {
    return b > ESC || b >= 0 && b != ESC && b != SO && b != SI && b != LF;
  }

  @Override
  public int longestSequence() {
    return NAME_LENGTH;
  }

  // Writing.

  @Override
  public boolean canEncodeAll() {
    return false;
  }

  /** Not those that would be read as a shift. */
  @Override
  public boolean canEncode(int scalar) {
    return scalar < ASCII ? scalar != ESC && scalar != SO && scalar != SI : setOf(scalar) != NONE;
  }

  @Override
  public String replacement() {
    return "?";
  }

  /** The set in which a character is written. */
  private int setOf(int scalar) {
    if (written.behindSo != NONE && set(written.behindSo).bytes(scalar) >= 0) {
      return written.behindSo;
    }
    for (int set = GB; set <= PLANE_2; set++) {
      if (set(set).bytes(scalar) >= 0) {
        return set;
      }
    }
    return NONE;
  }

  @Override
  public int encodedLength(int scalar) {
    if (scalar < ASCII) {
      return written.shifted ? 2 : 1;
    }
    int set = setOf(scalar);
    if (set == PLANE_2) {
      return (written.hasPlane2 ? 0 : NAME_LENGTH) + SINGLE_LENGTH + 2;
    }
    boolean goesOn = written.behindSo == set;
    int shifts = written.shifted ? (goesOn ? 0 : 2) : 1;
    return (goesOn ? 0 : NAME_LENGTH) + shifts + 2;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < ASCII) {
      return writeAscii(scalar, dst, pos);
    }
    int set = setOf(scalar);
    int p = writeName(set, dst, pos);
    if (set == PLANE_2) {
      dst[p++] = ESC;
      dst[p++] = SINGLE_SHIFT;
    } else {
      p = writeShift(true, dst, p);
    }
    int bytes = set(set).bytes(scalar);
    dst[p++] = (byte) (bytes >>> 8);
    dst[p++] = (byte) bytes;
    return p;
  }

  private int writeAscii(int scalar, byte[] dst, int pos) {
    int p = writeShift(false, dst, pos);
    dst[p] = (byte) scalar;
    if (scalar == LF || scalar == CR) {
      written.endLine();
    }
    return p + 1;
  }

  private int writeName(int set, byte[] dst, int pos) {
    if (set == PLANE_2 ? written.hasPlane2 : written.behindSo == set) {
      return pos;
    }
    int p = set == PLANE_2 ? pos : writeShift(false, dst, pos);
    written.name(set);
    for (int i = 0; i < NAME_LENGTH; i++) {
      dst[p + i] = (byte) nameOf(set, i);
    }
    return p + NAME_LENGTH;
  }

  private int writeShift(boolean shifted, byte[] dst, int pos) {
    if (written.shifted == shifted) {
      return pos;
    }
    written.shifted = shifted;
    dst[pos] = (byte) (shifted ? SO : SI);
    return pos + 1;
  }

  @Override
  public boolean canWriteOnFrom() {
    return false;
  }

  @Override
  public int endLength() {
    return written.shifted ? 1 : 0;
  }

  @Override
  public int writeEnd(byte[] dst, int pos) {
    return writeShift(false, dst, pos);
  }

  @Override
  public int longestWritten() {
    return MOST_WRITTEN;
  }

  @Override
  public int maxBytesPerChar() {
    return MOST_WRITTEN;
  }
}
