/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Presets of RFCs agree with the tables of the RFCs for every code point. */
@Tag("whole")
class PresetsTest {
  private static final List<String> NAMES =
      List.of(
          "logs",
          "terminals",
          "no-bidi-controls",
          "unicode-scalars",
          "xml-characters",
          "unicode-assignables",
          "net-unicode",
          "precis-freeform");

  static List<Arguments> tables() {
    return List.of(
        Arguments.of("unicode-scalars", (IntPredicate) RfcTables::isScalar),
        Arguments.of("xml-characters", (IntPredicate) RfcTables::isXmlCharacter),
        Arguments.of("unicode-assignables", (IntPredicate) RfcTables::isAssignable),
        Arguments.of("net-unicode", (IntPredicate) RfcTables::isNetUnicode),
        Arguments.of("precis-freeform", (IntPredicate) RfcTables::isFreeform));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void thePresetIsTheTable(String name, IntPredicate table) {
    TextGuard guard = TextGuard.preset(name);
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean pairOnly = name.equals("net-unicode") && (c == '\r' || c == '\n');
      boolean expected = table.test(c);
      String text = pairOnly ? "\r\n" : Character.toString(c);
      String guarded = guard.guard("a" + text + "b");
      boolean passed = guarded.equals("a" + text + "b");
      boolean replaced = guarded.equals("a\uFFFDb") && c != 0xFFFD;
      if (passed != expected || !passed && !replaced || guard.allows(c) != (passed && !pairOnly)) {
        assertThat(guarded)
            .as("%s U+%04X", name, c)
            .isEqualTo(expected ? "a" + text + "b" : "a\uFFFDb");
        assertThat(guard.allows(c)).as("%s U+%04X", name, c).isEqualTo(expected && !pairOnly);
      }
    }
  }

  /** Of an escape sequence the RFCs refuse ESC, and allow the rest. */
  @Test
  void presetsOfRfcsJudgeEachCharacter() {
    for (Arguments each : tables().subList(1, 5)) {
      String name = (String) each.get()[0];
      assertThat(TextGuard.preset(name).guard("\u001B[31mred")).as(name).isEqualTo("\uFFFD[31mred");
    }
    assertThat(TextGuard.netUnicode().guard("a\r\0b\n\r\nc\r"))
        .isEqualTo("a\uFFFD\uFFFDb\uFFFD\r\nc\uFFFD");
  }

  @Test
  void everyPresetHasAName() {
    for (String name : NAMES) {
      assertThat(TextGuard.preset(name)).isSameAs(TextGuard.preset(name));
    }
    assertThat(TextGuard.preset("logs")).isSameAs(TextGuard.forLogs());
    assertThat(TextGuard.preset("terminals")).isSameAs(TextGuard.forTerminals());
    assertThat(TextGuard.preset("no-bidi-controls")).isSameAs(TextGuard.noBidiControls());
    assertThat(TextGuard.preset("unicode-scalars")).isSameAs(TextGuard.unicodeScalars());
    assertThat(TextGuard.preset("xml-characters")).isSameAs(TextGuard.xmlCharacters());
    assertThat(TextGuard.preset("unicode-assignables")).isSameAs(TextGuard.unicodeAssignables());
    assertThat(TextGuard.preset("net-unicode")).isSameAs(TextGuard.netUnicode());
    assertThat(TextGuard.preset("precis-freeform")).isSameAs(TextGuard.precisFreeform());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGuard.preset("log"))
        .withMessage("no guard has the name 'log'; there are " + String.join(", ", NAMES));
  }

  /** ZWJ, ZWNJ and variation selectors are untouched by all but what an RFC disallows. */
  @Test
  void joinersAndVariationSelectorsPass() {
    String family =
        "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \u2764\uFE0F \u0646\u200C\u0645";
    for (String name : NAMES.subList(0, 7)) {
      assertThat(TextGuard.preset(name).guard(family)).as(name).isSameAs(family);
    }
    assertThat(TextGuard.precisFreeform().guard(family))
        .isEqualTo(family.replace('\uFE0F', '\uFFFD'));
  }

  @Test
  void whatLogsAndTerminalsRefuse() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean control = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
      boolean refused =
          control || CharacterClass.BIDI_CONTROLS.contains(c) || !RfcTables.isScalar(c);
      boolean hidden =
          CharacterClass.TAGS.contains(c)
              || CharacterClass.INVISIBLE.contains(c)
              || CharacterClass.NONCHARACTERS.contains(c);
      if (TextGuard.forTerminals().allows(c) != (!refused || c == '\t' || c == '\n')
          || TextGuard.forLogs().allows(c) != (!refused && !hidden || c == '\t')) {
        assertThat(c).as("U+%04X", c).isNull();
      }
    }
  }
}
