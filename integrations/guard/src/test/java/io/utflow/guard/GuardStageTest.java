/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
import io.utflow.codec.testing.TextCuts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** States, failures, bounds and what is handed over. */
class GuardStageTest {
  private static final TextGuard DROPS =
      TextGuard.allowAll()
          .on(
              GuardAction.DROP,
              CharacterClass.ESCAPE_SEQUENCES,
              CharacterClass.C0_CONTROLS,
              CharacterClass.BARE_LINE_BREAKS);

  private static final TextGuard REPORTS = DROPS.onUnwanted(GuardAction.REPORT);

  @Test
  void whatHoldsNothingUnwantedIsTheSameObject() {
    for (int length : new int[] {1, 63, 64, 1023, 1024, 1025, 100_000}) {
      String text = "\u20AC" + "a".repeat(length - 1);
      TextStage<CharSequence, String> stage = TextGuard.forTerminals().stage();
      stage.offer(text);
      assertThat(stage.poll()).isSameAs(text);
      assertThat(stage.isSpent()).isTrue();
      assertThat(TextGuard.forTerminals().guard(text)).isSameAs(text);
    }
  }

  /**
   * ESC that is allowed by its name goes out wherever it stands, and what is before it and behind
   * it is judged as if it stood alone: of all short texts that may hold sequences, however cut.
   */
  @Test
  void anEscapeThatIsNamedIsInNoSequence() {
    String alphabet = "\u001B\u009D\u0090\u009B\\[;a\u0007\u009C\n";
    for (GuardAction action : List.of(GuardAction.DROP, GuardAction.REPLACE, GuardAction.ESCAPE)) {
      TextGuard guard =
          TextGuard.allowAll()
              .on(action, CharacterClass.ESCAPE_SEQUENCES, CharacterClass.C0_CONTROLS)
              .on(GuardAction.ALLOW, "\u001B\n")
              .replacement("?");
      for (int length = 1; length <= 4; length++) {
        for (int number = 0; number < Math.pow(alphabet.length(), length); number++) {
          String text = "";
          for (int rest = number, i = 0; i < length; i++, rest /= alphabet.length()) {
            text += alphabet.charAt(rest % alphabet.length());
          }
          String expected =
              Arrays.stream(text.split("\u001B", -1))
                  .map(guard::guard)
                  .collect(Collectors.joining("\u001B"));
          String guarded = guard.guard(text);
          if (!guarded.equals(expected) || !guard.guard(guarded).equals(guarded)) {
            assertThat(guarded)
                .as("%s of %s", action, text.codePoints().boxed().toList())
                .isEqualTo(expected);
            assertThat(guard.guard(guarded)).as("twice").isEqualTo(guarded);
          }
        }
      }
    }
  }

  /** The loop over words, the table, and the edges of windows agree about every character. */
  @Test
  void oneCharacterIsFoundWhereverItStands() {
    Random random = new Random(2047);
    for (int c = 0; c < 0x20000; c += c < 0x3000 ? 1 : 1 + random.nextInt(40)) {
      String character = Character.toString(c);
      boolean allowed = TextGuard.forLogs().allows(c);
      int before = random.nextInt(30) + (c % 3) * 1010;
      String filler = c % 2 == 0 ? "x" : "\u00E9";
      String text = filler.repeat(before) + character + "y".repeat(random.nextInt(80) + 40);
      int end = new AllowedText(TextGuard.forLogs().decisions()).end(text, 0, text.length());
      if (end != (allowed ? text.length() : before)) {
        assertThat(end).as("U+%04X at %d", c, before).isEqualTo(allowed ? text.length() : before);
      }
    }
  }

  /** Sixteen chars that are looked at together may all be refused. */
  @Test
  void aRunOfOneCharacterIsFound() {
    AllowedText allowed = new AllowedText(TextGuard.forLogs().decisions());
    for (int c = 0; c < 0x3000; c++) {
      if (!TextGuard.forLogs().allows(c)) {
        String text = "x".repeat(64) + Character.toString(c).repeat(48) + "y".repeat(16);
        int end = allowed.end(text, 0, text.length());
        if (end != 64) {
          assertThat(end).as("U+%04X", c).isEqualTo(64);
        }
      }
    }
  }

  @Test
  void printableAsciiMayBeRefusedToo() {
    TextGuard guard = TextGuard.allowAll().on(GuardAction.DROP, "<\uD83D\uDE00");
    String text = "a".repeat(100) + "<" + "\uD83D\uDE00" + "b".repeat(2000) + "<\u20AC";
    assertThat(guard.guard(text)).isEqualTo("a".repeat(100) + "b".repeat(2000) + "\u20AC");
  }

