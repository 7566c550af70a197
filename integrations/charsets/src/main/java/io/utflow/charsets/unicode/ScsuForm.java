/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static io.utflow.charsets.unicode.ScsuState.RESERVED;
import static io.utflow.charsets.unicode.ScsuState.RESERVED_IN_UNICODE;
import static io.utflow.charsets.unicode.ScsuState.SD0;
import static io.utflow.charsets.unicode.ScsuState.SD7;
import static io.utflow.charsets.unicode.ScsuState.SDX;
import static io.utflow.charsets.unicode.ScsuState.SQ0;
import static io.utflow.charsets.unicode.ScsuState.SQ7;
import static io.utflow.charsets.unicode.ScsuState.SQU;
import static io.utflow.charsets.unicode.ScsuState.UC0;
import static io.utflow.charsets.unicode.ScsuState.UD0;
import static io.utflow.charsets.unicode.ScsuState.UD7;
import static io.utflow.charsets.unicode.ScsuState.UDX;
import static io.utflow.charsets.unicode.ScsuState.UQU;
import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.form.Cause.UNPAIRED_LOW_SURROGATE;

import io.utflow.charsets.form.RunForm;
import io.utflow.charsets.form.StatefulForm;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;

/**
 * SCSU (UTS #6): a byte from 80 on is a character of the active one of eight windows, which tags
 * place and choose; in the Unicode mode two bytes are a code unit of UTF-16. An object for each
 * stream; the shared one is in the state in which streams begin.
 *
 * <pre>
 *   single-byte mode                          Unicode mode
 *   00, 09, 0A, 0D, 20..7F   itself           E0..E7          UCn   choose a window, leave the mode
 *   80..FF                   active window    E8..EF xx       UDn   place it, and choose it
 *   01..08 xx                SQn quote        F0 xx xx        UQU   quote a unit
 *   0B xx xx                 SDX              F1 xx xx        UDX   place it beyond U+FFFF
 *   0E xx xx                 SQU quote a unit F2                    reserved
 *   0F                       SCU Unicode mode others xx             a unit
 *   10..17                   SCn
 *   18..1F xx                SDn
 *   0C                       reserved
 * </pre>
 *
 * A tag whose offset byte is reserved is ill-formed without that byte. The low half of a surrogate
 * pair follows the high one at once, each quoted or not.
 *
 * <p>The encoder never looks at the next character, so the bytes are the same for every cut.
 */
public final class ScsuForm implements StatefulForm, RunForm {
  /** The one that has read and written nothing. */
  public static final ScsuForm SHARED = new ScsuForm();

  private static final int LONGEST = 6;
  private static final int DIRECT = 1 << 0x00 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0D;

  private final ScsuState read = new ScsuState();
  private final ScsuWriter writer = new ScsuWriter();
  private int activeBeforeRun;
  private boolean unicodeBeforeRun;

  private ScsuForm() {}

  @Override
  public EncodingForm forStream() {
    return new ScsuForm();
  }

  /** Whether a byte below 80 is that character where the mode is the single-byte one. */
  static boolean isDirect(int scalar) {
    return scalar < 0x80 && (scalar >= 0x20 || (DIRECT >>> scalar & 1) != 0);
  }

