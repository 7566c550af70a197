/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static io.utflow.codec.form.Cause.INVALID_BYTE;
import static io.utflow.codec.form.Cause.OUT_OF_RANGE;
import static io.utflow.codec.form.Cause.OVERLONG;
import static io.utflow.codec.form.Cause.SURROGATE;
import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNEXPECTED_CONTINUATION;

import io.utflow.codec.form.Cause;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * UTF-EBCDIC (UTR #16): first "I8", which is like UTF-8 but leaves the controls 80..9F single and
 * has five bits to a continuation, then each byte by a table that puts ASCII and the controls where
 * EBCDIC has them.
 *
 * <pre>
 *   U+0000..U+009F      00..9F
 *   U+00A0..U+03FF      C5..DF  A0..BF
 *   U+0400..U+3FFF      E1..EF  A0..BF  A0..BF
 *   U+4000..U+7FFF      F0      B0..BF  A0..BF  A0..BF
 *   U+8000..U+3FFFF     F1..F7  A0..BF  A0..BF  A0..BF                but for surrogates: F1 B6..B7
 *   U+40000..U+FFFFF    F8      A8..BF  A0..BF  A0..BF  A0..BF
 *   U+100000..U+10FFFF  F9      A0..A1  A0..BF  A0..BF  A0..BF
 * </pre>
 */
public final class UtfEbcdicForm implements EncodingForm {
  /** The only instance. */
  public static final UtfEbcdicForm INSTANCE = new UtfEbcdicForm();

  /** UTR #16, Table 4: the byte for each byte of I8. */
  private static final byte[] FROM_I8 =
      HexFormat.of()
          .parseHex(
              "00010203372D2E2F1605150B0C0D0E0F"
                  + "101112133C3D322618193F271C1D1E1F"
                  + "405A7F7B5B6C507D4D5D5C4E6B604B61"
                  + "F0F1F2F3F4F5F6F7F8F97A5E4C7E6E6F"
                  + "7CC1C2C3C4C5C6C7C8C9D1D2D3D4D5D6"
                  + "D7D8D9E2E3E4E5E6E7E8E9ADE0BD5F6D"
                  + "79818283848586878889919293949596"
                  + "979899A2A3A4A5A6A7A8A9C04FD0A107"
                  + "202122232425061728292A2B2C090A1B"
                  + "30311A333435360838393A3B04143EFF"
                  + "4142434445464748494A515253545556"
                  + "57585962636465666768696A70717273"
                  + "7475767778808A8B8C8D8E8F909A9B9C"
                  + "9D9E9FA0AAABACAEAFB0B1B2B3B4B5B6"
                  + "B7B8B9BABBBCBEBFCACBCCCDCECFDADB"
                  + "DCDDDEDFE1EAEBECEDEEEFFAFBFCFDFE");

  private static final byte[] TO_I8 = inverse();

  private static final int TRAIL = 0xA0;
  private static final int LAST_TRAIL = 0xBF;

  private UtfEbcdicForm() {}

  private static byte[] inverse() {
    byte[] toI8 = new byte[FROM_I8.length];
    for (int i8 = 0; i8 < FROM_I8.length; i8++) {
      toI8[FROM_I8[i8] & 0xFF] = (byte) i8;
    }
    return toI8;
  }

  /** The byte of I8 at {@code pos}. */
  public static int i8(byte[] src, int pos) {
    return TO_I8[src[pos] & 0xFF] & 0xFF;
  }

  private static boolean isTrail(int i8) {
    return i8 >= TRAIL && i8 <= LAST_TRAIL;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int lead = i8(src, pos);
    if (lead < TRAIL) {
      return Step.scalar(lead, 1);
    }
    if (lead < 0xC5 || lead == 0xE0 || lead > 0xF9) {
      return neverLeads(lead);
    }
    if (end - pos < 2) {
      return Step.prefix(1, atEnd);
    }
    int second = i8(src, pos + 1);
    if (!isTrail(second)) {
      return Step.illFormed(TRUNCATED, 1);
    }
    Cause wrong = wrongSecond(lead, second);
    return wrong == null
        ? stepTrails(lead, second, src, pos, end, atEnd)
        : Step.illFormed(wrong, 1);
  }

  private static int neverLeads(int lead) {
    if (lead <= LAST_TRAIL) {
      return Step.illFormed(UNEXPECTED_CONTINUATION, 1);
    }
    if (lead <= 0xE0) {
      return Step.illFormed(OVERLONG, 1);
    }
    return Step.illFormed(lead < 0xFE ? OUT_OF_RANGE : INVALID_BYTE, 1);
  }

  /** Why two bytes begin no sequence, or null if they do. */
  private static @Nullable Cause wrongSecond(int lead, int second) {
    return switch (lead) {
      case 0xF0 -> second < 0xB0 ? OVERLONG : null;
      case 0xF1 -> second == 0xB6 || second == 0xB7 ? SURROGATE : null;
      case 0xF8 -> second < 0xA8 ? OVERLONG : null;
      case 0xF9 -> second > 0xA1 ? OUT_OF_RANGE : null;
      default -> null;
    };
  }

  private static int stepTrails(int lead, int second, byte[] src, int pos, int end, boolean atEnd) {
    int length = length(lead);
    int value = (lead & 0x7F >> length) << 5 | second & 0x1F;
    for (int at = 2; at < length; at++) {
      if (pos + at == end) {
        return Step.prefix(at, atEnd);
      }
      int trail = i8(src, pos + at);
      if (!isTrail(trail)) {
        return Step.illFormed(TRUNCATED, at);
      }
      value = value << 5 | trail & 0x1F;
    }
    return Step.scalar(value, length);
  }

  private static int length(int lead) {
    if (lead < 0xE0) {
      return 2;
    }
    if (lead < 0xF0) {
      return 3;
    }
    return lead < 0xF8 ? 4 : 5;
  }

  @Override
  public int encodedLength(int scalar) {
    if (scalar < 0xA0) {
      return 1;
    }
    if (scalar < 0x400) {
      return 2;
    }
    if (scalar < 0x4000) {
      return 3;
    }
    return scalar < 0x40000 ? 4 : 5;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int length = encodedLength(scalar);
    if (length == 1) {
      dst[pos] = FROM_I8[scalar];
      return pos + 1;
    }
    int rest = scalar;
    for (int at = length - 1; at > 0; at--) {
      dst[pos + at] = FROM_I8[TRAIL | rest & 0x1F];
      rest >>= 5;
    }
    dst[pos] = FROM_I8[(0xFF00 >> length | rest) & 0xFF];
    return pos + length;
  }

  @Override
  public int longestWritten() {
    return 5;
  }

  /** Four for U+4000..U+FFFF; a pair has five. */
  @Override
  public int maxBytesPerChar() {
    return 4;
  }

  @Override
  public int longestSequence() {
    return 5;
  }

  @Override
  public boolean isAsciiTransparent() {
    return false;
  }

  @Override
  public boolean isSelfSynchronizing() {
    return true;
  }

  @Override
  public byte[] byteOrderMark() {
    return new byte[] {(byte) 0xDD, 0x73, 0x66, 0x73};
  }
}
