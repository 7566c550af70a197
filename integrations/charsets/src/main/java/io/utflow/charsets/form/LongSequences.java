/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import java.nio.charset.Charset;
import java.util.Map;

/**
 * The structure of the sequences of three and four bytes that a charset has.
 *
 * <pre>
 *   GB18030             81..FE  30..39  81..FE  30..39
 *   EUC-JP and kin      8F      A1..FE  A1..FE          (8E and one byte are a pair)
 *   EUC-TW and kin      8E      A1..FE  A1..FE  A1..FE
 * </pre>
 */
public final class LongSequences {
  private static final int SINGLE_SHIFT_2 = 0x8E;

  private static final LongSequences NONE = new LongSequences(0, 0, -1, false);
  private static final LongSequences EUC_JP = new LongSequences(3, 0x8F, 0x8F, false);
  private static final LongSequences EUC_TW = new LongSequences(4, 0x8E, 0x8E, false);
  private static final LongSequences GB18030 = new LongSequences(4, 0x81, 0xFE, true);

  private static final Map<String, LongSequences> BY_NAME =
      Map.of(
          "GB18030", GB18030,
          "EUC-JP", EUC_JP,
          "x-euc-jp-linux", EUC_JP,
          "x-eucJP-Open", EUC_JP,
          "x-IBM33722", EUC_JP,
          "x-IBM29626C", EUC_JP,
          "x-EUC-TW", EUC_TW,
          "x-IBM964", EUC_TW);

  private final int length;
  private final int firstLead;
  private final int lastLead;
  private final boolean digits;

  private LongSequences(int length, int firstLead, int lastLead, boolean digits) {
    this.length = length;
    this.firstLead = firstLead;
    this.lastLead = lastLead;
    this.digits = digits;
  }

  static LongSequences of(Charset charset) {
    return BY_NAME.getOrDefault(charset.name(), NONE);
  }

  /** Whether a byte 8E or 8F may name the set of the character after it, as in EUC. */
  boolean hasSingleShifts() {
    return length > 0 && !digits;
  }

  /** Whether a byte is such a one. */
  boolean isSingleShift(int b) {
    return hasSingleShifts() && (b == SINGLE_SHIFT_2 || b == firstLead);
  }

  /** The length in bytes of the longest sequence; 0 without such sequences. */
  int longest() {
    return length;
  }

  /** The length of the sequences that begin with a byte; 0 without such sequences. */
  public int length(int first) {
    return first >= firstLead && first <= lastLead ? length : 0;
  }

  /** Whether a byte may be at an index, counted from 0, after the first byte. */
  public boolean continues(int index, int b) {
    if (digits && index != 2) {
      return b >= '0' && b <= '9';
    }
    return b >= (digits ? 0x81 : 0xA1) && b <= 0xFE;
  }

  /** Whether a byte may come after the first. */
  boolean mayContain(int b) {
    return length > 0 && (continues(1, b) || continues(2, b));
  }
}