  @Test
  void piecesAreBoundedAndLoseNothing() {
    String text = "\u0001" + "abc\u0001".repeat(40_000) + "\uD83D\uDE00".repeat(20_000);
    for (List<String> cut : List.of(List.of(text), TextCuts.every(text, 5000))) {
      List<String> pieces = GuardLawsTest.through(DROPS.stage(), cut);
      assertThat(String.join("", pieces)).isEqualTo(text.replace("\u0001", ""));
      assertThat(pieces).allMatch(piece -> piece.length() <= 8193);
    }
  }

  @Test
  void aSequenceWithoutEndIsOverAtItsBound() {
    String title = "\u001B]0;" + "x".repeat(4092) + "yz";
    assertThat(DROPS.guard(title)).isEqualTo("yz");
    assertThat(DROPS.guard("\u009B" + "1".repeat(4095) + "mz")).isEqualTo("mz");
    assertThat(DROPS.guard("\u001B(" + " ".repeat(4094) + "Bz")).isEqualTo("Bz");
    assertThat(DROPS.guard("\u001B]" + "x".repeat(4094) + "\u001B\\z")).isEqualTo("z");
    TextStage<CharSequence, String> stage = DROPS.stage();
    String block = "x".repeat(100_000);
    stage.offer("\u001B]0;");
    assertThat(stage.poll()).isNull();
    stage.offer(block);
    assertThat(stage.poll()).hasSize(8192);
    assertThat(stage.takeUndelivered()).hasSize(100_000 - 4092 - 8192);
  }

  /** A title that is never closed does not swallow the next line. */
  @Test
  void aSequenceEndsBeforeALineBreak() {
    for (String end : List.of("\r\n", "\u2028", "\u0085", "\u000B", "\f")) {
      assertThat(DROPS.guard("a\u001B]0;evil" + end + "b")).isEqualTo("a" + end + "b");
    }
    assertThat(DROPS.guard("a\u001B]0;evil\u0018b\u001B]0;\u001Ac")).isEqualTo("abc");
  }

  @Test
  void theTextBeforeAReportIsDeliveredFirst() {
    for (List<String> cut : TextCuts.hostile("ab\u0001c")) {
      TextStage<CharSequence, String> stage = REPORTS.stage();
      StringBuilder out = new StringBuilder();
      assertThatExceptionOfType(UnwantedTextException.class)
          .isThrownBy(
              () -> {
                for (String piece : cut) {
                  stage.offer(piece);
                  String next;
                  while ((next = stage.poll()) != null) {
                    out.append(next);
                  }
                }
              })
          .withMessage("U+0001 (C0_CONTROLS) at char 2")
          .satisfies(
              e ->
                  assertThat(e.character())
                      .isEqualTo(
                          new UnwantedCharacter(
                              CharacterClass.C0_CONTROLS, 1, 2, GuardAction.REPORT)));
      assertThat(out).hasToString("ab");
      assertThat(stage.poll()).isNull();
      assertThat(stage.takeUndelivered()).isEmpty();
      assertThatIllegalStateException().isThrownBy(() -> stage.offer("x"));
    }
  }

  /** What is to be reported is reported inside of a sequence that is dropped, too. */
  @Test
  void offsetsAreThoseOfTheStream() {
    assertReported("a\uD83D\uDE00\u001B[m", "U+001B (ESCAPE_SEQUENCES) at char 3", REPORTS);
    assertReported("ab\rc", "U+000D (BARE_LINE_BREAKS) at char 2", REPORTS);
    assertReported("ab\r", "U+000D (BARE_LINE_BREAKS) at char 2", REPORTS);
    assertReported("ab\r\uD83D\uDE00", "U+000D (BARE_LINE_BREAKS) at char 2", REPORTS);
    assertReported("a\r\n\n", "U+000A (BARE_LINE_BREAKS) at char 3", REPORTS);
    assertReported("ab\uD83Dx", "U+D83D (UNPAIRED_SURROGATES) at char 2", REPORTS);
    assertReported("ab\uD83D", "U+D83D (UNPAIRED_SURROGATES) at char 2", REPORTS);
    TextGuard bidi = DROPS.on(GuardAction.REPORT, CharacterClass.BIDI_CONTROLS);
    assertReported("a\u001B]0;\u202Ex\u0007", "U+202E (BIDI_CONTROLS) at char 5", bidi);
  }

