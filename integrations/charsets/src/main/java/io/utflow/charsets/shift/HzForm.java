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
 * HZ (RFC 1843): ASCII, and runs of GB 2312, two bytes from 21 to 7E for a character. An object for
 * each stream; the shared one is in the state in which streams begin.
 *
 * <pre>
 *   ~~     the character ~
 *   ~{     from here on GB mode: two bytes are a character of GB 2312
 *   ~}     from here on ASCII mode: a byte is itself
 *   ~ LF   nothing, a joined line
 *   LF     itself, in GB mode too, and from here on ASCII mode
 *   CR     itself, in GB mode too
 * </pre>
 *
 * <p>RFC 1843 has the escapes that lead to the present mode, and {@code ~~} and LF in GB mode, no
 * more than it forbids them; ICU4J writes them. They are read as in the decoder that the WHATWG
 * Encoding Standard once had, except that that decoder loses the LF that ends GB mode.
 *
 * <p>Ill-formed is
 *
 * <ul>
 *   <li>{@code ~} before any other byte, alone; the byte after it is read for itself;
 *   <li>in GB mode a pair of bytes from 21 to 7E that no character is assigned to, both of them, so
 *       that the next bytes stay in step; a first byte without a second one, alone;
 *   <li>in GB mode any other byte up to 20, and 7F; in both modes a byte from 80 on.
 * </ul>
 *
 * <p>When writing, the mode changes only when a character needs it, and each line and each text end
 * in ASCII mode; a joined line is never written.
 */
public final class HzForm implements SteppedRunForm {
  /** The charset of the JDK that it takes its characters from. */
  public static final String TABLE = "GB2312";

  private static final int TILDE = '~';
  private static final int TO_GB = '{';
  private static final int TO_ASCII = '}';
  private static final int LF = '\n';
  private static final int CR = '\r';
  private static final int ASCII = 0x80;

  private final GraphicSet characters;
  private boolean readsGb;
  private boolean readsGbBeforeRun;
  private boolean writesGb;

  private HzForm(GraphicSet characters) {
    this.characters = characters;
  }

  /** One that has read and written nothing, where the JVM has the {@link #TABLE}. */
  public static HzForm shared() {
    return new HzForm(new GraphicSet(TABLE));
  }

  @Override
  public EncodingForm forStream() {
    return new HzForm(characters);
  }

  // Reading.

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos] & 0xFF;
    if (first == TILDE) {
      return stepEscape(src, pos, end, atEnd);
    }
    if (readsGb) {
      return stepInGb(first, src, pos, end, atEnd);
    }
    return first < ASCII ? Step.scalar(first, 1) : Step.illFormed(INVALID_BYTE, 1);
  }

  private static int stepEscape(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    return switch (src[pos + 1]) {
      case TILDE -> Step.scalar(TILDE, 2);
      case TO_GB, TO_ASCII, LF -> Step.text(0, 2);
      default -> Step.illFormed(INVALID_BYTE, 1);
    };
  }

  private int stepInGb(int first, byte[] src, int pos, int end, boolean atEnd) {
    if (first == LF) {
      return Step.text(0, 1);
    }
    if (!GraphicSet.has(first)) {
      return first == CR ? Step.scalar(CR, 1) : Step.illFormed(INVALID_BYTE, 1);
    }
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    int second = src[pos + 1] & 0xFF;
    if (!GraphicSet.has(second)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    int scalar = characters.scalar(first, second);
    return scalar < 0 ? Step.illFormed(UNMAPPED, 2) : Step.scalar(scalar, 2);
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return Step.length(step) == 1 ? "\n" : "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    boolean joinsLines = Step.length(step) == 2 && src[pos + 1] == LF;
    readsGb = joinsLines ? readsGb : Step.length(step) == 2 && src[pos + 1] == TO_GB;
  }

  @Override
  public void keepState() {
    readsGbBeforeRun = readsGb;
  }

  @Override
  public void rollback() {
    readsGb = readsGbBeforeRun;
  }

  @Override
  public EncodingForm copy() {
    HzForm form = new HzForm(characters);
    form.readsGb = readsGb;
    return form;
  }

  @Override
  public long readAlike(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    if (readsGb) {
      long pairs = characters.decode(src, pos, dst, dpos, Math.min(end - pos >> 1, dend - dpos));
      return pairs << 33 | pairs;
    }
    long ascii = decodeAscii(src, pos, dst, dpos, Math.min(end - pos, dend - dpos));
    return ascii << 32 | ascii;
  }

  private static int decodeAscii(byte[] src, int p, char[] dst, int d, int length) {
    int i = 0;
    while (i < length && src[p + i] >= 0 && src[p + i] != TILDE) {
      dst[d + i] = (char) src[p + i];
      i++;
    }
    return i;
  }

  @Override
  public int longestSequence() {
    return 2;
  }

  // Writing.

  @Override
  public boolean canEncodeAll() {
    return false;
  }

  @Override
  public boolean canEncode(int scalar) {
    return scalar < ASCII || characters.bytes(scalar) >= 0;
  }

  @Override
  public String replacement() {
    return "?";
  }

  @Override
  public int encodedLength(int scalar) {
    int shift = writesGb == scalar >= ASCII ? 0 : 2;
    return shift + (scalar >= ASCII || scalar == TILDE ? 2 : 1);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int p = writeShift(scalar >= ASCII, dst, pos);
    if (scalar < ASCII) {
      dst[p++] = (byte) scalar;
      return scalar == TILDE ? put(TILDE, dst, p) : p;
    }
    int bytes = characters.bytes(scalar);
    return put(bytes, dst, put(bytes >>> 8, dst, p));
  }

  private int writeShift(boolean toGb, byte[] dst, int pos) {
    if (toGb == writesGb) {
      return pos;
    }
    writesGb = toGb;
    return put(toGb ? TO_GB : TO_ASCII, dst, put(TILDE, dst, pos));
  }

  private static int put(int b, byte[] dst, int pos) {
    dst[pos] = (byte) b;
    return pos + 1;
  }

  @Override
  public boolean canWriteOnFrom() {
    return false;
  }

  @Override
  public int endLength() {
    return writesGb ? 2 : 0;
  }

  @Override
  public int writeEnd(byte[] dst, int pos) {
    return writeShift(false, dst, pos);
  }

  @Override
  public int maxBytesPerChar() {
    return longestWritten();
  }
}
