/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.packing;

/** Writes the characters that do not stay as escapes. */
final class PackStage extends TextPieces {
  private final Packing packing;

  PackStage(Packing packing) {
    super(packing.onMalformed());
    this.packing = packing;
  }

  @Override
  boolean isPlain(char c) {
    return packing.keeps(c);
  }

  @Override
  int take(CharSequence text, int at, boolean ending, StringBuilder out) {
    put(text.charAt(at), out);
    return 1;
  }

  @Override
  void takeCharacters(String characters, StringBuilder out) {
    characters.codePoints().forEach(c -> put(c, out));
  }

  private void put(int character, StringBuilder out) {
    if (packing.keeps(character)) {
      out.appendCodePoint(character);
    } else {
      packing.form().write(character, out);
    }
  }
}
