/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L8 where kernels change their loop: a run of one kind of text, long enough for its own loop,
 * then something else at every place of a block, then a run of another kind.
 */
class KernelRunsTest {
  private static final List<String> FILLERS =
      List.of(
          "a",
          "\u00E9",
          "\u4E2D",
          "\uD83D\uDE42",
          "aaaaaaaaaaaaaaaaaaaaaaaa\u00E9\u4E2D",
          "\u0B95\u0BB3\u0BCD\u0B95\u0BB3 (aaaaaaaaa) ");

  /** In UTF-8; characters of each length, and the kinds of ill-formed sequences. */
  private static final List<String> EXCEPTIONS =
      List.of(
          "61",
          "C3A9",
          "E4B8AD",
          "F09F9982",
          "80",
          "C0AF",
          "C3",
          "E08080",
          "E282",
          "EDA080",
          "F09F",
          "F09F98",
          "F0808080",
          "F4908080",
          "F5808080",
          "FF");

  private static final List<String> UNITS =
      List.of("a", "\u00E9", "\u4E2D", "\uD83D\uDE42", "\uD83D", "\uDE42", "\uDE42\uD83D");

  /** More than any run that a loop waits for, in bytes. */
  private static final int LONGEST = 1400;

  static Stream<KernelSubject> ofUtf8() {
    return of(TextEncoding.UTF_8);
  }

  static Stream<KernelSubject> ofUtf16() {
    return of(TextEncoding.UTF_16LE);
  }

  private static Stream<KernelSubject> of(TextEncoding encoding) {
    return TestedKernels.sets().stream()
        .filter(set -> !set.name().equals("none"))
        .flatMap(set -> KernelSubject.of(set).stream())
        .filter(subject -> subject.encoding() == encoding);
  }

  @ParameterizedTest
  @MethodSource("ofUtf8")
  void readsUtf8AsTheSteps(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(31);
    for (String before : FILLERS) {
      for (String after : FILLERS) {
        for (String exception : EXCEPTIONS) {
          ByteArrayOutputStream text = new ByteArrayOutputStream();
          text.writeBytes(run(before, random.nextInt(LONGEST)).getBytes(StandardCharsets.UTF_8));
          text.writeBytes(HexFormat.of().parseHex(exception));
          text.writeBytes(run(after, random.nextInt(LONGEST)).getBytes(StandardCharsets.UTF_8));
          byte[] src = text.toByteArray();
          laws.decode(src, 0, src.length, 1, src.length);
          laws.wellFormedPrefix(src, 0, src.length);
        }
      }
    }
  }

  /**
   * Words of longer letters, ASCII of each length between them, and an end of either side in both.
   */
  @ParameterizedTest
  @MethodSource("ofUtf8")
  void readsWordsWithAsciiBetweenThem(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (String letter : List.of("\u0416", "\u0B95")) {
      for (int letters = 1; letters < 10; letters++) {
        for (int ascii = 1; ascii < 20; ascii++) {
          String text = run(letter.repeat(letters) + "a".repeat(ascii), 100);
          byte[] src = text.getBytes(StandardCharsets.UTF_8);
          for (int cut = 0; cut < 40; cut++) {
            laws.decode(src, 0, src.length - cut, 1, src.length);
            laws.decode(src, 0, src.length, 1, text.length() - cut);
          }
        }
      }
    }
  }

  /** Wherever blocks of ASCII begin, the sequence before them is not forgotten. */
  @ParameterizedTest
  @MethodSource("ofUtf8")
  void findsACutSequenceBeforeARunOfAscii(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    byte[] after = run("a", LONGEST).getBytes(StandardCharsets.UTF_8);
    for (String cut : List.of("C3", "E282", "F09F98")) {
      for (int place = 0; place < 300; place++) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(run("a", place).getBytes(StandardCharsets.UTF_8));
        text.writeBytes(HexFormat.of().parseHex(cut));
        text.writeBytes(after);
        laws.wellFormedPrefix(text.toByteArray(), 0, text.size());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ofUtf8")
  void writesUtf8AsTheSteps(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(32);
    for (String before : FILLERS) {
      for (String after : FILLERS) {
        for (String exception : UNITS) {
          String text =
              run(before, random.nextInt(LONGEST))
                  + exception
                  + run(after, random.nextInt(LONGEST));
          laws.encode(text.toCharArray(), 0, text.length(), 1, 3 * text.length());
        }
      }
    }
  }

  /** Every character, in random order: of one length, of lengths up to it, all lengths. */
  @ParameterizedTest
  @MethodSource("ofUtf8")
  void writesEveryCharacterAsTheSteps(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    List<Integer> ends = List.of(0, 0x80, 0x800, 0x10000, 0x110000);
    for (int length = 1; length < ends.size(); length++) {
      for (int from : List.of(0, ends.get(length - 1))) {
        String text = shuffled(from, ends.get(length), new Random(34));
        laws.encode(text.toCharArray(), 0, text.length(), 1, 3 * text.length() + 200);
      }
    }
  }

  private static String shuffled(int from, int end, Random random) {
    List<Integer> characters = new ArrayList<>();
    for (int c = from; c < end; c++) {
      if (c > Character.MAX_VALUE || !Character.isSurrogate((char) c)) {
        characters.add(c);
      }
    }
    Collections.shuffle(characters, random);
    StringBuilder text = new StringBuilder();
    characters.forEach(text::appendCodePoint);
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("ofUtf16")
  void transcodesToUtf8AsTheSteps(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(33);
    for (String before : FILLERS) {
      for (String after : FILLERS) {
        for (String exception : List.of("a", "\u00E9", "\u4E2D", "\uD83D\uDE42")) {
          String text =
              run(before, random.nextInt(LONGEST))
                  + exception
                  + run(after, random.nextInt(LONGEST));
          byte[] src = text.getBytes(StandardCharsets.UTF_16LE);
          laws.toUtf8(src, 0, src.length, 1, 2 * src.length);
        }
      }
    }
  }

  private static String run(String filler, int bytes) {
    return filler.repeat(1 + bytes / filler.getBytes(StandardCharsets.UTF_8).length);
  }
}
