/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.unicode;

/** The windows and the mode of a stream of SCSU, and what its tags do to them. */
final class ScsuState {
  // Tags of the single-byte mode.
  static final int SQ0 = 0x01;
  static final int SQ7 = 0x08;
  static final int SDX = 0x0B;
  static final int RESERVED = 0x0C;
  static final int SQU = 0x0E;
  static final int SCU = 0x0F;
  static final int SC0 = 0x10;
  static final int SD0 = 0x18;
  static final int SD7 = 0x1F;

  // Tags of the Unicode mode.
  static final int UC0 = 0xE0;
  static final int UD0 = 0xE8;
  static final int UD7 = 0xEF;
  static final int UQU = 0xF0;
  static final int UDX = 0xF1;
  static final int RESERVED_IN_UNICODE = 0xF2;

  static final int WINDOWS = 8;
  static final int WINDOW = 0x80;

  private static final int[] STATIC = {
    0x0000, 0x0080, 0x0100, 0x0300, 0x2000, 0x2080, 0x2100, 0x3000
  };
  private static final int[] INITIAL = {
    0x0080, 0x00C0, 0x0400, 0x0600, 0x0900, 0x3040, 0x30A0, 0xFF00
  };

  /** The offsets that the offset bytes from F9 on mean. */
  private static final int[] SPECIAL = {0x00C0, 0x0250, 0x0370, 0x0530, 0x3040, 0x30A0, 0xFF60};

  private static final int FIRST_SPECIAL = 0xF9;
  private static final int LAST_LOW = 0x67;
  private static final int LAST_HIGH = 0xA7;
  private static final int HIGH_GAP = 0xAC00;
  private static final int FIRST_HIGH = 0xE000;
  private static final int FIRST_SPECIALS = 0xFFF0;

  private final int[] windows = INITIAL.clone();
  private int active;
  private boolean unicode;

  boolean isUnicode() {
    return unicode;
  }

  int active() {
    return active;
  }

  /** The character of a byte from 80 on in a window that a stream may place. */
  int inWindow(int window, int b) {
    return windows[window] + b - WINDOW;
  }

  /** The character that a quoting tag and a byte are. */
  int quoted(int window, int b) {
    return b < WINDOW ? STATIC[window] + b : inWindow(window, b);
  }

  /** Whether a character stands in a window that a stream may place. */
  boolean isIn(int window, int scalar) {
    return scalar >= windows[window] && scalar < windows[window] + WINDOW;
  }

  /** The window in which a character stands, the active one before others; -1 if none. */
  int windowOf(int scalar) {
    if (isIn(active, scalar)) {
      return active;
    }
    int window = WINDOWS - 1;
    while (window >= 0 && !isIn(window, scalar)) {
      window--;
    }
    return window;
  }

  /** The window with a fixed place in which a character stands; -1 if none. */
  static int staticWindowOf(int scalar) {
    int window = WINDOWS - 1;
    while (window >= 0 && (scalar < STATIC[window] || scalar >= STATIC[window] + WINDOW)) {
      window--;
    }
    return window;
  }

  static int staticOffset(int window) {
    return STATIC[window];
  }

  /** Where an offset byte places a window; -1 if it is reserved. */
  static int offset(int b) {
    if (b == 0 || b > LAST_HIGH && b < FIRST_SPECIAL) {
      return -1;
    }
    if (b >= FIRST_SPECIAL) {
      return SPECIAL[b - FIRST_SPECIAL];
    }
    return b <= LAST_LOW ? b * WINDOW : b * WINDOW + HIGH_GAP;
  }

  /**
   * The offset byte that places a window over a character of the Basic Multilingual Plane; -1 if
   * there is no such byte, or it is not worth while.
   */
  static int offsetByteFor(int scalar) {
    for (int i = 0; i < SPECIAL.length; i++) {
      if (scalar >= SPECIAL[i] && scalar < SPECIAL[i] + WINDOW) {
        return FIRST_SPECIAL + i;
      }
    }
    if (scalar >= WINDOW && scalar < (LAST_LOW + 1) * WINDOW) {
      return scalar / WINDOW;
    }
    boolean high = scalar >= FIRST_HIGH && scalar < FIRST_SPECIALS && scalar != 0xFEFF;
    return high ? (scalar - HIGH_GAP) / WINDOW : -1;
  }

  /** Carries out the complete tag at {@code pos}; does nothing without a tag. */
  void carryOut(byte[] src, int pos) {
    int tag = src[pos] & 0xFF;
    if (!unicode && tag == SCU) {
      unicode = true;
    } else if (tag == (unicode ? UDX : SDX)) {
      int place = (src[pos + 1] & 0x1F) << 8 | src[pos + 2] & 0xFF;
      define((src[pos + 1] & 0xFF) >> 5, 0x10000 + place * WINDOW);
    } else {
      int number = tag - (unicode ? UC0 : SC0);
      if (number >= 0 && number < WINDOWS) {
        select(number);
      } else if (number >= WINDOWS && number < 2 * WINDOWS) {
        define(number - WINDOWS, offset(src[pos + 1] & 0xFF));
      }
    }
  }

  /**
   * Carries out a tag of one byte that defines no window; false: there is no such tag at {@code
   * pos}.
   */
  boolean changes(byte[] src, int pos) {
    int tag = src[pos] & 0xFF;
    int first = unicode ? UC0 : SC0;
    boolean selects = tag >= first && tag < first + WINDOWS;
    if (selects || !unicode && tag == SCU) {
      carryOut(src, pos);
      return true;
    }
    return false;
  }

  /** Takes the windows and the mode of another. */
  void be(ScsuState other) {
    System.arraycopy(other.windows, 0, windows, 0, WINDOWS);
    goBack(other.active, other.unicode);
  }

  /** Goes back to a window and a mode; no window was placed since. */
  void goBack(int activeBefore, boolean wasUnicode) {
    active = activeBefore;
    unicode = wasUnicode;
  }

  private void define(int window, int offset) {
    windows[window] = offset;
    select(window);
  }

  private void select(int window) {
    active = window;
    unicode = false;
  }
}
