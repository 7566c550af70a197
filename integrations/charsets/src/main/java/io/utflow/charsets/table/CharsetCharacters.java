/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import java.nio.charset.Charset;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/** The characters that the JDK writes in a charset, and reads as a character. */
public final class CharsetCharacters {
  private CharsetCharacters() {}

  /** The table of a charset whose characters have at most four bytes. */
  public static CharacterTable of(Charset charset) {
    return of(charset, CharacterTable::packed);
  }

  /**
   * The table of a charset.
   *
   * @param packing what packs the bytes that the JDK writes for a character alone, at least one
   */
  public static CharacterTable of(Charset charset, ToIntFunction<byte[]> packing) {
    return new CharacterTable(() -> packed(new CharsetProbe(charset), packing));
  }

  private static IntUnaryOperator packed(CharsetProbe probe, ToIntFunction<byte[]> packing) {
    return scalar -> {
      byte[] bytes = probe.encode(scalar);
      return bytes == null || !isRead(probe, bytes, scalar)
          ? CharacterTable.UNMAPPED
          : packing.applyAsInt(bytes);
    };
  }

  /** Some encoders write bytes that the decoder refuses, or that only shift. */
  private static boolean isRead(CharsetProbe probe, byte[] bytes, int scalar) {
    String read = probe.decode(bytes);
    boolean refused = "\uFFFD".equals(read) && scalar != 0xFFFD;
    return read != null && !read.isEmpty() && !refused;
  }
}
