/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.form.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The web's encodings of several bytes, by the indexes of the standard: web-indexes.txt has a hash
 * for each row of each, read and written, from two other implementations (web-indexes.mjs).
 */
class WebIndexesTest {
  private static final String NONE = "\uFFFD";

  static Stream<String> facts(String what) throws IOException {
    try (InputStream in = WebIndexesTest.class.getResourceAsStream("web-indexes.txt")) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      return new String(bytes, StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> line.split(" ", 3)[1].startsWith(what));
    }
  }

  static Stream<String> reading() throws IOException {
    return facts("read");
  }

  static Stream<String> writing() throws IOException {
    return facts("write");
  }

  private static List<String> rows(String fact) {
    List<String> rows = new ArrayList<>();
    for (String run : fact.split(" ", 3)[2].split(" ")) {
      String[] parts = run.split("\\*");
      int times = parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
      rows.addAll(Collections.nCopies(times, parts[0]));
    }
    return rows;
  }

  private static TextEncoding encoding(String fact) {
    return TextEncoding.forWebLabel(fact.split(" ", 2)[0]);
  }

  static EncodingForm form(TextEncoding encoding) {
    return Encoding.of(encoding).form();
  }

  private static String hash(String text) {
    return "%08x".formatted(text.hashCode());
  }

  /** The text of bytes that are one well-formed sequence, else nothing. */
  static String read(EncodingForm form, int... values) {
    byte[] bytes = bytes(values);
    int step = form.step(bytes, 0, bytes.length, true);
    if (Step.isIllFormed(step) || Step.length(step) != bytes.length) {
      return "";
    }
    return Step.isScalar(step) ? Character.toString(Step.scalar(step)) : form.text(bytes, 0, step);
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static String row(int from, int to, IntFunction<String> text) {
    List<String> texts = IntStream.rangeClosed(from, to).mapToObj(text).toList();
    return texts.stream().allMatch(String::isEmpty)
        ? "-"
        : hash(String.join("", texts.stream().map(t -> t.isEmpty() ? NONE : t).toList()));
  }

  private static String rowOf(EncodingForm form, int first) {
    String alone = read(form, first);
    return alone.isEmpty() ? row(0, 0xFF, second -> read(form, first, second)) : hash(alone);
  }

  private static List<String> rowsRead(EncodingForm form, String what) {
    return switch (what) {
      case "read4" ->
          IntStream.range(0, 0x7E * 10)
              .mapToObj(
                  i ->
                      row(
                          0,
                          0x7E * 10 - 1,
                          j ->
                              read(
                                  form,
                                  0x81 + i / 10,
                                  0x30 + i % 10,
                                  0x81 + j / 10,
                                  0x30 + j % 10)))
              .toList();
      case "read8F" ->
          IntStream.rangeClosed(0, 0xFF)
              .mapToObj(b -> row(0, 0xFF, third -> read(form, 0x8F, b, third)))
              .toList();
      default -> IntStream.rangeClosed(0, 0xFF).mapToObj(first -> rowOf(form, first)).toList();
    };
  }

  /** The form of ISO-2022-JP in the state that the name of a fact ends with. */
  private static EncodingForm inState(EncodingForm form, String what) {
    if (!Encoding.of(TextEncoding.forName("web-ISO-2022-JP")).form().equals(form)) {
      return form;
    }
    String set = what.substring("read".length());
    byte[] escape =
        ("\u001B" + (set.length() == 1 ? "(" : "") + set).getBytes(StandardCharsets.US_ASCII);
    EncodingForm inState = form.forStream();
    int step = inState.step(escape, 0, escape.length, true);
    assertThat(Step.isText(step)).isTrue();
    inState.taken(escape, 0, step);
    return inState;
  }

  @ParameterizedTest
  @MethodSource("reading")
  void readsEachSequenceOfTheIndexAndNoOther(String fact) {
    String what = fact.split(" ", 3)[1];
    EncodingForm form = inState(form(encoding(fact)), what);
    List<String> rows = rowsRead(form, what);
    List<String> expected = rows(fact);
    assertThat(rows).hasSameSizeAs(expected);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i)).as("row %X", i).isEqualTo(expected.get(i));
    }
  }

  private static String written(EncodingForm form, int scalar) {
    boolean surrogate = scalar >= 0xD800 && scalar <= 0xDFFF;
    if (surrogate || !form.canEncode(scalar)) {
      return "";
    }
    EncodingForm stream = form.forStream();
    byte[] bytes = new byte[2 * EncodingForm.MOST_WRITTEN];
    int length = stream.encodedLength(scalar);
    assertThat(stream.write(scalar, bytes, 0)).isEqualTo(length);
    int end = stream.writeEnd(bytes, length);
    return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("writing")
  void writesEachCharacterOfTheIndexAndNoOther(String fact) {
    EncodingForm form = form(encoding(fact));
    List<String> expected = rows(fact);
    assertThat(expected).hasSize(0x300);
    for (int page = 0; page < 0x300; page++) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < 0x100; i++) {
        row.append(written(form, page << 8 | i)).append('\uFFFF');
      }
      boolean none = row.length() == 0x100;
      assertThat(none ? "-" : hash(row.toString()))
          .as("page %X", page)
          .isEqualTo(expected.get(page));
    }
  }
}
