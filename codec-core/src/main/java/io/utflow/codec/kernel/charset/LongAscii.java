/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.charset;

import io.utflow.codec.kernel.lanes.Ascii;
import io.utflow.codec.kernel.utf8.JdkAscii;

/** Long runs of ASCII in text that is perhaps other, with one look at how they begin. */
final class LongAscii {
  /** The least number of bytes for which {@link JdkAscii} pays. */
  private static final int LONG_RUN = 64;

  /**
   * Text that begins with so many ASCII bytes is given to {@link JdkAscii} without a known end, as
   * the JDK's own decoders do.
   */
  private static final int LOOK_AT_FIRST = 128;

  /** The same of later runs, which are known to alternate with other text. */
  private static final int LOOK_LATER = 512;

  /**
   * Before JDK 19 the JDK's coder falls back to a loop over bytes if its input is not all ASCII.
   */
  private static final boolean MUST_BOUND = Runtime.version().feature() < 19;

  private LongAscii() {}

  /** Decodes what a text begins with, if it is ASCII and long. */
  static int first(byte[] src, int pos, char[] dst, int dpos, int length) {
    return run(src, pos, dst, dpos, length, LOOK_AT_FIRST);
  }

  /** Decodes ASCII behind other text, if there is much of it. */
  static int later(byte[] src, int pos, char[] dst, int dpos, int length) {
    return run(src, pos, dst, dpos, length, LOOK_LATER);
  }

  private static int run(byte[] src, int pos, char[] dst, int dpos, int length, int look) {
    int run = Ascii.prefix(src, pos, pos + Math.min(length, look));
    if (run < LONG_RUN) {
      return 0;
    }
    boolean bounded = MUST_BOUND && run < look;
    return JdkAscii.widen(src, pos, dst, dpos, bounded ? run : length);
  }
}
