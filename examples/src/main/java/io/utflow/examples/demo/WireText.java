/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.charset.Charset;

/** A text in one encoding as it goes over the wire, and where in the bytes its characters lie. */
final class WireText {
  private final byte[] bytes;
  private final int[] characterStarts;

  private WireText(byte[] bytes, int[] characterStarts) {
    this.bytes = bytes;
    this.characterStarts = characterStarts;
  }

  /**
   * Encodes well-formed {@code text}. UTF-16 and UTF-32 get a byte order mark and are in the given
   * order; the other encodings have an order of their own, or none, and get no mark.
   */
  static WireText of(String text, TextEncoding encoding, ByteOrder order) {
    boolean marked = encoding == TextEncoding.UTF_16 || encoding == TextEncoding.UTF_32;
    String suffix = order == ByteOrder.BIG_ENDIAN ? "BE" : "LE";
    // The charsets with the order in their name write no mark of their own (RFC 2781 §3.3).
    Charset charset = Charset.forName(marked ? encoding.name() + suffix : encoding.name());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (marked) {
      bytes.writeBytes("\uFEFF".getBytes(charset));
    }
    int[] starts =
        text.codePoints()
            .map(
                character -> {
                  int start = bytes.size();
                  bytes.writeBytes(Character.toString(character).getBytes(charset));
                  return start;
                })
            .toArray();
    return new WireText(bytes.toByteArray(), starts);
  }

  byte[] bytes() {
    return bytes;
  }

  /** The number of characters (code points) of the text, without a byte order mark. */
  int characters() {
    return characterStarts.length;
  }

  /** The number of characters with one or more cuts between their bytes. */
  int charactersCutBy(int[] ends) {
    int count = 0;
    int cut = 0;
    for (int i = 0; i < characterStarts.length; i++) {
      int next = i + 1 < characterStarts.length ? characterStarts[i + 1] : bytes.length;
      while (cut < ends.length && ends[cut] <= characterStarts[i]) {
        cut++;
      }
      if (cut < ends.length && ends[cut] < next) {
        count++;
      }
    }
    return count;
  }
}
