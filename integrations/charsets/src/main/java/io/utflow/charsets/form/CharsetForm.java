/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.CharsetCharacters;
import io.utflow.codec.form.EncodingForm;
import java.nio.charset.Charset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the forms for the JDK's charsets: their code units are bytes, and they cannot
 * encode every character.
 */
public abstract class CharsetForm implements EncodingForm {
  /** A character that no charset writes but those that write all, which read it again. */
  public static final String UNMAPPABLE = "\uDBFF\uDFFE";

  private static final Set<String> WRITTEN_BUT_NOT_READ = Set.of("Big5-HKSCS", "x-IBM33722");

  private final Charset charset;
  private final CharacterTable characters;
  private volatile @Nullable String replacement;

  /** The bytes that the JDK writes for a character it cannot write, packed; made when needed. */
  private int replacementBytes = CharacterTable.UNMAPPED;

  /** The form of a charset whose characters have at most four bytes. */
  protected CharsetForm(Charset charset) {
    this(charset, CharsetCharacters.of(charset));
  }

  /** The form of a charset whose characters are packed in a way of its own. */
  protected CharsetForm(Charset charset, CharacterTable characters) {
    this(charset, characters, null);
  }

  /**
   * @param replacement the text in the place of characters that cannot be encoded; null for the
   *     JDK's replacement
   */
  protected CharsetForm(Charset charset, CharacterTable characters, @Nullable String replacement) {
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

  /**
   * The text that the JDK's replacement bytes decode to; U+FFFD where they are no character, as FE
   * FE of x-IBM834.
   */
  @Override
  public String replacement() {
    String known = replacement;
    if (known == null) {
      byte[] bytes = UNMAPPABLE.getBytes(charset);
      String read = new String(bytes, charset);
      boolean written = !read.isEmpty() && read.codePoints().allMatch(this::canEncode);
      known = written || bytes.length == 0 ? read : "\uFFFD";
      replacement = known;
    }
    return known;
  }

  /** The packed bytes of a character, or of the replacement if it cannot be encoded. */
  protected final int packed(int scalar) {
    int packed = characters.get(scalar);
    return packed == CharacterTable.UNMAPPED ? replacementBytes() : packed;
  }

  private int replacementBytes() {
    if (replacementBytes == CharacterTable.UNMAPPED) {
      replacementBytes = packed(UNMAPPABLE.getBytes(charset));
    }
    return replacementBytes;
  }

  /** Packs what the JDK writes for a character alone. */
  protected int packed(byte[] bytes) {
    return CharacterTable.packed(bytes);
  }

  @Override
  public boolean canEncode(int scalar) {
    return characters.get(scalar) != CharacterTable.UNMAPPED;
  }

  @Override
  public boolean canEncodeAll() {
    return false;
  }

  @Override
  public int encodedLength(int scalar) {
    return CharacterTable.length(packed(scalar));
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    return CharacterTable.write(packed(scalar), dst, pos);
  }

  /**
   * Whether the JDK's encoder writes what this form writes. Those of JIS X 0213 hold a character
   * back that the next may change; two others write some characters that their decoders refuse.
   */
  public boolean isWrittenByTheJdk() {
    String name = charset.name();
    return !name.endsWith("_0213") && !WRITTEN_BUT_NOT_READ.contains(name);
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
}
