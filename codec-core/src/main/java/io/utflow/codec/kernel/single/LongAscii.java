/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.single;

import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.utf8.JdkAscii;

/** Long runs of ASCII in text that is perhaps other, with one look at how they begin. */
public final class LongAscii {
  /** The least number of bytes for which {@link JdkAscii} pays. */
  private static final int LONG_RUN = 64;

  /**
   * Later runs, which are known to alternate with other text, are given to {@link JdkAscii} without
   * a known end if they have so many bytes. What a text begins with, is as soon as it is long, as
   * by the JDK's own decoders.
   */
  private static final int LOOK_LATER = 512;

  /**
   * Before JDK 19 the JDK's coder falls back to a loop over bytes if its input is not all ASCII.
   */
  private static final boolean MUST_BOUND = Runtime.version().feature() < 19;

  private LongAscii() {}

  /** Decodes what a text begins with, if it is ASCII and long. */
  public static int first(byte[] src, int pos, char[] dst, int dpos, int length) {
    return isLong(src, pos, length) ? JdkAscii.widen(src, pos, dst, dpos, length) : 0;
  }

  /** Decodes the ASCII that a text begins with where it is not long. */
  public static int few(byte[] src, int pos, char[] dst, int dpos, int length) {
    int i = 0;
    while (i < length && src[pos + i] >= 0) {
      dst[dpos + i] = (char) src[pos + i];
      i++;
    }
    return i;
  }

  private static boolean isLong(byte[] src, int pos, int length) {
    return length >= LONG_RUN && Ascii.prefix(src, pos, pos + LONG_RUN) == LONG_RUN;
  }

  /** Decodes ASCII behind other text, if there is much of it. */
  public static int later(byte[] src, int pos, char[] dst, int dpos, int length) {
    int run = Ascii.prefix(src, pos, pos + Math.min(length, LOOK_LATER));
    if (run < LONG_RUN) {
      return 0;
    }
    boolean bounded = MUST_BOUND && run < LOOK_LATER;
    return JdkAscii.widen(src, pos, dst, dpos, bounded ? run : length);
  }
}
