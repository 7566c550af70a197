/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A guard is a value, and a wrong one is refused when it is made. */
class TextGuardTest {
  private static final TextGuard ALL = TextGuard.allowAll();

  @Test
  void theFirstClassThatIsRefusedDecides() {
    TextGuard guard =
        ALL.on(GuardAction.DROP, CharacterClass.INVISIBLE)
            .on(GuardAction.REPLACE, CharacterClass.UNASSIGNED, CharacterClass.DEPRECATED);
    assertThat(guard.guard("a\u206Ab\u2065c\u0378d\u0149")).isEqualTo("abc\uFFFDd\uFFFD");
    assertThat(guard.on(GuardAction.ALLOW, CharacterClass.INVISIBLE).guard("\u206A\u200B"))
        .isEqualTo("\uFFFD\u200B");
  }

  @Test
  void aNamedCharacterIsWhatItsNameSays() {
    TextGuard guard = TextGuard.forLogs().on(GuardAction.ALLOW, "\n\uDB40\uDC41");
    assertThat(guard.guard("a\n\uDB40\uDC41\uDB40\uDC42")).isEqualTo("a\n\uDB40\uDC41\\U000e0042");
    assertThat(guard.on(GuardAction.REPLACE, "\t\uD83D\uDE00").guard("\t\uD83D\uDE00\uD83D\uDE01"))
        .isEqualTo("\uFFFD\uFFFD\uD83D\uDE01");
    assertThat(ALL.on(GuardAction.DROP, "\uD800\uDC00").guard("a\uD800\uDC00b")).isEqualTo("ab");
  }

  @Test
  void allThatIsRefusedMayBeTreatedInOneWay() {
    TextGuard guard = TextGuard.netUnicode().onUnwanted(GuardAction.DROP);
    assertThat(guard.guard("a\u0001\r\n\u0378\n\tb")).isEqualTo("a\r\nb");
    assertThat(TextGuard.netUnicode().replacement("").guard("a\u0001b")).isEqualTo("ab");
    assertThat(TextGuard.netUnicode().replacement("\r\n").guard("a\nb")).isEqualTo("a\r\nb");
  }

  @Test
  void escapesAreThoseOfPython() {
    assertThat(
            ALL.onUnwanted(GuardAction.ESCAPE)
                .on(GuardAction.ESCAPE, "\t\n\r\0é\u202E\uDB40\uDC41")
                .guard("\t\n\r\0é\u202E\uDB40\uDC41\uDFFF"))
        .isEqualTo("\\t\\n\\r\\x00\\xe9\\u202e\\U000e0041\\udfff");
    assertThat(
            ALL.on(GuardAction.ESCAPE, "\u00FF\u0100\uFFFF\uD800\uDC00")
                .guard("\u00FF\u0100\uFFFF\uD800\uDC00"))
        .isEqualTo("\\xff\\u0100\\uffff\\U00010000");
  }

  @Test
  void anUnknownNameIsToldTheNamesThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGuard.preset("log"))
        .withMessageContaining("'log'")
        .withMessageContaining("; there are ");
  }

  /** Parameters and intermediates of a control sequence are 20 to 3F (ECMA-48, 5.4). */
  @Test
  void aControlSequenceHasSpaces() {
    TextGuard drops = ALL.on(GuardAction.DROP, CharacterClass.ESCAPE_SEQUENCES);
    assertThat(drops.guard("a\u001B[1 qb\u001B[?25hc\u001B[0;1!pd")).isEqualTo("abcd");
  }

  @Test
  void whatCannotBeIsRefusedWhenItIsMade() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ALL.on(GuardAction.ALLOW, CharacterClass.UNPAIRED_SURROGATES))
        .withMessageContaining("choose another action");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ALL.on(GuardAction.DROP, CharacterClass.NAMED));
    assertThatIllegalArgumentException().isThrownBy(() -> ALL.on(GuardAction.DROP, "a\uD83D"));
    assertThatIllegalArgumentException().isThrownBy(() -> ALL.onUnwanted(GuardAction.ALLOW));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGuard.netUnicode().on(GuardAction.ALLOW, "\n"))
        .withMessageContaining("BARE_LINE_BREAKS");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGuard.netUnicode().on(GuardAction.DROP, "\r"));
    for (String refused : new String[] {"\u202E", "a\r", "\r\u202E", "\n\r", "\r\r\n", "\uDFFF"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  TextGuard.netUnicode()
                      .on(GuardAction.REPLACE, CharacterClass.BIDI_CONTROLS)
                      .replacement(refused))
          .withMessageContaining("replacement");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextGuard.forLogs().on(GuardAction.REPORT, "x"))
        .withMessageContaining("escapes");
    assertThatIllegalArgumentException().isThrownBy(() -> ALL.allows(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> CharacterClass.TAGS.contains(0x110000));
    assertThatNullPointerException().isThrownBy(() -> ALL.replacement(null));
  }

  @Test
  void guardsThatDoTheSameAreEqual() {
    TextGuard guard = ALL.on(GuardAction.DROP, CharacterClass.TAGS).on(GuardAction.DROP, "x");
    TextGuard same = ALL.on(GuardAction.DROP, "x").on(GuardAction.DROP, CharacterClass.TAGS);
    assertThat(guard).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(ALL);
    assertThat(guard)
        .isNotEqualTo(same.on(GuardAction.DROP, "y"))
        .isNotEqualTo(same.replacement("?"))
        .isNotEqualTo(same.observer(each -> {}))
        .isNotEqualTo("guard");
    Consumer<UnwantedCharacter> observer = each -> {};
    assertThat(guard.observer(observer)).isEqualTo(same.observer(observer));
    assertThat(guard).hasToString("TextGuard{UNPAIRED_SURROGATES=REPLACE, TAGS=DROP, U+0078=DROP}");
  }
}
