/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.charsets.table.CharsetProbe;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * LF in EBCDIC: the bytes 15 and 25 are LF and NEL (U+0085), in the one order or the other. Tables
 * differ, and in most of the JDK's both are LF.
 */
public final class EbcdicLineFeed {
  /** The byte that IBM calls NL: the end of a line on z/OS. */
  public static final int FIRST = 0x15;

  /** The byte that IBM calls LF. */
  public static final int SECOND = 0x25;

  private static final int NEXT_LINE = 0x85;
  private static final int BYTES = 0x100;

  private EbcdicLineFeed() {}

  /** Whether a charset is EBCDIC, by its letters, its blank and these two bytes. */
  public static boolean fits(CharsetProbe probe) {
    return "A".equals(probe.decode((byte) 0xC1))
        && " ".equals(probe.decode((byte) 0x40))
        && isLineEnd(probe.decode((byte) FIRST))
        && isLineEnd(probe.decode((byte) SECOND));
  }

  private static boolean isLineEnd(@Nullable String text) {
    return "\n".equals(text) || "\u0085".equals(text);
  }

  /** The characters of the two bytes where LF stands at one of them. */
  public static Map<Integer, Integer> charactersOf(int lineFeed) {
    return Map.of(lineFeed, (int) '\n', other(lineFeed), NEXT_LINE);
  }

  /** The bytes of the two characters. */
  public static Map<Integer, Integer> bytesOf(int lineFeed) {
    return Map.of((int) '\n', lineFeed, NEXT_LINE, other(lineFeed));
  }

  private static int other(int lineFeed) {
    return FIRST + SECOND - lineFeed;
  }

  /** A form of single bytes with LF at one of the two bytes. */
  public static SingleByteForm of(SingleByteForm plain, int lineFeed) {
    int[] steps = new int[BYTES];
    for (int b = 0; b < BYTES; b++) {
      steps[b] = plain.step(new byte[] {(byte) b}, 0, 1, true);
    }
    charactersOf(lineFeed).forEach((b, scalar) -> steps[b] = Step.scalar(scalar, 1));
    Map<Integer, Integer> bytes = bytesOf(lineFeed);
    int replacement =
        plain.writes() ? plain.byteOf(plain.replacement().charAt(0)) : SingleByteForm.NONE;
    return new SingleByteForm(
        steps,
        scalar -> {
          Integer other = bytes.get(scalar);
          return other == null ? plain.byteOf(scalar) : other;
        },
        replacement);
  }
}
