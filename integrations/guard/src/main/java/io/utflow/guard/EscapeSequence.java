/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/**
 * Follows an escape sequence, character by character, without keeping any. It ends as follows
 * (ECMA-48, 5.3, 5.4 and 5.6; ISO 2022):
 *
 * <ul>
 *   <li>ESC, intermediate bytes 20 to 2F, final byte 30 to 7E;
 *   <li>CSI (ESC [ or 9B), bytes 20 to 3F, final byte 40 to 7E;
 *   <li>DCS, SOS, OSC, PM, APC (ESC P X ] ^ _ or 90 98 9D 9E 9F) and a string, up to ST (ESC \ or
 *       9C) or, as xterm reads it, BEL.
 * </ul>
 *
 * <p>It ends before a character that cannot belong to it. In a string these are line breaks, CAN,
 * SUB and the beginning of another sequence, so that a title without end never swallows the next
 * line. It also ends when it has {@link #MAX_LENGTH} code points: the next ones are text.
 */
final class EscapeSequence {
  /** The longest, in code points: then it is over, whatever it was. */
  static final int MAX_LENGTH = 4096;

  static final char ESC = 0x1B;

  private static final char BEL = 0x07;
  private static final char CAN = 0x18;
  private static final char SUB = 0x1A;
  private static final char CSI = 0x9B;
  private static final char ST = 0x9C;

  private enum State {
    NONE,
    ESCAPE,
    INTERMEDIATE,
    CONTROL_SEQUENCE,
    STRING,
    /** ESC in a string: a backslash makes ST of it. */
    STRING_ESCAPE
  }

  private State state = State.NONE;
  private int length;

  /** Whether one is open: its first character is taken, and not its last. */
  boolean isOpen() {
    return state != State.NONE;
  }

  /** Takes the first character of one. */
  void open(int introducer) {
    length = 1;
    if (introducer == ESC) {
      state = State.ESCAPE;
    } else {
      state = introducer == CSI ? State.CONTROL_SEQUENCE : State.STRING;
    }
  }

  /**
   * Takes the next character.
   *
   * @return whether it belongs to the sequence; if not, the sequence has ended
   */
  boolean takes(int c) {
    boolean taken = length < MAX_LENGTH && next(c);
    length++;
    if (!taken) {
      state = State.NONE;
    }
    return taken;
  }

  /** Ends the sequence before the next character, which is not part of it. */
  void endBefore() {
    state = State.NONE;
  }

  /** Whether an ESC in the string was no beginning of ST but of another sequence. */
  boolean isAtStringEscape() {
    return state == State.STRING_ESCAPE;
  }

  private boolean next(int c) {
    return switch (state) {
      case ESCAPE -> afterEscape(c);
      case INTERMEDIATE -> isIntermediate(c) || endsBetween(c, 0x30);
      case CONTROL_SEQUENCE -> c >= 0x20 && c <= 0x3F || endsBetween(c, 0x40);
      case STRING -> inString(c);
      case STRING_ESCAPE, NONE -> c == '\\' && endsBetween(c, '\\');
    };
  }

  private boolean afterEscape(int c) {
    if (isIntermediate(c)) {
      state = State.INTERMEDIATE;
      return true;
    }
    if (c == '[') {
      state = State.CONTROL_SEQUENCE;
      return true;
    }
    if (c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_') {
      state = State.STRING;
      return true;
    }
    return endsBetween(c, 0x30);
  }

  private boolean inString(int c) {
    if (c == ESC) {
      state = State.STRING_ESCAPE;
      return true;
    }
    if (c == BEL || c == ST) {
      state = State.NONE;
      return true;
    }
    return c != CAN
        && c != SUB
        && !CharacterClass.LINE_BREAKS.contains(c)
        && !CharacterClass.ESCAPE_SEQUENCES.contains(c);
  }

  private static boolean isIntermediate(int c) {
    return c >= 0x20 && c <= 0x2F;
  }

  /** Whether this is a final byte, from the given one to 7E; then the sequence is over. */
  private boolean endsBetween(int c, int first) {
    boolean ends = c >= first && c <= 0x7E;
    if (ends) {
      state = State.NONE;
    }
    return ends;
  }
}
