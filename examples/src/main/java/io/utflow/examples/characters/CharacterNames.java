/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.characters;

import java.util.stream.Collectors;

/** Names of characters, as the Unicode Standard has them. */
final class CharacterNames {
  private CharacterNames() {}

  /** {@code U+00E9 LATIN SMALL LETTER E WITH ACUTE}, and so on, with commas between. */
  static String of(String line) {
    return line.codePoints().mapToObj(CharacterNames::of).collect(Collectors.joining(", "));
  }

  private static String of(int codePoint) {
    String name = Character.getName(codePoint);
    return String.format("U+%04X %s", codePoint, name == null ? "(unassigned)" : name);
  }
}
