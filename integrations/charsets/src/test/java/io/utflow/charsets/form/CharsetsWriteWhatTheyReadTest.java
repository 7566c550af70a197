/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.charsets.coder.CoderForm;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.SingleByteForm;
import io.utflow.codec.form.Step;
import io.utflow.codec.testing.EveryEncoding;
import io.utflow.codec.testing.Product;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every scalar value that an encoding writes, and every sequence that it reads: what is written is
 * read, and the table of docs/encodings.md says where that is not the same character, and what is
 * read is not the same bytes again, or is not written.
 */
class CharsetsWriteWhatTheyReadTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "encodings.md");
  private static final String HEADER =
      "| encoding | read, and written as other bytes | read, and not written |"
          + " written, and read as another character |";

  /** States that the shifts of ISO-2022 and EBCDIC lead to, where a charset has them. */
  private static final byte[][] SHIFTS = {
    {0x0E}, {0x1B, '(', 'J'}, {0x1B, '(', 'I'}, {0x1B, '$', 'B'}, {0x1B, '$', '(', 'D'}
  };

  /** A sample looks at one encoding in so many, and at one character in so many of them. */
  private static final int SAMPLED = 31;

  /** What was found of each encoding, once for all tests. */
  private static final Map<TextEncoding, Survey> SURVEYS = new ConcurrentHashMap<>();

  private static final Set<String> OTHER_IN_OTHER_JVMS = Set.of("IBM864", "Big5");

  /** How many sequences and characters are not read and written alike. */
  private static final class Survey {
    private final EncodingForm form;
    private final byte[] written = new byte[4 * EncodingForm.MOST_WRITTEN];
    private int otherBytes;
    private int notWritten;
    private int otherCharacter;
    private int unread;

    Survey(EncodingForm form) {
      this.form = form;
    }

    static Survey of(TextEncoding encoding) {
      return SURVEYS.computeIfAbsent(
          encoding, written -> new Survey(Encoding.of(written).form()).written());
    }

    private Survey written() {
      return written(1);
    }

    /** One in so many characters. */
    private Survey written(int of) {
      for (int scalar = 0; scalar <= Character.MAX_CODE_POINT; scalar += of) {
        boolean surrogate = scalar >= Character.MIN_SURROGATE && scalar <= Character.MAX_SURROGATE;
        if (!surrogate && form.canEncode(scalar)) {
          EncodingForm stream = form.forStream();
          int end = stream.writeEnd(written, stream.write(scalar, written, 0));
          String read = textOf(form.forStream(), written, end);
          unread += read == null ? 1 : 0;
          otherCharacter += read == null || read.equals(Character.toString(scalar)) ? 0 : 1;
        }
      }
      return this;
    }

    Survey read() {
      behind(new byte[EncodingForm.MOST_BYTES], 0, form, new byte[0]);
      if (form.forStream() != form) {
        for (byte[] shift : SHIFTS) {
          EncodingForm stream = form.forStream();
          int step = stream.step(shift, 0, shift.length, true);
          if (Step.isText(step) && Step.length(step) == shift.length) {
            stream.taken(shift, 0, step);
            behind(new byte[EncodingForm.MOST_BYTES], 0, stream, shift);
          }
        }
      }
      return this;
    }

    private void behind(byte[] bytes, int length, EncodingForm stream, byte[] shift) {
      for (int b = 0; b < 0x100; b++) {
        bytes[length] = (byte) b;
        int step = stream.step(bytes, 0, length + 1, false);
        if (step == Step.NEEDS_MORE) {
          behind(bytes, length + 1, stream, shift);
        } else if (!Step.isIllFormed(step) && Step.length(step) == length + 1) {
          String text =
              Step.isScalar(step)
                  ? Character.toString(Step.scalar(step))
                  : stream.text(bytes, 0, step);
          count(text, bytes, length + 1, shift);
        }
      }
    }

    private void count(String text, byte[] bytes, int length, byte[] shift) {
      if (text.isEmpty()) {
        return;
      }
      if (!text.codePoints().allMatch(form::canEncode)) {
        notWritten++;
        return;
      }
      EncodingForm stream = form.forStream();
      int end = 0;
      for (int scalar : text.codePoints().toArray()) {
        end = stream.write(scalar, written, end);
      }
      // What leads to the state is before the bytes of the character; of ISO-2022-KR a header too.
      int from = end - length;
      int state = from - shift.length;
      boolean same =
          state >= 0
              && (shift.length > 0 || from == 0)
              && Arrays.equals(written, from, end, bytes, 0, length)
              && Arrays.equals(written, state, from, shift, 0, shift.length);
      otherBytes += same ? 0 : 1;
    }

    boolean isWhole() {
      return otherBytes + notWritten + otherCharacter == 0;
    }

    String figures() {
      return " %,d | %,d | %,d |".formatted(otherBytes, notWritten, otherCharacter);
    }
  }

  /** Null where some of it is ill-formed. */
  private static String textOf(EncodingForm stream, byte[] bytes, int end) {
    StringBuilder text = new StringBuilder();
    int pos = 0;
    while (pos < end) {
      int step = stream.step(bytes, pos, end, true);
      if (Step.isIllFormed(step)) {
        return null;
      }
      text.append(
          Step.isScalar(step)
              ? Character.toString(Step.scalar(step))
              : stream.text(bytes, pos, step));
      if (Step.isTold(step)) {
        stream.taken(bytes, pos, step);
      }
      pos += Step.length(step);
    }
    return text.toString();
  }

  static List<TextEncoding> encodings() {
    return EveryEncoding.written().stream()
        .filter(encoding -> hasTable(Encoding.of(encoding).form()))
        .toList();
  }

  private static boolean hasTable(EncodingForm form) {
    return form instanceof CharsetForm || form instanceof SingleByteForm;
  }

  /** A table for writing is made of all characters, which takes longer than the law itself. */
  static List<TextEncoding> looked() {
    return Product.sampled(encodings(), 9);
  }

  @ParameterizedTest
  @MethodSource("looked")
  void whatIsWrittenIsRead(TextEncoding encoding) {
    Survey survey =
        Product.isSampled()
            ? new Survey(Encoding.of(encoding).form()).written(SAMPLED)
            : Survey.of(encoding);
    assertThat(survey.unread).isZero();
  }

  /**
   * IBM864 is another table from JDK 18 on; Big5 reads seven pairs more once the JVM has used
   * x-Big5-Solaris, whose tables the JDK makes in those of Big5.
   */
  @Test
  void thePageSaysWhatIsNotReadAndWrittenAlike() throws IOException {
    Map<String, String> figures = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (TextEncoding encoding : Product.sampled(encodings(), SAMPLED)) {
      Survey survey = Survey.of(encoding);
      survey = survey.form instanceof CoderForm ? survey : survey.read();
      if (!survey.isWhole() && !OTHER_IN_OTHER_JVMS.contains(encoding.toString())) {
        figures.merge(survey.figures(), encoding.toString(), (one, next) -> one + ", " + next);
      }
    }
    if (Product.isSampled()) {
      List<String> rows = table().lines().toList();
      figures.forEach(
          (row, names) ->
              assertThat(rows.stream().filter(line -> line.endsWith(row)).findAny().orElse(""))
                  .as("the row of %s", row)
                  .contains(names.split(", ", -1)));
      return;
    }
    String expected =
        figures.entrySet().stream()
            .map(row -> "| " + row.getValue() + " |" + row.getKey())
            .sorted(String.CASE_INSENSITIVE_ORDER)
            .collect(Collectors.joining("\n"));
    assertThat(table()).isEqualTo(expected);
    assertThat(Charset.isSupported("IBM864")).isTrue();
  }

  private static String table() throws IOException {
    return Files.readString(PAGE)
        .lines()
        .dropWhile(line -> !line.equals(HEADER))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .collect(Collectors.joining("\n"));
  }
}
