/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import java.util.Map;
import java.util.Set;

/**
 * The decision of one guard on each character: {@link #ALLOWED}, or a class and an action in a
 * byte. The Basic Multilingual Plane is one table, for the loop that looks at each char. Immutable.
 */
final class Decisions {
  static final byte ALLOWED = 0;

  private static final CharacterClass[] CLASSES = CharacterClass.values();
  private static final GuardAction[] ACTIONS = GuardAction.values();
  private static final int ACTION_BITS = 3;
  private static final int PLANE = 0x10000;

  private final byte[] ofSet = new byte[CharacterSets.count()];
  private final byte[] ofChar = new byte[PLANE];
  private final Map<Integer, GuardAction> named;
  private final boolean namesSupplementary;

  Decisions(Map<CharacterClass, GuardAction> actions, Map<Integer, GuardAction> named) {
    this.named = named;
    this.namesSupplementary = named.keySet().stream().anyMatch(c -> c >= PLANE);
    for (int set = 0; set < ofSet.length; set++) {
      ofSet[set] = first(actions, CharacterSets.classes(set));
    }
    for (int c = 0; c < PLANE; c++) {
      ofChar[c] = ofSet[CharacterSets.setOf(c)];
    }
    byte bare =
        decision(CharacterClass.BARE_LINE_BREAKS, of(actions, CharacterClass.BARE_LINE_BREAKS));
    ofChar['\r'] = ofChar['\r'] == ALLOWED ? bare : ofChar['\r'];
    ofChar['\n'] = ofChar['\n'] == ALLOWED ? bare : ofChar['\n'];
    named.forEach(
        (c, action) -> {
          if (c < PLANE) {
            ofChar[c] = decision(CharacterClass.NAMED, action);
          }
        });
  }

  private static byte first(Map<CharacterClass, GuardAction> actions, Set<CharacterClass> classes) {
    for (CharacterClass each : classes) {
      byte decision = decision(each, of(actions, each));
      if (decision != ALLOWED) {
        return decision;
      }
    }
    return ALLOWED;
  }

  private static GuardAction of(Map<CharacterClass, GuardAction> actions, CharacterClass each) {
    return actions.getOrDefault(each, GuardAction.ALLOW);
  }

  private static byte decision(CharacterClass of, GuardAction action) {
    return action == GuardAction.ALLOW
        ? ALLOWED
        : (byte) (of.ordinal() << ACTION_BITS | action.ordinal());
  }

  /** The class that a decision names. */
  static CharacterClass classOf(byte decision) {
    return CLASSES[(decision & 0xFF) >> ACTION_BITS];
  }

  /** The action that a decision names. */
  static GuardAction actionOf(byte decision) {
    return ACTIONS[decision & (1 << ACTION_BITS) - 1];
  }

  /** By a char; of a surrogate, the decision about an unpaired one, which is never allowed. */
  byte[] ofChars() {
    return ofChar;
  }

  /** About a code point. */
  byte of(int codePoint) {
    if (codePoint < PLANE) {
      return ofChar[codePoint];
    }
    GuardAction action = namesSupplementary ? named.get(codePoint) : null;
    return action == null
        ? ofSet[CharacterSets.setOf(codePoint)]
        : decision(CharacterClass.NAMED, action);
  }

  /** Whether all of 20 to 7E is allowed. */
  boolean allowsPrintableAscii() {
    for (char c = 0x20; c < 0x7F; c++) {
      if (ofChar[c] != ALLOWED) {
        return false;
      }
    }
    return true;
  }

  /** Whether a text passes as it is. */
  boolean allows(String text) {
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (of(c) != ALLOWED) {
        boolean pair = c == '\r' && text.startsWith("\n", at) && isBare(of(c)) && isBare(of('\n'));
        if (!pair) {
          return false;
        }
        at++;
      }
    }
    return true;
  }

  /** Whether the decision is about a line break that may be one of a pair. */
  static boolean isBare(byte decision) {
    return decision != ALLOWED && classOf(decision) == CharacterClass.BARE_LINE_BREAKS;
  }
}
