/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/**
 * The bytes of UTF-EBCDIC by what UTR #16 says of them, not by its table: ASCII and the controls
 * stand where CDRA has them in code page 1047, with LF and NEL as Open Systems have them; the other
 * bytes of I8 take the places that are left, in ascending order.
 *
 * <p>Two of its rules, applied to the JDK's table of code page 1047, leave no choice for any of the
 * 256 entries; they are those of Perl 5.36 for that code page.
 */
class UtfEbcdicTableTest {
  private static final int FIRST_TRAIL = 0xA0;
  private static final int BYTES = 0x100;

  private static int[] expected() {
    Charset openSystems = Charset.forName("IBM1047");
    int[] byI8 = new int[BYTES];
    BitSet taken = new BitSet(BYTES);
    for (int i8 = 0; i8 < FIRST_TRAIL; i8++) {
      int ebcdic = "\u0085".charAt(0) == i8 ? 0x25 : byteOf(openSystems, (char) i8);
      byI8[i8] = i8 == '\n' ? 0x15 : ebcdic;
      assertThat(taken.get(byI8[i8])).as("I8 %02X", i8).isFalse();
      taken.set(byI8[i8]);
    }
    int next = 0;
    for (int i8 = FIRST_TRAIL; i8 < BYTES; i8++) {
      next = taken.nextClearBit(next);
      byI8[i8] = next++;
    }
    return byI8;
  }

  private static int byteOf(Charset charset, char c) {
    byte[] bytes = String.valueOf(c).getBytes(charset);
    assertThat(bytes).hasSize(1);
    return bytes[0] & 0xFF;
  }

  /** I8 by its own words: five bits to a continuation, and the least lead that has the rest. */
  private static int[] i8(int scalar) {
    if (scalar < FIRST_TRAIL) {
      return new int[] {scalar};
    }
    int length = 2;
    while (scalar >= 1 << 5 * (length - 1) + Math.max(0, 7 - length)) {
      length++;
    }
    int[] bytes = new int[length];
    int rest = scalar;
    for (int i = length - 1; i > 0; i--) {
      bytes[i] = FIRST_TRAIL | rest & 0x1F;
      rest >>= 5;
    }
    int ones = BYTES - (1 << 8 - length) & 0xFF;
    bytes[0] = ones | rest;
    return bytes;
  }

  @Test
  void everyScalarValueHasTheBytesOfTheRules() {
    int[] byI8 = expected();
    byte[] written = new byte[8];
    for (int scalar = 0; scalar <= Character.MAX_CODE_POINT; scalar++) {
      if (scalar < Character.MIN_SURROGATE || scalar > Character.MAX_SURROGATE) {
        int end = UtfEbcdicForm.INSTANCE.write(scalar, written, 0);
        int[] bytes = Arrays.stream(i8(scalar)).map(i8 -> byI8[i8]).toArray();
        boolean same = end == bytes.length;
        for (int i = 0; same && i < end; i++) {
          same = (written[i] & 0xFF) == bytes[i];
        }
        assertThat(same).as("U+%04X", scalar).isTrue();
      }
    }
  }
}
