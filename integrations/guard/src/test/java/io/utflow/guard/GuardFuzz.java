/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import io.utflow.codec.testing.TextCuts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a fuzzer calls that is guided by coverage ({@code -P jazzer}): a guard, a text and how it is
 * cut, of which the laws of {@link GuardLawsTest} are asked.
 */
public final class GuardFuzz {
  private static final CharacterClass[] CLASSES = CharacterClass.values();

  private GuardFuzz() {}

  /** Called by the fuzzer: an action for each class, how the text is cut, the text. */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length <= CLASSES.length) {
      return;
    }
    Map<CharacterClass, GuardAction> actions = new EnumMap<>(CharacterClass.class);
    for (int i = 1; i < CLASSES.length; i++) {
      GuardAction action = GuardAction.values()[(data[i] & 0xFF) % 4];
      boolean never = CLASSES[i] == CharacterClass.UNPAIRED_SURROGATES;
      actions.put(CLASSES[i], never && action == GuardAction.ALLOW ? GuardAction.DROP : action);
    }
    GuardLawsTest.Actions all = new GuardLawsTest.Actions(actions);
    List<UnwantedCharacter> told = new ArrayList<>();
    String text = text(data, CLASSES.length);
    List<List<String>> cuts =
        List.of(List.of(text), TextCuts.unitwise(text), TextCuts.random(text, new Random(data[0])));
    GuardLawsTest.law(text, all.guard().observer(told::add), all, told, cuts);
  }

  /** ASCII as it is; another byte and the two behind it are one char, surrogates included. */
  private static String text(byte[] data, int from) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < data.length; i++) {
      if (data[i] >= 0) {
        text.append((char) data[i]);
      } else if (i + 2 < data.length) {
        text.append((char) ((data[i + 1] & 0xFF) << 8 | data[i + 2] & 0xFF));
        i += 2;
      }
    }
    return text.toString();
  }
}
