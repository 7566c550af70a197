/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/** Bytes for tests: text in any encoding, cut anywhere. */
final class Buffered {
  static final List<TextEncoding> ENCODINGS =
      List.of(
          TextEncoding.UTF_8,
          TextEncoding.UTF_16,
          TextEncoding.UTF_16BE,
          TextEncoding.UTF_16LE,
          TextEncoding.UTF_32,
          TextEncoding.UTF_32BE,
          TextEncoding.UTF_32LE);

  /** One to four bytes of UTF-8 each, a noncharacter, and U+FEFF where it is no mark. */
  static final String TEXT = "aé\u20ac\uD83D\uDE00z\r\n\uFEFF\uFFFE\uD800\uDC00\u05D0!";

  private Buffered() {}

  /** The text in the encoding, by the definitions of The Unicode Standard, section 3.10. */
  static byte[] encode(String text, TextEncoding encoding) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean little = encoding.name().endsWith("LE");
    if (encoding.name().startsWith("UTF-16")) {
      text.chars().forEach(unit -> write(out, unit, 2, little));
    } else if (encoding.name().startsWith("UTF-32")) {
      text.codePoints().forEach(scalar -> write(out, scalar, 4, little));
    } else {
      text.codePoints().forEach(scalar -> writeUtf8(out, scalar));
    }
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, int unit, int bytes, boolean little) {
    for (int i = 0; i < bytes; i++) {
      out.write(unit >>> 8 * (little ? i : bytes - 1 - i));
    }
  }

  private static void writeUtf8(ByteArrayOutputStream out, int scalar) {
    if (scalar < 0x80) {
      out.write(scalar);
      return;
    }
    int trailing = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    out.write(0xFF00 >> trailing + 1 & 0xFF | scalar >>> 6 * trailing);
    for (int i = trailing - 1; i >= 0; i--) {
      out.write(0x80 | scalar >>> 6 * i & 0x3F);
    }
  }

  /** Pieces of {@code size} bytes, each followed by an empty one. */
  static List<byte[]> pieces(byte[] bytes, int size) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += size) {
      pieces.add(Arrays.copyOfRange(bytes, from, Math.min(from + size, bytes.length)));
      pieces.add(new byte[0]);
    }
    return pieces;
  }

  /** Every cut in two, the empty ones included, and pieces of 1, 2, 3 and 5 bytes. */
  static List<List<byte[]>> everyCut(byte[] bytes) {
    List<List<byte[]>> cuts = new ArrayList<>();
    for (int at = 0; at <= bytes.length; at++) {
      if (Product.takes(at + Arrays.hashCode(bytes), 11)) {
        cuts.add(List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length)));
      }
    }
    for (int size : new int[] {1, 2, 3, 5}) {
      cuts.add(pieces(bytes, size));
    }
    return cuts;
  }

  static void release(Object buffer) {
    if (buffer instanceof ByteBuf counted) {
      counted.release();
    } else if (buffer instanceof DataBuffer counted) {
      DataBufferUtils.release(counted);
    }
  }
}
