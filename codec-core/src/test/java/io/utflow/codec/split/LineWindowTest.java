/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Utf8Form;
import io.utflow.codec.kernel.Kernel;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Retained;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much is decoded ahead. */
@OverEncodings
class LineWindowTest {
  private static final int LONG = 100_000;
  private static final int WINDOW = 8192;
  private static final EncodedDelimiters LINE_FEEDS =
      new EncodedDelimiters(
          new Delimiters(List.of("\n"), List.of()),
          text -> text.getBytes(StandardCharsets.UTF_8),
          Utf8Form.INSTANCE);

  /** Else each line that cannot be taken from the window would cost a whole one. */
  @Test
  void whatWasDecodedInVainIsNotDecodedAgainAndAgain() {
    List<Integer> asked = new ArrayList<>();
    Kernel decoder = takingAll(asked);
    LineWindow window = LineWindow.borrow(LONG, WINDOW);
    try {
      byte[] input = new byte[LONG];
      for (int line = 0; line < 100; line++) {
        window.decodeAhead(decoder, input, line, LONG, 1);
        window.forget();
      }
      window.decodeAhead(decoder, input, 100, LONG, 1000);
    } finally {
      window.release();
    }
    assertThat(asked.get(0)).isEqualTo(WINDOW);
    assertThat(asked.subList(1, 100)).allMatch(bytes -> bytes <= 256);
    // A line that is known to be longer is decoded whole.
    assertThat(asked.get(100)).isBetween(1000, WINDOW);
  }

  /** A stream that a peer lets switch at each line decodes a few times as much as its lines are. */
  @Test
  void whatIsReleasedAtEachLineIsInProportionToTheLines() {
    for (int line : new int[] {1, 32, 100, 1000, WINDOW}) {
      List<Integer> asked = new ArrayList<>();
      int ahead = WINDOW;
      for (int i = 0; i < 100; i++) {
        ahead = oneLine(asked, line, ahead);
      }
      int vain = asked.stream().mapToInt(bytes -> bytes - line).skip(1).sum();
      assertThat(vain).isLessThanOrEqualTo(99 * Math.max(256, 4 * line));
      for (int i = 0; i < 8; i++) {
        LineWindow window = LineWindow.borrow(LONG, ahead);
        window.decodeAhead(takingAll(asked), new byte[LONG], 0, LONG, line);
        window.drop();
        ahead = window.release();
      }
      // Where no more is decoded in vain, windows are as long as before.
      assertThat(ahead).isEqualTo(WINDOW);
    }
  }

  private static int oneLine(List<Integer> asked, int line, int ahead) {
    byte[] input = new byte[LONG];
    input[line - 1] = '\n';
    LineWindow window = LineWindow.borrow(LONG, ahead);
    window.decodeAhead(takingAll(asked), input, 0, LONG, line);
    window.findLine(LINE_FEEDS, input);
    window.takeLine(LINE_FEEDS, 0, input);
    return window.release();
  }

  /** A stage may be forgotten while it is being drained, but not what it has borrowed. */
  @Test
  void whatIsBorrowedHoldsNoInput() throws IllegalAccessException {
    byte[] input = new byte[100 * LONG];
    LineWindow window = LineWindow.borrow(input.length, WINDOW);
    try {
      window.decodeAhead(takingAll(new ArrayList<>()), input, 0, input.length, 1);
      assertThat(Retained.bytes(window)).isLessThan(2L * LONG);
    } finally {
      window.release();
    }
  }

  /** Sequences were read when they were decoded; where a line ends is seen without their form. */
  @ParameterizedTest
  @ValueSource(strings = {"GBK", "GB18030", "Shift_JIS", "EUC-JP", "Big5", "UTF-32BE"})
  void noSequenceIsReadAgainToFindWhereALineEnds(String name) {
    Encodings.assumePresent(name);
    List<String> asked = new ArrayList<>();
    Charset charset = Charset.forName(name);
    EncodingForm form = Encoding.of(TextEncoding.of(charset)).form();
    Delimiters lines = new Delimiters(List.of("\r\n", "\n"), List.of());
    EncodedDelimiters delimiters =
        new EncodedDelimiters(lines, text -> text.getBytes(charset), noting(asked, form));
    asked.clear();
    String text = "\u4E00\u4E8C a\rb\r\n\n\u4E09\n".repeat(9);
    byte[] input = text.getBytes(charset);
    LineWindow window = LineWindow.borrow(input.length, LineWindow.SIZE);
    window.decodeAhead(decodingTo(text), input, 0, input.length, 1);
    StringBuilder found = new StringBuilder();
    int delimiter;
    while ((delimiter = window.findLine(delimiters, input)) >= 0) {
      found.append(window.takeLine(delimiters, delimiter, input));
      found.append(delimiters.text(delimiter));
    }
    assertThat(found).hasToString(text);
    assertThat(asked).doesNotContain("step", "text", "chars");
  }

  private static EncodingForm noting(List<String> asked, EncodingForm form) {
    return (EncodingForm)
        Proxy.newProxyInstance(
            EncodingForm.class.getClassLoader(),
            new Class<?>[] {EncodingForm.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              return method.invoke(form, arguments);
            });
  }

  /** Decodes all that it is given ahead to a text. */
  private static Kernel decodingTo(String text) {
    return (Kernel)
        Proxy.newProxyInstance(
            Kernel.class.getClassLoader(),
            new Class<?>[] {Kernel.class},
            (proxy, method, arguments) -> {
              text.getChars(0, text.length(), (char[]) arguments[3], 0);
              return Kernel.progress((int) arguments[2] - (int) arguments[1], text.length());
            });
  }

  /** Reads all that it is given to decode ahead, and notes how much that is. */
  private static Kernel takingAll(List<Integer> asked) {
    return (Kernel)
        Proxy.newProxyInstance(
            Kernel.class.getClassLoader(),
            new Class<?>[] {Kernel.class},
            (proxy, method, arguments) -> {
              int length = (int) arguments[2] - (int) arguments[1];
              asked.add(length);
              return (long) length << 32 | length;
            });
  }
}
