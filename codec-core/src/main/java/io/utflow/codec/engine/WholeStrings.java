/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.kernel.lanes.Ascii;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The JDK's way from UTF-8 to a {@code String}, for whole texts: of ASCII it makes one several
 * times as fast as can be done without it. It replaces what is ill-formed by U+FFFD, so a text
 * without U+FFFD was well-formed, and is what every other way makes of it.
 */
final class WholeStrings {
  /** Shorter texts, in bytes, are soon decoded by the kernels. */
  static final int SHORTEST = 1024;

  /** The kernels are faster where there is other text, so that much of the bytes must be ASCII. */
  private static final int LEAST_ASCII = 256;

  private static final int LEAST_ASCII_SHIFT = 5;

  private static final char REPLACEMENT = '\uFFFD';

  private WholeStrings() {}

  /**
   * All of {@code in}, which has an array; moves the decoder over it. Empty if it does not begin as
   * ASCII, or may be ill-formed.
   */
  static String wellFormed(Decoder decoder, ByteBuffer in) {
    byte[] src = in.array();
    int from = in.arrayOffset() + in.position();
    int length = in.remaining();
    int ascii = Math.max(LEAST_ASCII, length >> LEAST_ASCII_SHIFT);
    if (Ascii.prefix(src, from, from + ascii) < ascii) {
      return "";
    }
    String text = new String(src, from, length, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      return "";
    }
    decoder.skipDecoded(in, length);
    return text;
  }
}
