/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import io.utflow.codec.form.Step;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.choice.Kernels;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The way from UTF-8 to a {@code String} until the JVM has compiled the kernels: the JDK's, which
 * it has loaded and used before it came to us. That one replaces what is ill-formed by U+FFFD, so a
 * text without U+FFFD was well-formed; any other goes the common way, from its beginning.
 */
final class FirstStrings {
  /** In bytes: so many are copied out of a buffer without an accessible array. */
  static final int MOST_COPIED = 1 << 16;

  private static final char REPLACEMENT = '\uFFFD';

  private FirstStrings() {}

  /** As {@link ShortStrings#wellFormed}, of any length, and null as well if there is U+FFFD. */
  static @Nullable String wellFormed(
      Decoder decoder, byte[] src, int from, int length, boolean endOfInput) {
    int complete = endOfInput ? length : complete(src, from, length);
    boolean cut = complete < length;
    if (complete == 0 || cut && !isCut(src, from + complete, from + length)) {
      return null;
    }
    Kernels.countFirst(complete);
    String text = new String(src, from, complete, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      return null;
    }
    decoder.skipDecoded(src, from, complete, length);
    return text;
  }

  /** How many of the bytes are not the beginning of a sequence that {@code length} cuts. */
  static int complete(byte[] src, int from, int length) {
    int end = from + length;
    for (int back = 1; back <= Math.min(3, length); back++) {
      int b = src[end - back];
      if (b >= (byte) 0xC0) {
        // A lead says how long its sequence is: by one, two or three bits behind the first two.
        int whole = b >= 0 ? 1 : b < (byte) 0xE0 ? 2 : b < (byte) 0xF0 ? 3 : 4;
        return whole > back ? length - back : length;
      }
    }
    return length;
  }

  /** Whether the bytes are a proper prefix of a sequence. */
  static boolean isCut(byte[] src, int from, int end) {
    return Utf8Form.INSTANCE.step(src, from, end, false) == Step.NEEDS_MORE;
  }
}
