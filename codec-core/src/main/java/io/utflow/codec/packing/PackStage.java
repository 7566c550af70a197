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
  void take(char c, StringBuilder out) {
    put(c, out);
  }

  @Override
  void takePair(char high, char low, StringBuilder out) {
    put(Character.toCodePoint(high, low), out);
  }

  @Override
  void takeReplacement(String replacement, StringBuilder out) {
    replacement.codePoints().forEach(c -> put(c, out));
  }

  private void put(int character, StringBuilder out) {
    if (packing.keeps(character)) {
      out.appendCodePoint(character);
    } else {
      packing.form().write(character, out);
    }
  }
}
