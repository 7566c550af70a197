/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

/**
 * A class of characters that an application may not want. A character may be in several classes:
 * U+2065 is both invisible and unassigned. Among the classes that a guard refuses, the first in
 * this order decides.
 *
 * <p>TAB is in no class but {@link #NOT_FREEFORM}: name it where it is not wanted, by {@link
 * TextGuard#on(GuardAction, String)}. Properties are those of the Unicode version that {@link
 * TextGuard#unicodeVersion()} tells.
 */
public enum CharacterClass {
  /** Characters that a guard names one by one: {@link TextGuard#on(GuardAction, String)}. */
  NAMED,

  /**
   * A surrogate without its other half. No guard allows it, because a text with one is ill-formed,
   * and dropping the text between two of them could make a character.
   */
  UNPAIRED_SURROGATES,

  /** U+FDD0 to U+FDEF and the last two code points of each plane: never characters. */
  NONCHARACTERS,

  /**
   * Sequences that program a terminal (ECMA-48, ISO 2022): ESC or one of the C1 controls DCS, SOS,
   * CSI, OSC, PM, APC, and what belongs to it. ESC alone counts as one.
   */
  ESCAPE_SEQUENCES,

  /** LF, VT, FF, CR, NEL (U+0085), LS (U+2028) and PS (U+2029): UAX #14, classes BK, CR, LF, NL. */
  LINE_BREAKS,

  /** U+0000 to U+001F and U+007F (DEL), without TAB, ESC, and those of {@link #LINE_BREAKS}. */
  C0_CONTROLS,

  /** U+0080 to U+009F, without NEL and those that begin {@link #ESCAPE_SEQUENCES}. */
  C1_CONTROLS,

  /**
   * Bidi_Control: embeddings, overrides and isolates, which show text in another order than it has,
   * and the marks U+200E, U+200F, U+061C, which text in Arabic or Hebrew may need.
   */
  BIDI_CONTROLS,

  /**
   * U+E0000 to U+E007F, which show nothing and spell ASCII. The flags of England, Scotland and
   * Wales are written with them, and become a black flag without.
   */
  TAGS,

  /**
   * Default_Ignorable_Code_Point, which is not shown where it is not supported, and the interlinear
   * annotation characters U+FFF9 to U+FFFB; without those that have a class of their own:
   * bidirectional controls, tags, joiners, variation selectors. U+200B is among them, by which Thai
   * and Khmer are broken into lines, U+00AD, and U+FEFF.
   */
  INVISIBLE,

  /** ZWNJ (U+200C) and ZWJ (U+200D), which many scripts and emoji need. */
  JOINERS,

  /** Variation_Selector, which emoji, Han and Mongolian need. They can carry hidden bytes. */
  VARIATION_SELECTORS,

  /** U+FFFC, a place for something that is no text (RFC 2781, section 8). */
  OBJECT_REPLACEMENT,

  /** Deprecated: strongly discouraged by the Unicode Standard. */
  DEPRECATED,

  /** General_Category Co: whose meaning only sender and receiver know. */
  PRIVATE_USE,

  /** General_Category Cn, without {@link #NONCHARACTERS}: no character of this version. */
  UNASSIGNED,

  /**
   * Characters that the FreeformClass of PRECIS (RFC 8264, section 4.3) disallows or leaves
   * unassigned. Characters that it allows only in a context (CONTEXTJ, CONTEXTO) are not among
   * them.
   */
  NOT_FREEFORM,

  /**
   * CR without LF after it, and LF without CR before it, where no class before this one refuses CR
   * and LF anyway.
   */
  BARE_LINE_BREAKS;

  /**
   * Whether a code point is in this class, whatever stands around it: never so of {@link #NAMED}
   * and {@link #BARE_LINE_BREAKS}; of {@link #ESCAPE_SEQUENCES} those that begin one.
   *
   * @param codePoint from 0 to 10FFFF
   * @return whether it is
   * @throws IllegalArgumentException if it is no code point
   */
  public boolean contains(int codePoint) {
    if (!Character.isValidCodePoint(codePoint)) {
      throw new IllegalArgumentException("no code point: " + codePoint);
    }
    return CharacterSets.classes(CharacterSets.setOf(codePoint)).contains(this);
  }
}
