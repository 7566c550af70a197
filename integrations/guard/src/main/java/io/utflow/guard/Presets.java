/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static io.utflow.guard.CharacterClass.BARE_LINE_BREAKS;
import static io.utflow.guard.CharacterClass.BIDI_CONTROLS;
import static io.utflow.guard.CharacterClass.C0_CONTROLS;
import static io.utflow.guard.CharacterClass.C1_CONTROLS;
import static io.utflow.guard.CharacterClass.ESCAPE_SEQUENCES;
import static io.utflow.guard.CharacterClass.INVISIBLE;
import static io.utflow.guard.CharacterClass.LINE_BREAKS;
import static io.utflow.guard.CharacterClass.NONCHARACTERS;
import static io.utflow.guard.CharacterClass.NOT_FREEFORM;
import static io.utflow.guard.CharacterClass.TAGS;
import static io.utflow.guard.CharacterClass.UNASSIGNED;
import static io.utflow.guard.GuardAction.ALLOW;
import static io.utflow.guard.GuardAction.ESCAPE;
import static io.utflow.guard.GuardAction.REPLACE;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The guards that have names. */
final class Presets {
  static final TextGuard TERMINALS =
      TextGuard.allowAll()
          .on(
              ESCAPE,
              ESCAPE_SEQUENCES,
              LINE_BREAKS,
              C0_CONTROLS,
              C1_CONTROLS,
              BIDI_CONTROLS,
              CharacterClass.UNPAIRED_SURROGATES)
          .on(ALLOW, "\n");

  static final TextGuard LOGS =
      TextGuard.allowAll()
          .on(
              ESCAPE,
              ESCAPE_SEQUENCES,
              LINE_BREAKS,
              C0_CONTROLS,
              C1_CONTROLS,
              BIDI_CONTROLS,
              TAGS,
              INVISIBLE,
              NONCHARACTERS,
              CharacterClass.UNPAIRED_SURROGATES);

  static final TextGuard NO_BIDI_CONTROLS = TextGuard.allowAll().on(REPLACE, BIDI_CONTROLS);

  /** 1B among them by itself: as a sequence it would take with it what the RFCs allow. */
  private static final String C0 = range(0x00, 0x08) + "\u000B\f" + range(0x0E, 0x1F);

  private static final String DELETE_AND_C1 = range(0x7F, 0x9F);

  static final TextGuard XML_CHARACTERS = TextGuard.allowAll().on(REPLACE, C0 + "\uFFFE\uFFFF");

  static final TextGuard UNICODE_ASSIGNABLES =
      TextGuard.allowAll().on(REPLACE, NONCHARACTERS).on(REPLACE, C0 + DELETE_AND_C1);

  static final TextGuard NET_UNICODE =
      TextGuard.allowAll()
          .on(REPLACE, NONCHARACTERS, UNASSIGNED, BARE_LINE_BREAKS)
          .on(REPLACE, C0 + "\t" + DELETE_AND_C1)
          .on(ALLOW, "\f");

  static final TextGuard PRECIS_FREEFORM = TextGuard.allowAll().on(REPLACE, NOT_FREEFORM);

  private static final Map<String, TextGuard> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("logs", LOGS);
    BY_NAME.put("terminals", TERMINALS);
    BY_NAME.put("no-bidi-controls", NO_BIDI_CONTROLS);
    BY_NAME.put("unicode-scalars", TextGuard.allowAll());
    BY_NAME.put("xml-characters", XML_CHARACTERS);
    BY_NAME.put("unicode-assignables", UNICODE_ASSIGNABLES);
    BY_NAME.put("net-unicode", NET_UNICODE);
    BY_NAME.put("precis-freeform", PRECIS_FREEFORM);
  }

  private Presets() {}

  private static String range(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  static TextGuard named(String name) {
    TextGuard guard = BY_NAME.get(name);
    if (guard == null) {
      throw new IllegalArgumentException(
          "no guard has the name '" + name + "'; there are " + String.join(", ", BY_NAME.keySet()));
    }
    return guard;
  }
}
