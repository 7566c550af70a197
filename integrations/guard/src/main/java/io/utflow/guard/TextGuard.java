/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import io.utflow.codec.stage.TextStage;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides the treatment of valid but dangerous characters: for each {@link CharacterClass}, and for
 * characters that are named, a {@link GuardAction}. Immutable and thread-safe; the methods that
 * change something return a new guard.
 *
 * <pre>{@code
 * ByteStage<String> text =
 *     Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(TextGuard.forTerminals().stage());
 * }</pre>
 *
 * <p>Three laws hold for every guard and every text:
 *
 * <ul>
 *   <li>Nothing that the guard refuses goes out. Each character is judged by itself, and the first
 *       character of a refused escape sequence never goes out, so that dropping never joins text
 *       into something that the guard would have refused. CR and LF are judged as they came in:
 *       they do not become a pair when the text between them is dropped.
 *   <li>Guarding twice is therefore the same as guarding once.
 *   <li>However the text is cut, the output is the same, and so is what an observer is told.
 * </ul>
 *
 * <p>ESC that is allowed by its name goes out wherever it stands: it ends an escape sequence that
 * is dropped or replaced.
 *
 * <p>No text waits except the first half of a surrogate pair and, with {@link
 * CharacterClass#BARE_LINE_BREAKS}, a CR. An escape sequence that is dropped or replaced is not
 * kept; it has at most 4096 code points, and the next ones are text.
 */
public final class TextGuard {
  private static final TextGuard ALLOWS_ALL =
      new TextGuard(allAllowed(), new TreeMap<>(), "\uFFFD", null);

  private final Map<CharacterClass, GuardAction> actions;
  private final Map<Integer, GuardAction> named;
  private final String replacement;
  private final @Nullable Consumer<? super UnwantedCharacter> observer;
  private final Decisions decisions;

  private TextGuard(
      Map<CharacterClass, GuardAction> actions,
      Map<Integer, GuardAction> named,
      String replacement,
      @Nullable Consumer<? super UnwantedCharacter> observer) {
    this.actions = actions;
    this.named = named;
    this.replacement = replacement;
    this.observer = observer;
    this.decisions = new Decisions(actions, named);
    requireConsistent();
  }

  private static Map<CharacterClass, GuardAction> allAllowed() {
    Map<CharacterClass, GuardAction> actions = new EnumMap<>(CharacterClass.class);
    for (CharacterClass each : CharacterClass.values()) {
      actions.put(each, GuardAction.ALLOW);
    }
    actions.put(CharacterClass.UNPAIRED_SURROGATES, GuardAction.REPLACE);
    return actions;
  }

  private void requireConsistent() {
    if (actions.get(CharacterClass.UNPAIRED_SURROGATES) == GuardAction.ALLOW) {
      throw new IllegalArgumentException(
          "an unpaired surrogate is no text: choose another action than ALLOW");
    }
    if (actions.get(CharacterClass.BARE_LINE_BREAKS) != GuardAction.ALLOW
        && (named.containsKey((int) '\r') || named.containsKey((int) '\n'))) {
      throw new IllegalArgumentException(
          "CR and LF are judged together by BARE_LINE_BREAKS: name neither, or allow that class");
    }
    if (uses(GuardAction.REPLACE) && !decisions.allows(replacement)) {
      throw new IllegalArgumentException(
          "the replacement has a character that the guard refuses: allow it, or choose another");
    }
    if (uses(GuardAction.ESCAPE) && !decisions.allows(VisibleEscape.ALPHABET)) {
      throw new IllegalArgumentException(
          "the guard refuses a character that escapes are written with, one of "
              + VisibleEscape.ALPHABET
              + ": allow it, or use no ESCAPE");
    }
  }

  private boolean uses(GuardAction action) {
    return actions.containsValue(action) || named.containsValue(action);
  }

  /**
   * A guard that allows every character, to begin with. Unpaired surrogates are replaced. It is
   * also {@link #unicodeScalars()}.
   *
   * @return the guard
   */
  public static TextGuard allowAll() {
    return ALLOWS_ALL;
  }

  /**
   * For one message of a log: controls except TAB, escape sequences, all line breaks, bidirectional
   * controls, tags, invisible characters and noncharacters are shown as escapes. The message is
   * then one line that shows its whole content.
   *
   * @return the guard
   */
  public static TextGuard forLogs() {
    return Presets.LOGS;
  }

  /**
   * For text that is shown by a terminal: controls but LF and TAB, escape sequences, line breaks
   * but LF, and bidirectional controls are shown as escapes. CR is among them, for after it a
   * terminal writes over the line.
   *
   * @return the guard
   */
  public static TextGuard forTerminals() {
    return Presets.TERMINALS;
  }

  /**
   * Bidirectional controls are replaced: with them text is shown in another order than it is read
   * by machines (CVE-2021-42574, "Trojan Source").
   *
   * @return the guard
   */
  public static TextGuard noBidiControls() {
    return Presets.NO_BIDI_CONTROLS;
  }

  /**
   * The subset "Unicode Scalars" of RFC 9839, section 4.1: what is no surrogate. Others are
   * replaced.
   *
   * @return the guard
   */
  public static TextGuard unicodeScalars() {
    return ALLOWS_ALL;
  }

  /**
   * The subset "XML Characters" of RFC 9839, section 4.2, which is {@code Char} of XML 1.0. Others
   * are replaced, each by itself: of an escape sequence ESC alone.
   *
   * @return the guard
   */
  public static TextGuard xmlCharacters() {
    return Presets.XML_CHARACTERS;
  }

  /**
   * The subset "Unicode Assignables" of RFC 9839, section 4.3: without controls but TAB, LF and CR,
   * and without noncharacters. Others are replaced, each by itself.
   *
   * @return the guard
   */
  public static TextGuard unicodeAssignables() {
    return Presets.UNICODE_ASSIGNABLES;
  }

  /**
   * The characters of Net-Unicode, RFC 5198: no controls except CR, LF and FF; CR and LF only as a
   * pair; no unassigned characters. Others are replaced, each by itself. Among the characters that
   * the RFC discourages, this refuses TAB and CR NUL; it does not refuse U+FEFF, U+2028 and U+2029.
   * Text is to be normalized before, by {@code NormalizingStage} of {@code utflow-icu}.
   *
   * @return the guard
   */
  public static TextGuard netUnicode() {
    return Presets.NET_UNICODE;
  }

  /**
   * The FreeformClass of PRECIS (RFC 8264, section 4.3), as a filter of characters: what it
   * disallows, or has unassigned, is replaced. It does not apply the rules of characters that are
   * valid in a context only, such as U+00B7 between two {@code l}, which pass; nor any profile, its
   * mappings, its normalization and its directionality.
   *
   * @return the guard
   */
  public static TextGuard precisFreeform() {
    return Presets.PRECIS_FREEFORM;
  }

  /**
   * The preset with a name, for configuration: {@code logs}, {@code terminals}, {@code
   * no-bidi-controls}, {@code unicode-scalars}, {@code xml-characters}, {@code
   * unicode-assignables}, {@code net-unicode}, {@code precis-freeform}.
   *
   * @param name one of these
   * @return the guard
   * @throws IllegalArgumentException if no preset has that name
   */
  public static TextGuard preset(String name) {
    return Presets.named(name);
  }

  /** {@return the version of Unicode that the classes are of, such as 17.0} */
  public static String unicodeVersion() {
    return CharacterTable.UNICODE;
  }

  /**
   * With this action for classes of characters.
   *
   * @param action what becomes of the characters
   * @param classes any but {@link CharacterClass#NAMED}
   * @return a new guard
   * @throws IllegalArgumentException if unpaired surrogates shall be allowed, if NAMED is among the
   *     classes, if CR or LF is named beside {@link CharacterClass#BARE_LINE_BREAKS}, or if the
   *     guard would refuse its own replacement or escapes
   */
  public TextGuard on(GuardAction action, CharacterClass... classes) {
    Objects.requireNonNull(action, "action");
    Map<CharacterClass, GuardAction> changed = new EnumMap<>(actions);
    for (CharacterClass each : classes) {
      if (each == CharacterClass.NAMED) {
        throw new IllegalArgumentException("name the characters: on(action, \"...\")");
      }
      changed.put(each, action);
    }
    return new TextGuard(changed, named, replacement, observer);
  }

  /**
   * With this action for characters that are named, whatever their classes say:
   *
   * <pre>{@code
   * TextGuard.forLogs().on(GuardAction.ALLOW, "\u00AD\u200B"); // soft hyphen, zero width space
   * }</pre>
   *
   * @param action what becomes of each
   * @param characters the characters
   * @return a new guard
   * @throws IllegalArgumentException if there is an unpaired surrogate among them, if CR or LF is
   *     named beside {@link CharacterClass#BARE_LINE_BREAKS}, or if the guard would refuse its own
   *     replacement or escapes
   */
  public TextGuard on(GuardAction action, String characters) {
    Objects.requireNonNull(action, "action");
    Map<Integer, GuardAction> changed = new TreeMap<>(named);
    characters.codePoints().forEach(c -> changed.put(named(c), action));
    return new TextGuard(actions, changed, replacement, observer);
  }

  private static int named(int codePoint) {
    if (CharacterClass.UNPAIRED_SURROGATES.contains(codePoint)) {
      throw new IllegalArgumentException("an unpaired surrogate is no character to be named");
    }
    return codePoint;
  }

  /**
   * With this action for all that the guard refuses so far: {@code
   * TextGuard.unicodeAssignables().onUnwanted(GuardAction.REPORT)}.
   *
   * @param action what becomes of it, not {@link GuardAction#ALLOW}
   * @return a new guard
   * @throws IllegalArgumentException if the action is ALLOW, or if the guard would refuse its own
   *     replacement or escapes
   */
  public TextGuard onUnwanted(GuardAction action) {
    if (Objects.requireNonNull(action, "action") == GuardAction.ALLOW) {
      throw new IllegalArgumentException("that would be allowAll(): choose another action");
    }
    Map<CharacterClass, GuardAction> changed = new EnumMap<>(actions);
    changed.replaceAll((each, old) -> old == GuardAction.ALLOW ? old : action);
    Map<Integer, GuardAction> changedNamed = new TreeMap<>(named);
    changedNamed.replaceAll((each, old) -> old == GuardAction.ALLOW ? old : action);
    return new TextGuard(changed, changedNamed, replacement, observer);
  }

  /**
   * With this text as the replacement; U+FFFD by default.
   *
   * @param replacement the text, perhaps empty
   * @return a new guard
   * @throws IllegalArgumentException if the guard replaces anything and refuses one of its
   *     characters
   */
  public TextGuard replacement(String replacement) {
    return new TextGuard(
        actions, named, Objects.requireNonNull(replacement, "replacement"), observer);
  }

  /**
   * With an observer, which is told of each refused character, and each refused escape sequence
   * once, before its action is taken. Its exceptions fail the stream, after the text before.
   *
   * @param observer must be thread-safe, because guards are shared
   * @return a new guard
   */
  public TextGuard observer(Consumer<? super UnwantedCharacter> observer) {
    return new TextGuard(actions, named, replacement, Objects.requireNonNull(observer, "observer"));
  }

  /**
   * Whether a character passes by itself. Where {@link CharacterClass#BARE_LINE_BREAKS} are
   * refused, CR and LF do not: only the pair does.
   *
   * @param codePoint from 0 to 10FFFF
   * @return whether it does
   * @throws IllegalArgumentException if it is no code point
   */
  public boolean allows(int codePoint) {
    if (!Character.isValidCodePoint(codePoint)) {
      throw new IllegalArgumentException("no code point: " + codePoint);
    }
    return decisions.of(codePoint) == Decisions.ALLOWED;
  }

  /**
   * A stage that guards one stream of text. A piece has at most about 8192 UTF-16 code units and is
   * never empty or cut inside a surrogate pair; an input in which nothing is refused goes out as it
   * is, of any length, and a {@code String} as the same object.
   *
   * @return a new stage, for one stream and one thread at a time
   */
  public TextStage<CharSequence, String> stage() {
    return new GuardStage(this);
  }

  /**
   * Guards a text that is whole.
   *
   * @param text what to guard
   * @return the text after the actions of this guard; the same {@code String} if nothing was
   *     refused
   * @throws UnwantedTextException if a character is reported
   */
  public String guard(CharSequence text) {
    if (new AllowedText(decisions).end(text, 0, text.length()) == text.length()) {
      return text.toString();
    }
    GuardStage stage = new GuardStage(this);
    stage.offer(text);
    stage.endOfInput();
    StringBuilder guarded = new StringBuilder(text.length());
    String piece;
    while ((piece = stage.poll()) != null) {
      guarded.append(piece);
    }
    return guarded.toString();
  }

  Decisions decisions() {
    return decisions;
  }

  String replacement() {
    return replacement;
  }

  void tell(CharacterClass of, int codePoint, long charOffset, GuardAction action) {
    if (observer != null) {
      observer.accept(new UnwantedCharacter(of, codePoint, charOffset, action));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextGuard that
        && actions.equals(that.actions)
        && named.equals(that.named)
        && replacement.equals(that.replacement)
        && Objects.equals(observer, that.observer);
  }

  @Override
  public int hashCode() {
    return Objects.hash(actions, named, replacement, observer);
  }

  @Override
  public String toString() {
    Map<String, GuardAction> refused = new LinkedHashMap<>();
    actions.forEach(
        (each, action) -> {
          if (action != GuardAction.ALLOW) {
            refused.put(each.name(), action);
          }
        });
    named.forEach((c, action) -> refused.put("U+%04X".formatted(c), action));
    return "TextGuard" + refused;
  }
}
