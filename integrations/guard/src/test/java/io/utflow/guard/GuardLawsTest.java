/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.TextCuts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For every text over an alphabet of what matters, and every guard: the output is that of a
 * reference, holds nothing that the guard refuses, and is the same for every cut.
 */
class GuardLawsTest {
  /** One character of each kind that is treated in its own way. */
  private static final List<String> ALPHABET =
      List.of(
          "a",
          "\\",
          "[",
          "]",
          "m",
          "\u001B",
          "\u0007",
          "\u009D",
          "\r",
          "\n",
          "\u200B",
          "\uD83D",
          "\uDE00",
          " ",
          "\u009C",
          "\u009B",
          "\u0001",
          "\u202E",
          "\uDB40\uDC41",
          "\u2028");

  /** Of these longer texts are made. */
  private static final int FIRST = 12;

  private static final List<CharacterClass> ORDER = Arrays.asList(CharacterClass.values());

  /** An action for each class. */
  record Actions(Map<CharacterClass, GuardAction> of) {
    TextGuard guard() {
      TextGuard guard = TextGuard.allowAll().replacement("?");
      for (Map.Entry<CharacterClass, GuardAction> each : of.entrySet()) {
        guard = guard.on(each.getValue(), each.getKey());
      }
      return guard;
    }
  }

  /** One action for all, and mixtures. */
  static List<Actions> guards() {
    List<Actions> guards = new ArrayList<>();
    for (GuardAction action : List.of(GuardAction.DROP, GuardAction.REPLACE, GuardAction.ESCAPE)) {
      guards.add(mixture(each -> action));
      guards.add(mixture(each -> each == CharacterClass.LINE_BREAKS ? GuardAction.ALLOW : action));
    }
    Random random = new Random(37);
    IntStream.range(0, 6)
        .forEach(i -> guards.add(mixture(each -> GuardAction.values()[random.nextInt(4)])));
    return guards;
  }

  private static Actions mixture(Function<CharacterClass, GuardAction> action) {
    Map<CharacterClass, GuardAction> actions = new EnumMap<>(CharacterClass.class);
    for (CharacterClass each : ORDER.subList(1, ORDER.size())) {
      GuardAction chosen = action.apply(each);
      boolean surrogates = each == CharacterClass.UNPAIRED_SURROGATES;
      actions.put(each, surrogates && chosen == GuardAction.ALLOW ? GuardAction.DROP : chosen);
    }
    return new Actions(actions);
  }

  static List<String> through(Stage<CharSequence, String> stage, List<String> cut) {
    List<String> out = new ArrayList<>();
    for (String piece : cut) {
      stage.offer(piece);
      drain(stage, out);
      assertThat(stage.isSpent()).isTrue();
    }
    stage.endOfInput();
    drain(stage, out);
    return out;
  }

  private static void drain(Stage<CharSequence, String> stage, List<String> out) {
    String piece;
    while ((piece = stage.poll()) != null) {
      assertThat(piece).isNotEmpty();
      assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1))).isFalse();
      out.add(piece);
    }
  }

  private static Stream<String> texts(int length, List<String> alphabet) {
    return length == 0
        ? Stream.of("")
        : texts(length - 1, alphabet).flatMap(head -> alphabet.stream().map(head::concat));
  }

  @ParameterizedTest
  @MethodSource("guards")
  void shortTexts(Actions actions) {
    List<UnwantedCharacter> told = new ArrayList<>();
    TextGuard guard = actions.guard().observer(told::add);
    for (int length = 0; length <= 3; length++) {
      texts(length, ALPHABET).forEach(text -> law(text, guard, actions, told, TextCuts.all(text)));
    }
    texts(4, ALPHABET.subList(0, FIRST))
        .forEach(text -> law(text, guard, actions, told, List.of(TextCuts.unitwise(text))));
  }

  @ParameterizedTest
  @MethodSource("guards")
  void longTexts(Actions actions) {
    List<UnwantedCharacter> told = new ArrayList<>();
    TextGuard guard = actions.guard().observer(told::add);
    Random random = new Random(5198);
    for (int round = 0; round < Product.sampled(60); round++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 400; i++) {
        text.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
        if (random.nextInt(20) == 0) {
          text.append("plain text ".repeat(random.nextInt(40)));
        }
      }
      String all = text.toString();
      law(all, guard, actions, told, List.of(List.of(all), TextCuts.random(all, random)));
    }
  }

  static void law(
      String text,
      TextGuard guard,
      Actions actions,
      List<UnwantedCharacter> told,
      List<List<String>> cuts) {
    List<UnwantedCharacter> refused = new ArrayList<>();
    String expected = ReferenceGuard.guard(text, ORDER, actions.of(), refused);
    for (List<String> cut : cuts) {
      told.clear();
      String guarded = String.join("", through(guard.stage(), cut));
      if (!guarded.equals(expected) || !told.equals(refused)) {
        assertThat(guarded).as("%s %s", guard, hex(text)).isEqualTo(expected);
        assertThat(told).as("%s %s", guard, hex(text)).isEqualTo(refused);
      }
    }
    told.clear();
    String whole = guard.guard(text);
    String again = guard.guard(whole);
    boolean nothingRefused = told.size() == refused.size();
    if (!whole.equals(expected) || !again.equals(whole) || !nothingRefused) {
      assertThat(hex(whole)).as("%s %s", guard, hex(text)).isEqualTo(hex(expected));
      assertThat(hex(again)).as("twice: %s %s", guard, hex(text)).isEqualTo(hex(whole));
      assertThat(told).as("twice: %s %s", guard, hex(text)).isEqualTo(refused);
    }
  }

  private static List<String> hex(String text) {
    return text.chars().mapToObj(Integer::toHexString).toList();
  }
}
