/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNEXPECTED_CONTINUATION;
import static io.utflow.codec.form.Cause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.form.Cause.UNPAIRED_LOW_SURROGATE;

/**
 * CESU-8 (UTR #26): each UTF-16 code unit by the pattern of UTF-8, so that a supplementary
 * character is two sequences of three bytes, one for each surrogate.
 *
 * <pre>
 *   U+0000..U+007F      00..7F
 *   U+0080..U+07FF      C2..DF  80..BF
 *   U+0800..U+0FFF      E0      A0..BF  80..BF
 *   U+1000..U+FFFF      E1..EF  80..BF  80..BF                            but for surrogates
 *   U+10000..U+10FFFF   ED      A0..AF  80..BF   ED      B0..BF  80..BF
 * </pre>
 *
 * An unpaired surrogate is one ill-formed sequence of three bytes. F0..FF are no CESU-8. Not
 * self-synchronizing by the definition, for ED both begins a sequence and stands inside one.
 */
public final class Cesu8Form extends ByteForm {
  /** The only instance. */
  public static final Cesu8Form INSTANCE = new Cesu8Form();

  private Cesu8Form() {}

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = src[pos] & 0xFF;
    if (lead < 0x80) {
      return Step.scalar(lead, 1);
    }
    if (lead < 0xC2 || lead > 0xEF) {
      return neverLeads(lead);
    }
    if (end - pos < 2) {
      return prefix(1, atEnd);
    }
    int second = src[pos + 1];
    if (!isContinuation(second)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    if (lead < 0xE0) {
      return Step.scalar((lead & 0x1F) << 6 | second & 0x3F, 2);
    }
    if (lead == 0xE0 && (second & 0x3F) < 0x20) {
      return Step.illFormed(OVERLONG, 1);
    }
    if (end - pos < 3) {
      return prefix(2, atEnd);
    }
    return isContinuation(src[pos + 2])
        ? stepUnit((char) threeBytes(src, pos), src, pos, end, atEnd)
        : Step.illFormed(TRUNCATED, 2);
  }

  /** The code unit that three bytes are, of which the first is a lead; else U+0000. */
  public static char unit(byte[] src, int pos) {
    boolean whole = isContinuation(src[pos + 1]) && isContinuation(src[pos + 2]);
    return whole ? (char) threeBytes(src, pos) : 0;
  }

  private static int neverLeads(int lead) {
    if (lead < 0xC0) {
      return Step.illFormed(UNEXPECTED_CONTINUATION, 1);
    }
    return Step.illFormed(lead < 0xC2 ? OVERLONG : INVALID_BYTE, 1);
  }

  private static int stepUnit(char unit, byte[] src, int pos, int end, boolean atEnd) {
    if (!Character.isSurrogate(unit)) {
      return Step.scalar(unit, 3);
    }
    if (Character.isLowSurrogate(unit)) {
      return Step.illFormed(UNPAIRED_LOW_SURROGATE, 3);
    }
    int low = lowSurrogateBytes(src, pos + 3, end);
    if (low == 3) {
      char second = (char) threeBytes(src, pos + 3);
      return Step.scalar(Character.toCodePoint(unit, second), 6);
    }
    return low < 0 || atEnd ? Step.illFormed(UNPAIRED_HIGH_SURROGATE, 3) : Step.NEEDS_MORE;
  }

  @Override
  public int encodedLength(int scalar) {
    return scalar < 0x10000 ? Utf8Form.INSTANCE.encodedLength(scalar) : 6;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    if (scalar < 0x10000) {
      return Utf8Form.INSTANCE.write(scalar, dst, pos);
    }
    int afterHigh = writeThreeBytes(Character.highSurrogate(scalar), dst, pos);
    return writeThreeBytes(Character.lowSurrogate(scalar), dst, afterHigh);
  }

  @Override
  public int longestWritten() {
    return 6;
  }

  @Override
  public int maxBytesPerChar() {
    return 3;
  }

  /** An unpaired surrogate: the only ill-formed sequence of three bytes. */
  @Override
  public long diagnosticValue(byte[] src, int pos, int length) {
    return length == 3 ? threeBytes(src, pos) : -1;
  }

  @Override
  public int longestSequence() {
    return 6;
  }

  @Override
  public boolean isAsciiTransparent() {
    return true;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return false;
  }

  /** An ASCII byte is no part of another sequence, well-formed or not. */
  @Override
  public boolean standsAlone(int scalar) {
    return scalar < 0x80;
  }

  /** Three bytes are a code unit at least. */
  @Override
  public int fewestChars(int bytes) {
    return bytes / maxBytesPerChar();
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  }
}
