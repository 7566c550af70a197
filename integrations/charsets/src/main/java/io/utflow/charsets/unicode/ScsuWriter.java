/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

import static io.utflow.charsets.unicode.ScsuState.SC0;
import static io.utflow.charsets.unicode.ScsuState.SCU;
import static io.utflow.charsets.unicode.ScsuState.SD0;
import static io.utflow.charsets.unicode.ScsuState.SDX;
import static io.utflow.charsets.unicode.ScsuState.SQ0;
import static io.utflow.charsets.unicode.ScsuState.SQU;
import static io.utflow.charsets.unicode.ScsuState.UC0;
import static io.utflow.charsets.unicode.ScsuState.UQU;
import static io.utflow.charsets.unicode.ScsuState.WINDOW;
import static io.utflow.charsets.unicode.ScsuState.WINDOWS;

/** Writes SCSU, character by character; the window that was used least recently is placed anew. */
final class ScsuWriter {
  private final ScsuState state = new ScsuState();

  /** When each window was last used, in tags. */
  private final long[] used = new long[WINDOWS];

  private long tags;

  int length(int scalar) {
    return (int) (planned(scalar) >>> 56);
  }

  int write(int scalar, byte[] dst, int pos) {
    long planned = planned(scalar);
    int length = (int) (planned >>> 56);
    for (int i = 0; i < length; i++) {
      dst[pos + i] = (byte) (planned >>> 8 * (length - 1 - i));
    }
    int before = state.active();
    state.carryOut(dst, pos);
    if (state.active() != before) {
      used[state.active()] = ++tags;
    }
    return pos + length;
  }

  /** The bytes of a character, the last in the lowest, and their number in the highest. */
  private long planned(int scalar) {
    int window = state.windowOf(scalar);
    if (state.isUnicode()) {
      return plannedInUnicode(scalar, window);
    }
    if (ScsuForm.isDirect(scalar)) {
      return bytes(scalar);
    }
    if (window >= 0) {
      int b = byteIn(window, scalar);
      return window == state.active() ? bytes(b) : bytes(SC0 + window, b);
    }
    int fixed = ScsuState.staticWindowOf(scalar);
    if (fixed >= 0) {
      return bytes(SQ0 + fixed, scalar - ScsuState.staticOffset(fixed));
    }
    return plannedFar(scalar);
  }

  private long plannedInUnicode(int scalar, int window) {
    if (ScsuForm.isDirect(scalar)) {
      return bytes(UC0 + state.active(), scalar);
    }
    if (window >= 0) {
      return bytes(UC0 + window, byteIn(window, scalar));
    }
    if (scalar > Character.MAX_VALUE) {
      int high = Character.highSurrogate(scalar);
      int low = Character.lowSurrogate(scalar);
      return bytes(high >> 8, high & 0xFF, low >> 8, low & 0xFF);
    }
    int first = scalar >> 8;
    boolean likeATag = first >= UC0 && first <= ScsuState.RESERVED_IN_UNICODE;
    return likeATag ? bytes(UQU, first, scalar & 0xFF) : bytes(first, scalar & 0xFF);
  }

  private long plannedFar(int scalar) {
    int window = leastRecentlyUsed();
    if (scalar > Character.MAX_VALUE) {
      int place = (scalar - 0x10000) / WINDOW;
      return bytes(SDX, window << 5 | place >> 8, place & 0xFF, WINDOW | scalar % WINDOW);
    }
    int offsetByte = ScsuState.offsetByteFor(scalar);
    if (offsetByte >= 0) {
      int b = WINDOW + scalar - ScsuState.offset(offsetByte);
      return bytes(SD0 + window, offsetByte, b);
    }
    boolean alone = scalar >= Character.MAX_SURROGATE;
    return bytes(alone ? SQU : SCU, scalar >> 8, scalar & 0xFF);
  }

  private int byteIn(int window, int scalar) {
    return WINDOW + scalar - state.inWindow(window, WINDOW);
  }

  private int leastRecentlyUsed() {
    int window = 0;
    for (int i = 1; i < WINDOWS; i++) {
      window = used[i] < used[window] ? i : window;
    }
    return window;
  }

  private static long bytes(int... bytes) {
    long packed = 0;
    for (int b : bytes) {
      packed = packed << 8 | b;
    }
    return packed | (long) bytes.length << 56;
  }
}