  private static void assertReported(String text, String message, TextGuard guard) {
    for (List<String> cut : TextCuts.all(text)) {
      assertThatExceptionOfType(UnwantedTextException.class)
          .isThrownBy(() -> GuardLawsTest.through(guard.stage(), cut))
          .withMessage(message);
    }
  }

  @Test
  void anObserverSeesWhatIsRefusedAndWhatItThrowsFailsTheStream() {
    List<UnwantedCharacter> seen = new ArrayList<>();
    TextGuard guard = TextGuard.noBidiControls().observer(seen::add);
    assertThat(guard.guard("a\u202Eb\u2066")).isEqualTo("a\uFFFDb\uFFFD");
    assertThat(seen).extracting(UnwantedCharacter::charOffset).containsExactly(1L, 3L);
    TextGuard failing = guard.observer(each -> sneak(new IOException("observer")));
    TextStage<CharSequence, String> stage = failing.stage();
    stage.offer("ab\u202Ec");
    assertThat(stage.poll()).isEqualTo("ab");
    assertThatExceptionOfType(IOException.class).isThrownBy(stage::poll).withMessage("observer");
    assertThat(stage.poll()).isNull();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable e) throws E {
    throw (E) e;
  }

  @Test
  void anObserverMayCloseTheStageAndNotPollIt() {
    List<TextStage<CharSequence, String>> stages = new ArrayList<>();
    TextGuard polls = DROPS.observer(each -> stages.get(0).poll());
    stages.add(polls.stage());
    stages.get(0).offer("\u0001");
    assertThatIllegalStateException().isThrownBy(stages.get(0)::poll);
    TextGuard takes = DROPS.observer(each -> stages.get(1).takeUndelivered());
    stages.add(takes.stage());
    stages.get(1).offer("\u0001");
    assertThatIllegalStateException().isThrownBy(stages.get(1)::poll);
    TextGuard closes = DROPS.observer(each -> stages.get(2).close());
    stages.add(closes.stage());
    stages.get(2).offer("\u0001ab");
    assertThat(stages.get(2).poll()).isEqualTo("ab");
    assertThat(stages.get(2).poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stages.get(2).offer("x"));
  }

  @Test
  void whatIsNotDeliveredIsHandedOver() {
    String text = "ab\u0001\uD83D\uDE00\r\nx\uD83D";
    for (int at = 0; at <= text.length(); at++) {
      for (boolean polled : new boolean[] {true, false}) {
        TextStage<CharSequence, String> stage = DROPS.stage();
        StringBuilder out = new StringBuilder();
        stage.offer(text.substring(0, at));
        for (String next = polled ? stage.poll() : null; next != null; next = stage.poll()) {
          out.append(next);
        }
        String all = out + stage.takeUndelivered();
        String given = text.substring(0, at);
        assertThat(all).isEqualTo(polled ? given.replace("\u0001", "") : given);
        assertThat(stage.poll()).isNull();
      }
    }
    TextStage<CharSequence, String> stage = REPORTS.stage();
    stage.offer("ab\rcd");
    assertThat(stage.poll()).isEqualTo("ab");
    assertThat(stage.takeUndelivered()).isEqualTo("\rcd");
  }

  @Test
  void aWrongCallIsRefused() {
    TextStage<CharSequence, String> stage = DROPS.stage();
    assertThatNullPointerException().isThrownBy(() -> stage.offer(null));
    assertThat(stage.isSpent()).isTrue();
    stage.offer("ab");
    assertThat(stage.isSpent()).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
    stage.endOfInput();
    assertThat(stage.poll()).isEqualTo("ab");
    assertThat(stage.isSpent()).isFalse();
    assertThat(stage.poll()).isNull();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
    stage.close();
    stage.close();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  @Test
  void behindADecoder() {
    ByteStage<String> stage = Stages.decode(DecoderSpec.of(TextEncoding.UTF_8)).then(DROPS.stage());
    StringBuilder out = new StringBuilder();
    for (byte b : "a\u001B]2;\u20AC\u001B\\\u20ACb\r".getBytes(StandardCharsets.UTF_8)) {
      stage.offer(ByteBuffer.wrap(new byte[] {b}));
      for (String piece = stage.poll(); piece != null; piece = stage.poll()) {
        out.append(piece);
      }
    }
    assertThat(out).hasToString("a\u20ACb");
    assertThat(stage.takeUndelivered()).asString(StandardCharsets.UTF_8).isEqualTo("\r");
  }
}
