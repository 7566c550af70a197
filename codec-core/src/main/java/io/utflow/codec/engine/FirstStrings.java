/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

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
    int complete = endOfInput ? length : WholeStrings.complete(src, from, length);
    boolean cut = complete < length;
    if (complete == 0 || cut && !ShortStrings.isCut(src, from + complete, from + length)) {
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
}
