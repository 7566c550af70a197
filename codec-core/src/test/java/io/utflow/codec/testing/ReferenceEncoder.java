/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;

/**
 * Well-formed text as bytes, in another formulation than the library's and with none of its code.
 */
public final class ReferenceEncoder {
  private ReferenceEncoder() {}

  /** The text in an encoding, UTF-16 and UTF-32 in their default order; no byte order mark. */
  public static byte[] encode(TextEncoding encoding, String text) {
    TextEncoding fixed = Encodings.withoutMark(encoding);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4 * text.length());
    for (int i = 0; i < text.length(); ) {
      int scalar = text.codePointAt(i);
      bytes.writeBytes(encode(fixed, scalar));
      i += Character.charCount(scalar);
    }
    return bytes.toByteArray();
  }

  /** One scalar value, in UTF-16 and UTF-32 in their default order. */
  public static byte[] encode(TextEncoding encoding, int scalar) {
    if (ReferenceVariants.knows(encoding)) {
      return ReferenceVariants.encode(encoding, scalar);
    }
    return switch (Encodings.withoutMark(encoding).name()) {
      case "UTF-8" -> utf8(scalar);
      case "UTF-16BE" -> utf16(scalar, false);
      case "UTF-16LE" -> utf16(scalar, true);
      case "UTF-32BE" -> unit(scalar, 4, false);
      case "UTF-32LE" -> unit(scalar, 4, true);
      default -> throw new IllegalArgumentException(encoding.name());
    };
  }

  /** Table 3-6: how many bytes, then six bits for each but the first, from the last one back. */
  static byte[] utf8(int scalar) {
    int length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    byte[] bytes = new byte[length];
    int rest = scalar;
    for (int i = length - 1; i > 0; i--) {
      bytes[i] = (byte) (0x80 + rest % 64);
      rest /= 64;
    }
    int[] leads = {0x00, 0xC0, 0xE0, 0xF0};
    bytes[0] = (byte) (leads[length - 1] + rest);
    return bytes;
  }

  /** Table 3-5. */
  static byte[] utf16(int scalar, boolean little) {
    if (scalar < 0x10000) {
      return unit(scalar, 2, little);
    }
    byte[] high = unit(0xD800 + (scalar - 0x10000) / 0x400, 2, little);
    byte[] low = unit(0xDC00 + (scalar - 0x10000) % 0x400, 2, little);
    return new byte[] {high[0], high[1], low[0], low[1]};
  }

  private static byte[] unit(int value, int size, boolean little) {
    byte[] bytes = new byte[size];
    int rest = value;
    for (int i = 0; i < size; i++) {
      bytes[little ? i : size - 1 - i] = (byte) (rest % 256);
      rest /= 256;
    }
    return bytes;
  }
}
