/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import java.io.Serializable;
import java.util.Objects;

/**
 * A character that a guard refused, or the first of an escape sequence. Immutable and thread-safe.
 *
 * @param characterClass the class that decided
 * @param codePoint the character; of an escape sequence the first
 * @param charOffset how many UTF-16 code units of the stream stand before it
 * @param action what becomes of it, never {@link GuardAction#ALLOW}
 * @serial exclude
 */
public record UnwantedCharacter(
    CharacterClass characterClass, int codePoint, long charOffset, GuardAction action)
    implements Serializable {
  /**
   * A character that was refused: for tests, and for stages of your own that report one.
   *
   * @param characterClass the class that decided
   * @param codePoint the character
   * @param charOffset where it stands
   * @param action what becomes of it
   * @throws NullPointerException if there is no class or no action
   */
  public UnwantedCharacter {
    Objects.requireNonNull(characterClass, "characterClass");
    Objects.requireNonNull(action, "action");
  }

  /** {@return the character by its number, never the character itself, for a log} */
  @Override
  public String toString() {
    return "U+%04X (%s) at char %d".formatted(codePoint, characterClass, charOffset);
  }
}
