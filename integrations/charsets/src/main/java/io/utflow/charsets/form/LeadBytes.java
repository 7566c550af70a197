/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import java.util.function.IntPredicate;

/**
 * Which bytes begin pairs in a charset of the JDK, whether or not the JDK has characters there: a
 * peer may write rows that this table lacks, and the bytes after them stay in step only if both
 * bytes are read as one sequence.
 *
 * <pre>
 *   pairs alone, of seven bits             21..7E
 *   pairs alone, EBCDIC                    40..FE
 *   EUC with single shifts or C1 controls  A1..FE
 *   Shift_JIS and kin                      81..9F  E0..FC
 *   all others                             81..FE
 * </pre>
 *
 * <p>A byte that is a character is never among them. A byte below A1 that begins pairs which have
 * characters, as 8E in EUC-JP, is.
 */
public final class LeadBytes {
  private static final int BYTES = 0x100;
  private static final int FIRST_GRAPHIC = 0x21;
  private static final int FIRST_OF_EBCDIC = 0x40;
  private static final int FIRST_OF_EUC = 0xA1;

  /** A control character of C1 where a charset has these, in Shift_JIS and Big5 a lead byte. */
  private static final int CONTROL = 0x90;

  /** A Katakana in Shift_JIS and kin. */
  private static final int HALF_WIDTH = 0xB1;

  private LeadBytes() {}

  /** The table of a charset without state, with these bytes as leads. */
  static SequenceTable tableOf(Charset charset) {
    return with(SequenceTable.of(charset), LongSequences.of(charset).hasSingleShifts());
  }

  /**
   * The table of a charset in one of its states, as made by {@link SequenceTable#of(Charset,
   * byte[], IntPredicate)}.
   */
  public static SequenceTable tableOf(Charset charset, byte[] shift, IntPredicate foreign) {
    return with(SequenceTable.of(charset, shift, foreign), false);
  }

  private static SequenceTable with(SequenceTable assigned, boolean singleShifts) {
    if (!hasAny(b -> assigned.single(b) == SequenceTable.PREFIX)) {
      return assigned;
    }
    if (!hasAny(b -> assigned.single(b) >= 0)) {
      return assigned.trails(FIRST_GRAPHIC)
          ? assigned.withLeads(b -> b >= FIRST_GRAPHIC && b <= 0x7E)
          : assigned.withLeads(b -> b >= FIRST_OF_EBCDIC && b <= 0xFE);
    }
    if (assigned.single(HALF_WIDTH) >= 0) {
      return assigned.withLeads(b -> b >= 0x81 && b <= 0xFC && b != 0xA0);
    }
    boolean euc = singleShifts || assigned.single(CONTROL) >= 0;
    int first = euc ? FIRST_OF_EUC : 0x81;
    return assigned.withLeads(b -> b >= first && b <= 0xFE);
  }

  private static boolean hasAny(IntPredicate what) {
    for (int b = 0; b < BYTES; b++) {
      if (what.test(b)) {
        return true;
      }
    }
    return false;
  }
}
