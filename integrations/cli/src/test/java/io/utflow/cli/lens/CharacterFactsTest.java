/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CharacterFactsTest {
  /** The pattern language names the same properties by the standard's own short names. */
  @Test
  void everyCodePointHasTheCategoryAndScriptThatPatternsKnow() {
    Map<String, Pattern> patterns = new HashMap<>();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x30000 ? 7 : 997) {
      CharacterFacts facts = CharacterFacts.of(point);
      String category = "\\p{" + facts.category() + "}";
      String script = "\\p{IsScript}".replace("Script", facts.script().replace(' ', '_'));
      String text = Character.toString(point);
      for (String property : new String[] {category, script}) {
        assertThat(patterns.computeIfAbsent(property, Pattern::compile).matcher(text).matches())
            .as("%s %s", facts, property)
            .isTrue();
      }
    }
  }

  @Test
  void namesAndBidirectionalClasses() {
    assertThat(CharacterFacts.of(0x5D0))
        .isEqualTo(new CharacterFacts("U+05D0", "HEBREW LETTER ALEF", "Lo", "Hebrew", "R"));
    assertThat(CharacterFacts.of(0x202E).bidi()).isEqualTo("RLO");
    assertThat(CharacterFacts.of(0x2069).bidi()).isEqualTo("PDI");
    assertThat(CharacterFacts.of(0x300).bidi()).isEqualTo("NSM");
    assertThat(CharacterFacts.of(0x20).bidi()).isEqualTo("WS");
    assertThat(CharacterFacts.of(0xD800)).extracting(CharacterFacts::category).isEqualTo("Cs");
    assertThat(CharacterFacts.of(0x10FFFF).name()).isEqualTo("unassigned");
  }
}
