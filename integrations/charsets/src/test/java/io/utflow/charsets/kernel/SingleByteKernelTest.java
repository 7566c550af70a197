/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.names.CharsetForms;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.kernel.KernelLaws;
import io.utflow.codec.kernel.KernelSubject;
import io.utflow.codec.kernel.single.SingleByteKernel;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Charsets of one byte on long texts of ASCII and letters that stand in a row, in which other bytes
 * are seldom, frequent or ill-formed (law L8): each way of the kernel is taken, and left.
 */
class SingleByteKernelTest {
  private static final int[] LENGTHS = {7, 40, 255, 300, 700, 4100, 9000};
  private static final double[] OTHERS = {0, 0.002, 0.1, 1};

  static List<Arguments> forms() {
    List<Arguments> forms = new ArrayList<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      if (CharsetForms.reasonForNone(charset) == null
          && CharsetForms.of(charset) instanceof SingleByteForm form) {
        forms.add(Arguments.of(charset.name(), form));
      }
    }
    for (String name : List.of("web-windows-1251", "web-windows-1252", "web-ISO-8859-10")) {
      forms.add(Arguments.of(name, Encoding.of(TextEncoding.forName(name)).form()));
    }
    return forms;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void decodesUpToWhatIsNoCharacter(String name, SingleByteForm form) {
    Kernel kernel = new SingleByteKernel(form);
    KernelSubject subject = KernelSubject.of(name, kernel, form, TextEncoding.forName(name));
    KernelLaws laws = new KernelLaws(subject);
    SplittableRandom random = new SplittableRandom(18);
    byte[] usual = usual(form);
    for (double others : OTHERS) {
      for (int length : LENGTHS) {
        byte[] text = text(random, usual, mapped(form), others, length);
        check(laws, kernel, text, random.nextInt(9), random.nextInt(9), length);
        text[random.nextInt(length)] = (byte) random.nextInt(0x80, 0x100);
        check(laws, kernel, text, random.nextInt(9), 0, random.nextInt(length + 9));
      }
    }
  }

  /** A character that the kernel leaves costs many times as much. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void encodesAllThatIsReadAndWritten(String name, SingleByteForm form) {
    char[] chars = String.valueOf(form.characters('\uFFFF')).replace("\uFFFF", "").toCharArray();
    Kernel kernel = new SingleByteKernel(form);
    for (int i = 0; i < chars.length; i++) {
      boolean written = form.canEncode(chars[i]);
      long progress = kernel.encode(chars, i, i + 1, new byte[1], 0, 1);
      assertThat(Kernel.read(progress)).isEqualTo(written ? 1 : 0);
    }
  }

  private static void check(
      KernelLaws laws, Kernel kernel, byte[] text, int pos, int dpos, int room) {
    int from = Math.min(pos, text.length);
    laws.decode(text, from, text.length, dpos, room);
    int known = Math.min(room, kernel.wellFormedPrefix(text, from, text.length));
    char[] chars = new char[room];
    int read = Kernel.read(kernel.decode(text, from, text.length, chars, 0, room));
    assertThat(read).as("all that is well-formed").isEqualTo(known);
  }

  private static byte[] text(
      SplittableRandom random, byte[] usual, byte[] all, double others, int length) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      byte[] from = random.nextDouble() < others ? all : usual;
      text[i] = from[random.nextInt(from.length)];
    }
    return text;
  }

  /** ASCII, and what is at the distance from its characters that the letter E5 is at. */
  private static byte[] usual(SingleByteForm form) {
    int distance = distance(form, 0xE5);
    return bytes(form, b -> b >= 'a' && b <= 'z' || b >= 0x80 && distance(form, b) == distance);
  }

  private static byte[] mapped(SingleByteForm form) {
    return bytes(form, b -> true);
  }

  private static byte[] bytes(SingleByteForm form, IntPredicate wanted) {
    byte[] bytes = new byte[0x100];
    int length = 0;
    for (int b = 0; b < bytes.length; b++) {
      if (Step.isScalar(step(form, b)) && wanted.test(b)) {
        bytes[length++] = (byte) b;
      }
    }
    return Arrays.copyOf(bytes, length);
  }

  private static int distance(SingleByteForm form, int b) {
    return Step.isScalar(step(form, b)) ? Step.scalar(step(form, b)) - b : Integer.MIN_VALUE;
  }

  private static int step(SingleByteForm form, int b) {
    return form.step(new byte[] {(byte) b}, 0, 1, true);
  }
}
