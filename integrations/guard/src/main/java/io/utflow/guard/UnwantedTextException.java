/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/**
 * A character was refused and {@link GuardAction#REPORT} said to report it. The stream has failed;
 * the text before the character has been delivered.
 */
public final class UnwantedTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What, why and where. */
  private final UnwantedCharacter character;

  /**
   * The failure of a stream at a character: for stages of your own that report one.
   *
   * @param character the refused character
   */
  public UnwantedTextException(UnwantedCharacter character) {
    super(character.toString());
    this.character = character;
  }

  /** {@return the character: its class, its code point and where it stands} */
  public UnwantedCharacter character() {
    return character;
  }
}
