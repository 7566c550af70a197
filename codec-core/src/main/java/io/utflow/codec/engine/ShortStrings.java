/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.lanes.Words;
import org.jspecify.annotations.Nullable;

/**
 * The way from a few bytes of UTF-8, a message or a frame, to a {@code String}: the kernel converts
 * all of them in one call, or nothing is done and they go the common way.
 */
final class ShortStrings {
  /** In bytes. What is longer gains nothing, and a vain attempt at it would cost more. */
  static final int LONGEST = 1024;

  /** In bytes: so many are copied, for loops that need not stop before the end. */
  static final int MOST_PADDED = 256;

  private static final int ASCII_BLOCK = 128;

  private ShortStrings() {}

  /**
   * The text of some bytes, at most {@link #LONGEST}, and moves the decoder over them; null, and
   * nothing is done, if there is an ill-formed sequence, as one that the end cuts, or no text.
   *
   * @param room where to decode to, if {@code src} is the caller's to write to and has {@link
   *     Kernel#PADDING} bytes behind the input; null if not
   */
  static @Nullable String wellFormed(
      Decoder decoder,
      byte[] src,
      int from,
      int length,
      boolean endOfInput,
      char @Nullable [] room) {
    if (room != null) {
      return decode(decoder, src, from, length, endOfInput, room);
    }
    Workspace w = Workspace.borrow();
    try {
      char[] chars = w.charWindow();
      if (length > MOST_PADDED) {
        return decode(decoder, src, from, length, endOfInput, chars);
      }
      byte[] padded = w.byteWindow();
      System.arraycopy(src, from, padded, 0, length);
      return decode(decoder, padded, 0, length, endOfInput, chars);
    } finally {
      w.giveBack();
    }
  }

  /** Writes behind the input, unless that is longer than {@link #MOST_PADDED}. */
  private static @Nullable String decode(
      Decoder decoder, byte[] src, int from, int length, boolean endOfInput, char[] chars) {
    Kernel kernel = decoder.knownEncoding().kernel();
    int end = from + length;
    long progress =
        length > MOST_PADDED
            ? kernel.decode(src, from, end, chars, 0, chars.length)
            : decodePadded(kernel, src, from, end, chars);
    int read = Kernel.read(progress);
    int written = Kernel.written(progress);
    boolean mayBeCut = written > 0 && !endOfInput;
    if (read < length && !(mayBeCut && FirstStrings.isCut(src, from + read, end))) {
      return null;
    }
    decoder.skipDecoded(src, from, read, length);
    return new String(chars, 0, written);
  }

  private static long decodePadded(Kernel kernel, byte[] src, int from, int end, char[] chars) {
    Words.put(src, end, 0);
    Words.put(src, end + 8, 0);
    return kernel.decodePadded(src, from, end, chars, 0, chars.length);
  }

  /** The same of ASCII; null if there is anything else. */
  static @Nullable String ascii(Decoder decoder, byte[] src, int from, int length) {
    if (length > ASCII_BLOCK && decoder.expectsAscii(length)) {
      return Latin1Strings.guessedAscii(src, from, length);
    }
    return isAscii(src, from, from + length) ? ofAscii(src, from, length) : null;
  }

  /** C2 inlines this constructor, and none that has a charset. */
  @SuppressWarnings("deprecation")
  private static String ofAscii(byte[] src, int from, int length) {
    return new String(src, 0, from, length);
  }

  /**
   * Words without a branch for each, for in a text of other letters no processor predicts which of
   * the first words has one. The last word of a short piece may overlap the one before.
   */
  private static boolean isAscii(byte[] src, int from, int end) {
    int last = Math.min(end, from + ASCII_BLOCK) - 8;
    if (last < from) {
      return Ascii.prefix(src, from, end) == end - from;
    }
    long bits = Words.get(src, last);
    for (int p = from; p < last; p += 8) {
      bits |= Words.get(src, p);
    }
    int behind = last + 8;
    return (bits & Words.HIGH_BITS) == 0
        && (behind == end || Ascii.prefix(src, behind, end) == end - behind);
  }
}
