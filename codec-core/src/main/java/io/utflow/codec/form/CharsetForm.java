/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharacterTable;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * What the forms of the JDK's charsets have in common: bytes are their units, and they have not a
 * place for every character.
 */
public abstract class CharsetForm implements EncodingForm {
  private final Charset charset;
  private final CharacterTable characters;
  private volatile @Nullable String replacement;

  CharsetForm(Charset charset) {
    this(charset, new CharacterTable(charset, CharacterTable::packed));
  }

  CharsetForm(Charset charset, CharacterTable characters) {
    this(charset, characters, null);
  }

  /**
   * @param replacement what stands for characters without a place; null for what the JDK writes
   */
  CharsetForm(Charset charset, CharacterTable characters, @Nullable String replacement) {
    this.charset = charset;
    this.characters = characters;
    this.replacement = replacement;
  }

  /** The charset that this is the form of. */
  public final Charset charset() {
    return charset;
  }

  /** The bytes of its characters. */
  public final CharacterTable characters() {
    return characters;
  }

  @Override
  public boolean writes() {
    return charset.canEncode();
  }

  /** What the JDK writes, read again: its replacement is bytes, perhaps in some state. */
  @Override
  public String replacement() {
    String known = replacement;
    if (known == null) {
      String read = new String("\uDBFF\uDFFE".getBytes(charset), charset);
      known = !read.isEmpty() && read.codePoints().allMatch(this::maps) ? read : "";
      replacement = known;
    }
    return known;
  }

  @Override
  public boolean maps(int scalar) {
    return characters.get(scalar) != CharacterTable.UNMAPPED;
  }

  @Override
  public boolean mapsAll() {
    return false;
  }

  @Override
  public int encodedLength(int scalar) {
    return CharacterTable.length(characters.get(scalar));
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return CharacterTable.write(characters.get(scalar), dst, pos);
  }

  /** Whether the JDK's encoder holds back a character that the next may change. */
  public boolean composes() {
    return charset.name().endsWith("_0213");
  }

  /** Whether ASCII characters are written as one byte each, themselves. */
  final boolean writesAscii() {
    for (int ascii = 0; ascii < 0x80 && writes(); ascii++) {
      if (characters.get(ascii) != ascii) {
        return false;
      }
    }
    return true;
  }

  @Override
  public final long diagnosticValue(byte[] src, int pos, int length) {
    return -1;
  }

  @Override
  public final int unitWidth() {
    return 1;
  }

  @Override
  public final boolean isBigEndian() {
    return true;
  }
}