  // Reading.

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int first = src[pos] & 0xFF;
    if (read.isUnicode()) {
      return stepInUnicode(first, src, pos, end, atEnd);
    }
    if (first >= 0x80) {
      return Step.scalar(read.inWindow(read.active(), first), 1);
    }
    return isDirect(first) ? Step.scalar(first, 1) : stepTag(first, src, pos, end, atEnd);
  }

  private int stepTag(int tag, byte[] src, int pos, int end, boolean atEnd) {
    if (tag >= SQ0 && tag <= SQ7) {
      return end - pos < 2
          ? Step.prefix(1, atEnd)
          : Step.scalar(read.quoted(tag - SQ0, src[pos + 1] & 0xFF), 2);
    }
    if (tag >= SD0 && tag <= SD7) {
      return stepDefinition(src, pos, end, atEnd);
    }
    return switch (tag) {
      case SDX -> end - pos < 3 ? Step.prefix(end - pos, atEnd) : Step.text(0, 3);
      case SQU -> stepUnit(src, pos, pos + 1, end, atEnd);
      case RESERVED -> Step.illFormed(INVALID_BYTE, 1);
      default -> Step.text(0, 1);
    };
  }

  private int stepInUnicode(int first, byte[] src, int pos, int end, boolean atEnd) {
    if (first < UC0 || first > RESERVED_IN_UNICODE) {
      return stepUnit(src, pos, pos, end, atEnd);
    }
    if (first >= UD0 && first <= UD7) {
      return stepDefinition(src, pos, end, atEnd);
    }
    return switch (first) {
      case UDX -> end - pos < 3 ? Step.prefix(end - pos, atEnd) : Step.text(0, 3);
      case UQU -> stepUnit(src, pos, pos + 1, end, atEnd);
      case RESERVED_IN_UNICODE -> Step.illFormed(INVALID_BYTE, 1);
      default -> Step.text(0, 1);
    };
  }

  private static int stepDefinition(byte[] src, int pos, int end, boolean atEnd) {
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    boolean reserved = ScsuState.offset(src[pos + 1] & 0xFF) < 0;
    return reserved ? Step.illFormed(TRUNCATED, 1) : Step.text(0, 2);
  }

  private int stepUnit(byte[] src, int pos, int from, int end, boolean atEnd) {
    int next = from + 2;
    if (end < next) {
      return Step.prefix(end - pos, atEnd);
    }
    char unit = unit(src, from);
    if (!Character.isSurrogate(unit)) {
      return Step.scalar(unit, next - pos);
    }
    if (Character.isLowSurrogate(unit)) {
      return Step.illFormed(UNPAIRED_LOW_SURROGATE, next - pos);
    }
    int quote = next < end && (src[next] & 0xFF) == (read.isUnicode() ? UQU : SQU) ? 1 : 0;
    int low = next + quote;
    boolean mayFollow = next == end || quote == 1 || read.isUnicode();
    boolean isLow = mayFollow && (low >= end || (src[low] & 0xFC) == 0xDC);
    if (isLow && end - low >= 2) {
      return Step.scalar(Character.toCodePoint(unit, unit(src, low)), low + 2 - pos);
    }
    return isLow && !atEnd ? Step.NEEDS_MORE : Step.illFormed(UNPAIRED_HIGH_SURROGATE, next - pos);
  }

  private static char unit(byte[] src, int pos) {
    return (char) (src[pos] << 8 | src[pos + 1] & 0xFF);
  }

  @Override
  public String text(byte[] src, int pos, int step) {
    return "";
  }

  @Override
  public void taken(byte[] src, int pos, int step) {
    read.carryOut(src, pos);
  }

  @Override
  public long readRun(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    activeBeforeRun = read.active();
    unicodeBeforeRun = read.isUnicode();
    int p = pos;
    int d = dpos;
    while (true) {
      boolean pairs = read.isUnicode();
      int chars = pairs ? units(src, p, end, dst, d, dend) : bytes(src, p, end, dst, d, dend);
      p += pairs ? 2 * chars : chars;
      d += chars;
      if (p == end || !read.changes(src, p)) {
        return (long) (p - pos) << 32 | d - dpos;
      }
      p++;
    }
  }

  /** Decodes bytes that are a character each, and answers how many. */
  private int bytes(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int window = read.inWindow(read.active(), 0x80) - 0x80;
    int count = Math.min(end - pos, dend - dpos);
    for (int i = 0; i < count; i++) {
      int b = src[pos + i];
      if (b < 0 ? window >= 0xFF00 : !isDirect(b)) {
        return i;
      }
      dst[dpos + i] = (char) (b < 0 ? window + (b & 0xFF) : b);
    }
    return count;
  }

  /** Decodes units that are a character each, and answers how many. */
  private static int units(byte[] src, int pos, int end, char[] dst, int dpos, int dend) {
    int count = Math.min(end - pos >> 1, dend - dpos);
    for (int i = 0; i < count; i++) {
      char unit = unit(src, pos + 2 * i);
      int first = unit >>> 8;
      if (first >= UC0 && first <= RESERVED_IN_UNICODE || Character.isSurrogate(unit)) {
        return i;
      }
      dst[dpos + i] = unit;
    }
    return count;
  }

  @Override
  public void rollback() {
    read.goBack(activeBeforeRun, unicodeBeforeRun);
  }

  @Override
  public EncodingForm copy() {
    ScsuForm form = new ScsuForm();
    form.read.be(read);
    return form;
  }

  @Override
  public int longestSequence() {
    return LONGEST;
  }

  // Writing.

  @Override
  public boolean canWriteOnFrom() {
    return false;
  }

  @Override
  public int encodedLength(int scalar) {
    return writer.length(scalar);
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return writer.write(scalar, dst, pos);
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {0x0E, (byte) 0xFE, (byte) 0xFF};
  }
}
