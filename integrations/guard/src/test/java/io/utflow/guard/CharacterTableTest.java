/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import java.io.IOException;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table is that of the Unicode version that ICU4J has, here and by other words. */
@Tag("whole")
class CharacterTableTest {
  private static final String WRITE = "utflow.guard.write";

  /** By ICU's questions about one character; the generator asks for sets. */
  private static final Map<CharacterClass, IntPredicate> BY_PROPERTY =
      Map.ofEntries(
          Map.entry(CharacterClass.UNPAIRED_SURROGATES, c -> c >= 0xD800 && c < 0xE000),
          Map.entry(CharacterClass.NONCHARACTERS, CharacterTableTest::isNoncharacter),
          Map.entry(
              CharacterClass.ESCAPE_SEQUENCES,
              c -> isOneOf(c, 0x1B, 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F)),
          Map.entry(
              CharacterClass.LINE_BREAKS,
              c -> isOneOf(c, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029)),
          Map.entry(
              CharacterClass.C0_CONTROLS, c -> isControl(c) && c < 0x80 && c != '\t' && isOther(c)),
          Map.entry(CharacterClass.C1_CONTROLS, c -> isControl(c) && c >= 0x80 && isOther(c)),
          Map.entry(CharacterClass.BIDI_CONTROLS, c -> has(c, UProperty.BIDI_CONTROL)),
          Map.entry(CharacterClass.TAGS, c -> c >>> 7 == 0xE0000 >>> 7),
          Map.entry(CharacterClass.INVISIBLE, CharacterTableTest::isInvisible),
          Map.entry(CharacterClass.JOINERS, c -> has(c, UProperty.JOIN_CONTROL)),
          Map.entry(CharacterClass.VARIATION_SELECTORS, c -> has(c, UProperty.VARIATION_SELECTOR)),
          Map.entry(CharacterClass.OBJECT_REPLACEMENT, c -> c == '\uFFFC'),
          Map.entry(CharacterClass.DEPRECATED, c -> has(c, UProperty.DEPRECATED)),
          Map.entry(
              CharacterClass.PRIVATE_USE,
              c -> UCharacter.getType(c) == ECharacterCategory.PRIVATE_USE),
          Map.entry(CharacterClass.UNASSIGNED, c -> !UCharacter.isDefined(c) && !isNoncharacter(c)),
          Map.entry(CharacterClass.NOT_FREEFORM, c -> !RfcTables.isFreeform(c)),
          Map.entry(CharacterClass.NAMED, c -> false),
          Map.entry(CharacterClass.BARE_LINE_BREAKS, c -> false));

  /** Of ICU 78.3, 79.1 and later: a new version of Unicode makes it old. */
  @BeforeAll
  static void writeTheTable() throws IOException {
    if (Boolean.getBoolean(WRITE)) {
      new TableGenerator().write();
    }
  }

  @Test
  void theTableIsOfTheUnicodeVersionOfIcu() {
    TableGenerator generated = new TableGenerator();
    String old =
        "the table is of Unicode %s (%s), ICU4J has %s; mvn test -Dtest=CharacterTableTest -D%s=true"
                .formatted(
                    CharacterTable.UNICODE,
                    CharacterTable.MADE,
                    TableGenerator.unicodeVersion(),
                    WRITE)
            + " writes it anew, then build again";
    assertThat(CharacterTable.UNICODE).as(old).isEqualTo(TableGenerator.unicodeVersion());
    assertThat(CharacterTable.SETS).as(old).isEqualTo(generated.sets());
    assertThat(CharacterTable.RUNS).as(old).isEqualTo(generated.runs());
    assertThat(TextGuard.unicodeVersion()).isEqualTo(CharacterTable.UNICODE);
  }

  @ParameterizedTest
  @EnumSource(CharacterClass.class)
  void theClassesHaveTheirProperties(CharacterClass each) {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean expected = BY_PROPERTY.get(each).test(c);
      if (each.contains(c) != expected) {
        assertThat(each.contains(c)).as("%s U+%04X", each, c).isEqualTo(expected);
      }
    }
  }

  private static boolean has(int c, int property) {
    return UCharacter.hasBinaryProperty(c, property);
  }

  private static boolean isOneOf(int c, int... characters) {
    return IntStream.of(characters).anyMatch(each -> each == c);
  }

  private static boolean isNoncharacter(int c) {
    return (c & 0xFFFE) == 0xFFFE || c >= 0xFDD0 && c <= 0xFDEF;
  }

  private static boolean isControl(int c) {
    return UCharacter.getType(c) == ECharacterCategory.CONTROL;
  }

  private static boolean isOther(int c) {
    return !CharacterClass.LINE_BREAKS.contains(c) && !CharacterClass.ESCAPE_SEQUENCES.contains(c);
  }

  private static boolean isInvisible(int c) {
    boolean ignorable = has(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
    boolean ofItsOwn =
        has(c, UProperty.BIDI_CONTROL)
            || has(c, UProperty.JOIN_CONTROL)
            || has(c, UProperty.VARIATION_SELECTOR)
            || c >= 0xE0000 && c <= 0xE007F;
    return ignorable && !ofItsOwn || c >= 0xFFF9 && c <= 0xFFFB;
  }
}
