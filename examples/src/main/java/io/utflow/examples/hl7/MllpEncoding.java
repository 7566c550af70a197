/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.BomOutput;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnmappablePolicy;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which encodings MLLP can carry. */
final class MllpEncoding {
  private static final String ASCII = text(0x20, 0x7E) + "\r";

  private MllpEncoding() {}

  /**
   * Makes sure that messages in the encoding begin with {@code MSH} in ASCII, and that no character
   * of them holds a byte that ends a frame.
   *
   * @throws IllegalArgumentException if that is not so, or the encoding cannot be written
   */
  static void require(TextEncoding encoding) {
    EncoderSpec spec = EncoderSpec.of(encoding).bom(BomOutput.NEVER);
    String ascii = new String(spec.encode(ASCII), StandardCharsets.ISO_8859_1);
    String all =
        new String(spec.encode(text(0x20, Character.MAX_VALUE)), StandardCharsets.ISO_8859_1);
    if (!ascii.equals(ASCII) || all.indexOf(0x0B) >= 0 || all.indexOf(0x1C) >= 0) {
      throw new IllegalArgumentException(
          encoding
              + " cannot be carried by MLLP, which needs ASCII characters in single bytes, and none"
              + " of the bytes 0B and 1C; choose another encoding");
    }
  }

  /**
   * Whether the bytes of a character that is not ASCII may hold a byte that alone is one: {@code
   * 7C}, which is {@code |}, in Shift_JIS and GBK. In the bytes alone the separators cannot be told
   * from it.
   */
  static boolean holdsAscii(TextEncoding encoding) {
    EncoderSpec spec =
        EncoderSpec.of(encoding).bom(BomOutput.NEVER).onUnmappable(UnmappablePolicy.SKIP);
    return text(0x80, Character.MAX_VALUE)
        .codePoints()
        .mapToObj(c -> spec.encode(Character.toString(c)))
        .anyMatch(bytes -> bytes.length > 1 && hasAscii(bytes));
  }

  private static boolean hasAscii(byte[] bytes) {
    for (byte octet : bytes) {
      if (octet >= 0x20 && octet < 0x7F) {
        return true;
      }
    }
    return false;
  }

  private static String text(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .filter(c -> !Character.isISOControl(c) && !Character.isSurrogate((char) c))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
