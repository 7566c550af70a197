/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer;
import java.util.Set;

/** What the RFCs say about each code point, transcribed rule by rule. */
final class RfcTables {
  /** RFC 5892, section 2.6, Exceptions (F), valid or valid in a context. */
  private static final Set<Integer> EXCEPTIONS_VALID =
      Set.of(
          0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007, 0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB);

  /** RFC 5892, section 2.6, Exceptions (F), disallowed. */
  private static final Set<Integer> EXCEPTIONS_DISALLOWED =
      Set.of(0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B);

  private RfcTables() {}

  /** RFC 9839, 4.1: %x0-D7FF / %xE000-10FFFF. */
  static boolean isScalar(int c) {
    return c <= 0xD7FF || c >= 0xE000 && c <= 0x10FFFF;
  }

  /** RFC 9839, 4.2: %x9 / %xA / %xD / %x20-D7FF / %xE000-FFFD / %x10000-10FFFF. */
  static boolean isXmlCharacter(int c) {
    return c == 0x9
        || c == 0xA
        || c == 0xD
        || c >= 0x20 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFFFD
        || c >= 0x10000 && c <= 0x10FFFF;
  }

  /**
   * RFC 9839, 4.3: %x9 / %xA / %xD / %x20-7E / %xA0-D7FF / %xE000-FDCF / %xFDF0-FFFD and, of each
   * plane from 1 to 16, all but the last two.
   */
  static boolean isAssignable(int c) {
    return c == 0x9
        || c == 0xA
        || c == 0xD
        || c >= 0x20 && c <= 0x7E
        || c >= 0xA0 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFDCF
        || c >= 0xFDF0 && c <= 0xFFFD
        || c >= 0x10000 && c % 0x10000 <= 0xFFFD;
  }

  /** RFC 5198, section 2: of the controls CR, LF and FF; section 4: nothing unassigned. */
  static boolean isNetUnicode(int c) {
    return switch (c) {
      case '\r', '\n', '\f' -> true;
      default -> isScalar(c) && UCharacter.isDefined(c) && !UCharacter.isISOControl(c);
    };
  }

  /** RFC 8264, section 8, in its order; contextual ones count as valid. */
  static boolean isFreeform(int c) {
    if (EXCEPTIONS_VALID.contains(c) || c >= 0x660 && c <= 0x669 || c >= 0x6F0 && c <= 0x6F9) {
      return true;
    }
    if (EXCEPTIONS_DISALLOWED.contains(c)) {
      return false;
    }
    int type = UCharacter.getType(c);
    boolean noncharacter = UCharacter.hasBinaryProperty(c, UProperty.NONCHARACTER_CODE_POINT);
    if (type == ECharacterCategory.UNASSIGNED && !noncharacter) {
      return false;
    }
    if (c >= 0x21 && c <= 0x7E || c == 0x200C || c == 0x200D) {
      return true;
    }
    int jamo = UCharacter.getIntPropertyValue(c, UProperty.HANGUL_SYLLABLE_TYPE);
    if (jamo == UCharacter.HangulSyllableType.LEADING_JAMO
        || jamo == UCharacter.HangulSyllableType.VOWEL_JAMO
        || jamo == UCharacter.HangulSyllableType.TRAILING_JAMO) {
      return false;
    }
    if (noncharacter || UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
      return false;
    }
    return type != ECharacterCategory.CONTROL && (hasCompatibility(c) || isVisibleType(type));
  }

  /** HasCompat (Q): toNFKC(cp) != cp. */
  @SuppressWarnings("deprecation")
  private static boolean hasCompatibility(int c) {
    return isScalar(c) && !Normalizer.normalize(c, Normalizer.NFKC).equals(UCharacter.toString(c));
  }

  /** LetterDigits, OtherLetterDigits, Spaces, Symbols, Punctuation (9.1, 9.14 to 9.18). */
  private static boolean isVisibleType(int type) {
    return switch (type) {
      case ECharacterCategory.LOWERCASE_LETTER,
          ECharacterCategory.UPPERCASE_LETTER,
          ECharacterCategory.OTHER_LETTER,
          ECharacterCategory.DECIMAL_DIGIT_NUMBER,
          ECharacterCategory.MODIFIER_LETTER,
          ECharacterCategory.NON_SPACING_MARK,
          ECharacterCategory.COMBINING_SPACING_MARK,
          ECharacterCategory.TITLECASE_LETTER,
          ECharacterCategory.LETTER_NUMBER,
          ECharacterCategory.OTHER_NUMBER,
          ECharacterCategory.ENCLOSING_MARK,
          ECharacterCategory.SPACE_SEPARATOR,
          ECharacterCategory.MATH_SYMBOL,
          ECharacterCategory.CURRENCY_SYMBOL,
          ECharacterCategory.MODIFIER_SYMBOL,
          ECharacterCategory.OTHER_SYMBOL,
          ECharacterCategory.CONNECTOR_PUNCTUATION,
          ECharacterCategory.DASH_PUNCTUATION,
          ECharacterCategory.START_PUNCTUATION,
          ECharacterCategory.END_PUNCTUATION,
          ECharacterCategory.INITIAL_QUOTE_PUNCTUATION,
          ECharacterCategory.FINAL_QUOTE_PUNCTUATION,
          ECharacterCategory.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
