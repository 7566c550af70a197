/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static io.utflow.codec.form.Cause.TRUNCATED;
import static io.utflow.codec.form.Cause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.form.Cause.UNPAIRED_LOW_SURROGATE;

/**
 * UTF-16 in either byte order (RFC 2781 §2; The Unicode Standard, Table 3-5). A code unit is two
 * bytes; a high surrogate D800..DBFF and a low surrogate DC00..DFFF are one supplementary
 * character.
 */
public final class Utf16Form extends TwoByteUnits {
  /** The more significant byte first. */
  public static final Utf16Form BIG_ENDIAN = new Utf16Form(true);

  /** The less significant byte first. */
  public static final Utf16Form LITTLE_ENDIAN = new Utf16Form(false);

  private Utf16Form(boolean bigEndian) {
    super(bigEndian);
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    int available = end - pos;
    if (available < 2) {
      return Step.prefix(available, atEnd);
    }
    char unit = unit(src, pos);
    if (!Character.isSurrogate(unit)) {
      return Step.scalar(unit, 2);
    }
    if (Character.isLowSurrogate(unit)) {
      return Step.illFormed(UNPAIRED_LOW_SURROGATE, 2);
    }
    if (available < 4) {
      return atEnd ? openPair(available) : Step.NEEDS_MORE;
    }
    char second = unit(src, pos + 2);
    return Character.isLowSurrogate(second)
        ? Step.scalar(Character.toCodePoint(unit, second), 4)
        : Step.illFormed(UNPAIRED_HIGH_SURROGATE, 2);
  }

  /** A high surrogate, and perhaps half a unit, at the end: one error for the whole tail. */
  private static int openPair(int available) {
    return available == 2
        ? Step.illFormed(UNPAIRED_HIGH_SURROGATE, 2)
        : Step.illFormed(TRUNCATED, 3);
  }
}
