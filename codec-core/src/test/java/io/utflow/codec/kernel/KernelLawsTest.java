/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law L8 for every kernel that this JVM can run: every start, end and room of many short sources,
 * and random ones of long sources, so that blocks of vector kernels meet each bound at every place.
 */
class KernelLawsTest {
  private static final int SOURCES = Product.sampled(12, 6);

  /** Characters of each length alone, and mixed with shorter ones. */
  private static final List<String> ALPHABETS =
      List.of(
          "a",
          "\u00E9",
          "\u4E2D",
          "\uD83D\uDE42",
          "a\u00E9",
          "a\u00E9\u0100",
          "aaaa\u00E9",
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00E9",
          "aaaaaaaa\u00E9\u4E2D\uD83D\uDE42",
          "\u00E9\u00E9\u00E9\u00E9\u00E9\u00E9aa\u4E2D",
          "a\u00E9\u4E2D",
          "a\u4E2D\u4E2D\u4E2D",
          "a\uD83D\uDE42\uD83D\uDE42\uD83D\uDE42",
          "a\u00E9\u4E2D\uD83D\uDE42");

  private static final List<String> ILL_FORMED =
      List.of(
          "80",
          "BF",
          "C0AF",
          "C1BF",
          "C3",
          "E08080",
          "E09FBF",
          "E282",
          "E2C382",
          "E282C3",
          "EDA080",
          "EDBFBF",
          "F0808080",
          "F08FBFBF",
          "F09F98",
          "F0C39880",
          "F09FC380",
          "F09F98C3",
          "F4908080",
          "F4BFBFBF",
          "F5808080",
          "F8908080",
          "FC808080",
          "FFBFBFBF");

  static List<KernelSubject> subjects() {
    return TestedKernels.sets().stream()
        .filter(set -> !set.name().equals("none"))
        .flatMap(set -> KernelSubject.of(set).stream())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void decodesWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (byte[] src : sources(subject.encoding(), 20)) {
      for (int pos = 0; pos <= src.length; pos++) {
        for (int end = pos; end <= src.length; end++) {
          if (!Product.takes(pos + end, 11)) {
            continue;
          }
          for (int room : rooms(end - pos)) {
            laws.decode(src, pos, end, (pos + end) % 3, room);
          }
        }
      }
    }
  }

