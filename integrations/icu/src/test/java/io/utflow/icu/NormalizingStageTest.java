/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.icu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.testing.TextCuts;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The normalized form is that of the whole text, however it is cut. */
class NormalizingStageTest {
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  /** Starters that compose to both sides, marks that are reordered, Jamo, exclusions. */
  private static final List<String> ALPHABET =
      List.of(
          "e",
          "\u0301",
          "\u0323",
          "\u0327",
          "\u00E9",
          "\u1100",
          "\u1161",
          "\u11A8",
          "\uAC00",
          "\u0DD9",
          "\u0DCF",
          "\u0DCA",
          "\u0344",
          "\u0F73",
          "\u09C7",
          "\u09BE",
          "\u212B",
          "\u4E2D",
          "\uD834\uDD57",
          "\uD834\uDD65",
          "\uD834\uDD5E",
          "\uD804\uDD31",
          "\uD804\uDD27",
          "\uD83D",
          "\uDE00",
          "\n");

  private static List<String> through(NormalizingStage stage, List<String> cut) {
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

  private static <I> void drain(Stage<I, String> stage, List<String> out) {
    String piece;
    while ((piece = stage.poll()) != null) {
      assertThat(piece).isNotEmpty();
      out.add(piece);
    }
  }

  private static Stream<String> texts(int length) {
    return length == 0
        ? Stream.of("")
        : texts(length - 1).flatMap(head -> ALPHABET.stream().map(head::concat));
  }

  @Test
  void shortTextsForEveryCut() {
    for (int length = 0; length <= 3; length++) {
      texts(length)
          .forEach(
              text -> {
                String expected = NFC.normalize(text);
                for (List<String> cut : TextCuts.all(text)) {
                  String normalized = String.join("", through(NormalizingStage.nfc(), cut));
                  if (!normalized.equals(expected)) {
                    assertThat(hex(normalized)).as("%s", hex(text)).isEqualTo(hex(expected));
                  }
                }
              });
    }
  }

  @Test
  void longTextsForSomeCuts() {
    Random random = new Random(15);
    for (int round = 0; round < 100; round++) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 200; i++) {
        all.append(ALPHABET.get(random.nextInt(ALPHABET.size())));
        if (random.nextInt(8) == 0) {
          all.append("\u0301\u0323\u0344".repeat(random.nextInt(14)));
        }
      }
      String text = all.toString();
      String expected = NFC.normalize(streamSafe(text));
      assertThat(NFC.isNormalized(expected)).isTrue();
      for (List<String> cut :
          List.of(List.of(text), TextCuts.unitwise(text), TextCuts.random(text, random))) {
        String normalized = String.join("", through(NormalizingStage.nfc(), cut));
        assertThat(hex(normalized)).isEqualTo(hex(expected));
      }
    }
  }

  /** UAX #15-D4, word by word: the NFKD of each character is made, and its ends are counted. */
  private static String streamSafe(String text) {
    StringBuilder safe = new StringBuilder();
    String open = "";
    for (int c : text.codePoints().toArray()) {
      String character = Character.toString(c);
      String decomposed = Normalizer2.getNFKDInstance().normalize(character);
      int initial = nonstarters(decomposed, true);
      if (initial + open.codePointCount(0, open.length()) > 30) {
        safe.append('\u034F');
        open = "";
      }
      safe.append(character);
      boolean allOpen = initial == decomposed.codePointCount(0, decomposed.length());
      open = (allOpen ? open : "") + "x".repeat(nonstarters(decomposed, false));
    }
    return safe.toString();
  }

  private static int nonstarters(String text, boolean first) {
    int[] points = text.codePoints().toArray();
    int count = 0;
    while (count < points.length
        && UCharacter.getCombiningClass(points[first ? count : points.length - 1 - count]) != 0) {
      count++;
    }
    return count;
  }

  /** The JDK knows an older Unicode, and agrees on what it knows. */
  @Test
  void everyCharacterBehindALetterIsNormalizedAsTheJdkDoes() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (Character.isDefined(c) && (c < 0xD800 || c > 0xDFFF)) {
        String text = "a\u0323" + Character.toString(c) + "\u0301";
        String normalized = String.join("", through(NormalizingStage.nfc(), List.of(text)));
        if (!normalized.equals(Normalizer.normalize(text, Normalizer.Form.NFC))) {
          assertThat(hex(normalized))
              .as("U+%04X", c)
              .isEqualTo(hex(Normalizer.normalize(text, Normalizer.Form.NFC)));
        }
      }
    }
  }

  @Test
  void onlyWhatMayChangeWaits() {
    NormalizingStage stage = NormalizingStage.nfc();
    List<String> out = new ArrayList<>();
    for (String piece : List.of("abe", "\u0301x\n", "\u4E2D", "\uD83D", "\uDE00", "e")) {
      stage.offer(piece);
      drain(stage, out);
    }
    assertThat(out).containsExactly("ab", "\u00E9x\n", "\u4E2D", "\uD83D\uDE00");
    assertThat(stage.takeUndelivered()).isEqualTo("e");
    assertThat(stage.poll()).isNull();
  }

  @Test
  void whatWaitsIsBounded() {
    NormalizingStage stage = NormalizingStage.nfc();
    String marks = "\u0301".repeat(1_000_000);
    List<String> out = new ArrayList<>();
    stage.offer("a".concat(marks));
    drain(stage, out);
    assertThat(stage.takeUndelivered().length()).isLessThanOrEqualTo(32);
    assertThat(String.join("", out).chars().filter(c -> c == '\u034F').count())
        .isBetween(33_000L, 33_334L);
    String jamo = "\u1161".repeat(100_000);
    assertThat(String.join("", through(NormalizingStage.nfc(), TextCuts.every(jamo, 9000))))
        .isEqualTo(jamo);
  }

  @Test
  void whatIsNotDeliveredIsHandedOver() {
    NormalizingStage stage = NormalizingStage.nfc();
    stage.offer("ab\uD83D");
    assertThat(stage.poll()).isEqualTo("a");
    assertThat(stage.takeUndelivered()).isEqualTo("b\uD83D");
    NormalizingStage unread = NormalizingStage.nfc();
    unread.offer("ab");
    assertThat(unread.takeUndelivered()).isEqualTo("ab");
    assertThat(unread.poll()).isNull();
  }

  @Test
  void aWrongCallIsRefused() {
    NormalizingStage stage = NormalizingStage.nfc();
    stage.offer("ab");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
    stage.endOfInput();
    List<String> out = new ArrayList<>();
    drain(stage, out);
    assertThat(out).containsExactly("a", "b");
    assertThatIllegalStateException().isThrownBy(() -> stage.offer("c"));
    stage.close();
    stage.endOfInput();
    assertThat(stage.poll()).isNull();
  }

  private static List<String> hex(String text) {
    return text.chars().mapToObj(Integer::toHexString).toList();
  }
}
