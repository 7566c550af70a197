/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.kernel.lanes.Ascii;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's way from UTF-8 to a {@code String}, for text that is ASCII as far as a look tells: of
 * that it makes one several times as fast as can be done without it. It replaces what is ill-formed
 * by U+FFFD, so a text without U+FFFD was well-formed, and is what every other way makes of it.
 */
public final class WholeStrings {
  /** Shorter texts, in bytes, are soon decoded by the kernels. */
  static final int SHORTEST = 1024;

  /** The kernels are faster where there is other text, so that much of the bytes must be ASCII. */
  private static final int LEAST_ASCII = 256;

  private static final int LEAST_ASCII_SHIFT = 3;

  private static final int MOST_LOOKED_AT = 2048;

  /** So much is looked at in the middle of a long text, so many times, not more often than that. */
  private static final int SAMPLE = 64;

  private static final int MOST_SAMPLES = 32;
  private static final int LONG_STRIDE = 4096;

  /** The first byte of a byte order mark. */
  private static final byte MARK = (byte) 0xEF;

  private static final char REPLACEMENT = '\uFFFD';

  private WholeStrings() {}

  /**
   * Decodes all of a text at once, where the spec says no more than the encoding: nothing is told
   * or thrown.
   */
  public static String decode(DecoderSpec spec, byte[] bytes, int length) {
    boolean begun = length > 0 && bytes[0] != MARK && !Kernels.areFirst();
    String text =
        begun && Encoding.of(spec.encoding()) == Encoding.UTF_8
            ? mostlyAscii(bytes, 0, length)
            : null;
    return text == null ? new Decoder(spec).decode(ByteBuffer.wrap(bytes, 0, length), true) : text;
  }

  /**
   * All of {@code in}, which has an array and begins between characters of UTF-8; moves the decoder
   * over it. Empty if it does not begin as ASCII, or may be ill-formed.
   */
  static String wellFormed(Decoder decoder, ByteBuffer in, boolean endOfInput) {
    int from = in.arrayOffset() + in.position();
    int length =
        endOfInput ? in.remaining() : FirstStrings.complete(in.array(), from, in.remaining());
    String text = mostlyAscii(in.array(), from, length);
    if (text == null) {
      return "";
    }
    decoder.skipDecoded(in, length);
    return text;
  }

  /**
   * The text of well-formed bytes that begin as ASCII, and so with no byte order mark; null of
   * others.
   */
  static @Nullable String mostlyAscii(byte[] src, int from, int length) {
    if (length <= LEAST_ASCII) {
      return Ascii.prefix(src, from, from + length) < length
          ? null
          : new String(src, from, length, StandardCharsets.ISO_8859_1);
    }
    return looksAscii(src, from, length) ? wellFormed(src, from, length) : null;
  }

  /** Whether more than {@value #LEAST_ASCII} bytes are ASCII at the start and in the samples. */
  static boolean looksAscii(byte[] src, int from, int length) {
    int looked = Math.max(LEAST_ASCII, Math.min(MOST_LOOKED_AT, length >> LEAST_ASCII_SHIFT));
    return Ascii.prefix(src, from, from + looked) == looked && samplesAreAscii(src, from, length);
  }

  /** The text, if it is well-formed; null also of a text in which U+FFFD is written. */
  static @Nullable String wellFormed(byte[] src, int from, int length) {
    String text = new String(src, from, length, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : null;
  }

  /** A long page may begin as ASCII and go on in another script. */
  private static boolean samplesAreAscii(byte[] src, int from, int length) {
    int stride = Math.max(LONG_STRIDE, length / MOST_SAMPLES);
    for (int at = stride; at <= length - SAMPLE; at += stride) {
      if (Ascii.prefix(src, from + at, from + at + SAMPLE) < SAMPLE) {
        return false;
      }
    }
    return true;
  }
}