  /** No room, too little for a pair, and about as much as each kind of text needs. */
  private static int[] rooms(int bytes) {
    return new int[] {
      0, 1, 2, 3, bytes / 4, bytes / 3, bytes / 2, Math.max(0, bytes - 1), bytes + 2
    };
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void decodesLongSourcesWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(20);
    for (byte[] src : sources(subject.encoding(), 400)) {
      for (int call = 0; call < 400; call++) {
        int pos = random.nextInt(Math.min(70, src.length + 1));
        int end = src.length - random.nextInt(Math.min(70, src.length - pos + 1));
        int room = random.nextBoolean() ? end - pos : random.nextInt(end - pos + 1);
        laws.decode(src, pos, end, random.nextInt(3), room);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void transcodesWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(24);
    for (byte[] src : sources(subject.encoding(), 300)) {
      for (int cut = 0; cut < 130; cut++) {
        int pos = random.nextInt(70);
        int end = src.length - cut;
        laws.toUtf8(src, pos, end, random.nextInt(3), random.nextInt(2 * (end - pos) + 1));
      }
    }
    for (byte[] src : sources(TextEncoding.UTF_8, 300)) {
      for (int cut = 0; cut < 70; cut++) {
        int pos = random.nextInt(70);
        int end = src.length - cut;
        laws.fromUtf8(src, pos, end, random.nextInt(3), random.nextInt(4 * (end - pos) + 1));
      }
    }
  }

  /** Well-formed or not: the bytes are any. */
  @ParameterizedTest
  @MethodSource("subjects")
  void copiesCodeUnitsAsTheyAre(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(26);
    byte[] src = new byte[400];
    random.nextBytes(src);
    for (int end = 0; end <= src.length; end++) {
      int pos = random.nextInt(Math.min(9, end + 1));
      laws.copyUnits(src, pos, end, random.nextInt(3), random.nextInt(end + 2));
      laws.copyUnits(src, pos, end, random.nextInt(3), end);
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void findsAWellFormedPrefix(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (byte[] src : sources(subject.encoding(), 40)) {
      for (int pos = 0; pos <= src.length; pos++) {
        for (int end = pos; end <= src.length; end++) {
          if (!Product.takes(pos + end, 11)) {
            continue;
          }
          laws.wellFormedPrefix(src, pos, end);
        }
      }
    }
    for (byte[] src : sources(subject.encoding(), 400)) {
      for (int pos = 0; pos <= Math.min(70, src.length); pos++) {
        laws.wellFormedPrefix(src, pos, src.length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void encodesWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (char[] src : texts(24)) {
      for (int pos = 0; pos <= src.length; pos++) {
        for (int end = pos; end <= src.length; end++) {
          if (!Product.takes(pos + end, 11)) {
            continue;
          }
          int units = end - pos;
          for (int room : new int[] {0, 1, 2, 3, 4, units, 2 * units, 3 * units, 4 * units}) {
            laws.encode(src, pos, end, (pos + end) % 3, room);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void encodesLongSourcesWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    Random random = new Random(21);
    for (char[] src : texts(300)) {
      for (int call = 0; call < 200; call++) {
        int pos = random.nextInt(Math.min(70, src.length + 1));
        int end = src.length - random.nextInt(Math.min(70, src.length - pos + 1));
        laws.encode(src, pos, end, random.nextInt(3), random.nextInt(4 * (end - pos) + 1));
      }
    }
  }

  /** The array ends with the pair, so a kernel that looks beyond it fails. */
  @ParameterizedTest
  @MethodSource("subjects")
  void endsInASinglePairWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (String some : List.of("a", "\u00E9", "\u4E2D")) {
      String text = some.repeat(140) + "\uD83D\uDE42";
      char[] units = text.toCharArray();
      byte[] bytes = ReferenceEncoder.encode(subject.encoding(), text);
      for (int pos = 0; pos < units.length; pos++) {
        laws.encode(units, pos, units.length, 0, 4 * units.length);
      }
      for (int pos = 0; pos < bytes.length; pos++) {
        laws.decode(bytes, pos, bytes.length, 0, units.length);
      }
    }
  }

  /** Each kind of ill-formed sequence (Table 3-7) within long runs of each length. */
  @ParameterizedTest
  @MethodSource("subjects")
  void stopsBeforeWhatIsIllFormed(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    TextSamples samples = new TextSamples(25);
    for (String sequence : ILL_FORMED) {
      for (String some : ALPHABETS) {
        byte[] around = ReferenceEncoder.encode(TextEncoding.UTF_8, samples.of(some, 80));
        for (int pos = 0; pos < 20; pos++) {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          bytes.writeBytes(Arrays.copyOf(around, pos));
          bytes.writeBytes(around);
          bytes.writeBytes(HexFormat.of().parseHex(sequence));
          bytes.writeBytes(around);
          byte[] src = bytes.toByteArray();
          if (subject.encoding() == TextEncoding.UTF_8) {
            laws.decode(src, pos, src.length, 0, src.length);
            laws.wellFormedPrefix(src, pos, src.length);
          }
          laws.fromUtf8(src, pos, src.length, 0, 2 * src.length);
        }
      }
    }
  }

  /** Each bound is before, within and after the character that ends the run. */
  @ParameterizedTest
  @MethodSource("subjects")
  void endsLongAsciiWithinItsBounds(KernelSubject subject) {
    KernelLaws laws = new KernelLaws(subject);
    for (String one : List.of("\u00E9", "\u0100", "\u2019", "\uD83D\uDE42", "\u00E9\u2019")) {
      for (int length : new int[] {7, 16, 63, 64, 65, 127, 128, 129, 300, 511, 512, 600}) {
        String text = "a".repeat(length) + one + "b".repeat(100) + one + "c";
        byte[] src = ReferenceEncoder.encode(subject.encoding(), text);
        byte[] utf8 = ReferenceEncoder.encode(TextEncoding.UTF_8, text);
        for (int bound = length - 1; bound <= length + 6; bound++) {
          laws.decode(src, 0, src.length, 1, bound);
          laws.decode(src, 0, bound, 1, src.length);
          laws.wellFormedPrefix(src, 0, bound);
          laws.encode(text.toCharArray(), 0, text.length(), 1, bound);
          laws.encode(text.toCharArray(), 0, Math.min(bound, text.length()), 1, 4 * bound);
          laws.toUtf8(src, 0, src.length, 1, bound);
          laws.fromUtf8(utf8, 0, utf8.length, 1, bound);
        }
      }
    }
  }

  /** A kernel may convert nothing, but these are meant to convert all. */
  @ParameterizedTest
  @MethodSource("subjects")
  void convertsLongTextToItsEnd(KernelSubject subject) {
    for (String run :
        List.of("a", "\u00E9", "\u4E2D", "\uD83D\uDE42", "a\u00E9\u4E2D\uD83D\uDE42")) {
      String text = run.repeat(50);
      byte[] src = ReferenceEncoder.encode(subject.encoding(), text);
      char[] dst = new char[text.length() + 100];
      long progress = subject.kernel().decode(src, 0, src.length, dst, 0, dst.length);
      assertThat(Kernel.read(progress)).isEqualTo(src.length);
      assertThat(subject.kernel().wellFormedPrefix(src, 0, src.length)).isEqualTo(src.length);
    }
  }

  /** Text, damaged text, long runs of one kind of character or of some kinds. */
  private static List<byte[]> sources(TextEncoding encoding, int characters) {
    TextSamples samples = new TextSamples(22);
    List<byte[]> sources = new ArrayList<>();
    for (int i = 0; i < SOURCES; i++) {
      byte[] text = ReferenceEncoder.encode(encoding, samples.text(characters));
      sources.add(text);
      sources.add(samples.damaged(text));
    }
    for (String some : ALPHABETS) {
      byte[] text = ReferenceEncoder.encode(encoding, samples.of(some, characters));
      sources.add(text);
      sources.add(samples.damaged(text));
    }
    return sources;
  }

  private static List<char[]> texts(int characters) {
    TextSamples samples = new TextSamples(23);
    List<char[]> texts = new ArrayList<>();
    for (int i = 0; i < SOURCES; i++) {
      char[] text = samples.text(characters).toCharArray();
      texts.add(text);
      char[] torn = text.clone();
      torn[samples.random().nextInt(torn.length)] = i % 2 == 0 ? '\uD800' : '\uDC00';
      texts.add(torn);
    }
    for (String some : ALPHABETS) {
      char[] text = samples.of(some, characters).toCharArray();
      texts.add(text);
      char[] torn = text.clone();
      torn[samples.random().nextInt(torn.length)] = some.length() % 2 == 0 ? '\uD800' : '\uDC00';
      texts.add(torn);
    }
    return texts;
  }
}
