/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.encodings.Encoding;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.Reading;
import io.utflow.codec.testing.ReferenceDecoder;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The definitions themselves, against the reference. */
class EncodingFormTest {
  private static final Map<EncodingForm, TextEncoding> FORMS =
      Map.of(
          Utf8Form.INSTANCE, TextEncoding.UTF_8,
          Utf16Form.BIG_ENDIAN, TextEncoding.UTF_16BE,
          Utf16Form.LITTLE_ENDIAN, TextEncoding.UTF_16LE,
          Utf32Form.BIG_ENDIAN, TextEncoding.UTF_32BE,
          Utf32Form.LITTLE_ENDIAN, TextEncoding.UTF_32LE);

  /** Those for a purpose of their own in which every scalar value is written. */
  private static final Map<EncodingForm, TextEncoding> FULL_VARIANTS =
      Stream.of(Encodings.FULL_VARIANTS, Encodings.WITH_SURROGATES)
          .flatMap(List::stream)
          .collect(Collectors.toMap(EncodingFormTest::form, encoding -> encoding));

  private static EncodingForm form(TextEncoding encoding) {
    return Encoding.of(encoding).form();
  }

  static Set<EncodingForm> forms() {
    return FORMS.keySet();
  }

  static Set<EncodingForm> fullVariants() {
    return FULL_VARIANTS.keySet();
  }

  @OverEncodings
  @ParameterizedTest
  @MethodSource("fullVariants")
  void variantsWriteEveryScalarValueAndReadItBack(EncodingForm form) {
    byte[] written = new byte[8];
    scalars()
        .filter(EncodingFormTest::isTaken)
        .forEach(
            scalar -> {
              byte[] expected = ReferenceEncoder.encode(FULL_VARIANTS.get(form), scalar);
              int end = form.write(scalar, written, 1);
              boolean same =
                  form.encodedLength(scalar) == expected.length
                      && Arrays.equals(written, 1, end, expected, 0, expected.length)
                      && form.maxBytesPerChar() * Character.charCount(scalar) >= expected.length
                      && form.longestWritten() >= expected.length
                      && isScalar(
                          form.step(expected, 0, expected.length, false), scalar, expected.length);
              for (int length = 1; length < expected.length; length++) {
                same &= form.step(expected, 0, length, false) == Step.NEEDS_MORE;
              }
              if (!same) {
                throw new AssertionError("U+%04X in %s".formatted(scalar, form));
              }
            });
  }

  @ParameterizedTest
  @MethodSource("forms")
  void writesEveryScalarValueAndReadsItBack(EncodingForm form) {
    byte[] written = new byte[6];
    for (int scalar = 0; scalar <= 0x10FFFF; scalar++) {
      if (scalar == 0xD800) {
        scalar = 0xE000;
      }
      if (!isTaken(scalar)) {
        continue;
      }
      byte[] expected = ReferenceEncoder.encode(FORMS.get(form), scalar);
      int end = form.write(scalar, written, 1);
      boolean same =
          form.encodedLength(scalar) == expected.length
              && Arrays.equals(written, 1, end, expected, 0, expected.length)
              && form.maxBytesPerChar() * Character.charCount(scalar) >= expected.length
              && isScalar(form.step(expected, 0, expected.length, false), scalar, expected.length)
              && proveNothing(form, expected);
      if (!same) {
        throw new AssertionError("U+%04X in %s".formatted(scalar, FORMS.get(form)));
      }
    }
  }

  /**
   * A sample has the first 2048 characters, the borders of all blocks of 128, and some of each
   * block.
   */
  private static boolean isTaken(int scalar) {
    return scalar < 0x800 || Product.takes(scalar, 23) || (scalar + 1 & 0x7E) == 0;
  }

  private static boolean isScalar(int step, int scalar, int length) {
    return Step.isScalar(step) && Step.scalar(step) == scalar && Step.length(step) == length;
  }

  /** A proper prefix needs more, and at the end is one error of its whole length. */
  private static boolean proveNothing(EncodingForm form, byte[] sequence) {
    for (int length = 1; length < sequence.length; length++) {
      int atEnd = form.step(sequence, 0, length, true);
      if (form.step(sequence, 0, length, false) != Step.NEEDS_MORE
          || Step.isScalar(atEnd)
          || Step.length(atEnd) != length) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void stepsAsTheReferenceReads(EncodingForm form) {
    TextSamples samples = new TextSamples(30);
    for (int round = 0; round < Product.sampled(3000); round++) {
      byte[] bytes = samples.stream(FORMS.get(form), 12);
      Reading reading = ReferenceDecoder.read(FORMS.get(form), BomPolicy.KEEP, bytes);
      for (Reading.Token token : reading.tokens()) {
        int open = form.step(bytes, token.offset(), bytes.length, false);
        assertThat(open == Step.NEEDS_MORE).isEqualTo(token.endOfInput());
        int step = form.step(bytes, token.offset(), bytes.length, true);
        assertThat(Step.length(step)).isEqualTo(token.length());
        assertThat(Step.isScalar(step)).isEqualTo(token.cause() == null);
        if (Step.isScalar(step)) {
          assertThat(Step.scalar(step)).isEqualTo(token.scalar());
        } else {
          assertThat(Step.cause(step).name()).isEqualTo(token.cause().name());
        }
      }
    }
  }

  /** All there are, and one of each other kind. */
  static List<EncodingForm> allForms() {
    List<EncodingForm> all = new ArrayList<>(FORMS.keySet());
    all.add(TwoByteForm.INSTANCE);
    all.add(ShiftedForm.SHARED);
    all.addAll(FULL_VARIANTS.keySet());
    all.add(Ucs2Form.BIG_ENDIAN);
    all.add(Ucs2Form.LITTLE_ENDIAN);
    Encodings.present("x-user-defined", "replacement").forEach(encoding -> all.add(form(encoding)));
    return all;
  }

  private static IntStream scalars() {
    return IntStream.concat(
        IntStream.range(0, 0xD800), IntStream.rangeClosed(0xE000, Character.MAX_CODE_POINT));
  }

  private static byte[] written(EncodingForm form, int scalar) {
    byte[] bytes = new byte[form.encodedLength(scalar)];
    form.write(scalar, bytes, 0);
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void theLongestSequenceIsThatOfSomeScalarValue(EncodingForm form) {
    assertThat(form.longestSequence())
        .isEqualTo(scalars().map(form::encodedLength).max().orElse(0));
  }

  @OverEncodings
  @ParameterizedTest
  @MethodSource("allForms")
  void noSequenceIsLongerThanTheLongest(EncodingForm form) {
    Random random = new Random(30);
    byte[] bytes = new byte[2 * EncodingForm.MOST_BYTES];
    for (int round = 0; round < Product.sampled(1_000_000); round++) {
      random.nextBytes(bytes);
      bytes[random.nextInt(4)] &= 0x3F;
      int step = form.step(bytes, 0, form.longestSequence(), false);
      boolean right =
          step != Step.NEEDS_MORE
              && Step.length(step) >= 1
              && Step.length(step) <= form.longestSequence()
              && form.step(bytes, 0, bytes.length, false) == step;
      if (!right) {
        throw new AssertionError("%s: %x".formatted(HexFormat.of().formatHex(bytes), step));
      }
    }
    assertThat(form.longestSequence()).isLessThanOrEqualTo(EncodingForm.MOST_BYTES);
    assertThat(scalars().map(form::encodedLength).max().orElse(0))
        .isLessThanOrEqualTo(form.longestWritten())
        .isLessThanOrEqualTo(EncodingForm.MOST_WRITTEN);
  }

  /** ASCII bytes stand for themselves, whatever follows, in every state. */
  @OverEncodings
  @ParameterizedTest
  @MethodSource("allForms")
  void isAsciiTransparentIfAsciiStandsForItself(EncodingForm form) {
    boolean transparent = true;
    for (int ascii = 0; ascii < 0x80; ascii++) {
      transparent &= Arrays.equals(written(form, ascii), new byte[] {(byte) ascii});
      for (int next = 0; next < 0x100 && transparent; next++) {
        byte[] bytes = {(byte) ascii, (byte) next, (byte) next, (byte) next};
        transparent = isScalar(form.step(bytes, 0, 4, false), ascii, 1);
      }
      transparent =
          transparent && isScalar(form.step(new byte[] {(byte) ascii}, 0, 1, false), ascii, 1);
    }
    assertThat(form.isAsciiTransparent()).isEqualTo(transparent);
  }

  /**
   * By the definition, over all units: none both leads and trails, and no prefix swallows a lead.
   */
  @OverEncodings
  @ParameterizedTest
  @MethodSource("allForms")
  void isSelfSynchronizingIfNoUnitBothLeadsAndTrails(EncodingForm form) {
    Set<Integer> leads = new HashSet<>();
    Set<Integer> trails = new HashSet<>();
    Set<String> prefixes = new TreeSet<>();
    boolean oneWay = true;
    for (int scalar :
        scalars()
            .filter(form::canEncode)
            .filter(s -> s < 0x800 || Product.takes(s, 61))
            .toArray()) {
      byte[] bytes = written(form, scalar);
      oneWay &= isScalar(form.step(bytes, 0, bytes.length, true), scalar, bytes.length);
      for (int at = 0; at < bytes.length; at += form.unitWidth()) {
        (at == 0 ? leads : trails).add(unit(form, bytes, at));
        if (at > 0) {
          prefixes.add(new String(bytes, 0, at, StandardCharsets.ISO_8859_1));
        }
      }
    }
    // One form reads characters that are written in another way, too.
    oneWay &= form != Utf8OrCesu8Form.INSTANCE;
    boolean disjoint = oneWay && Collections.disjoint(leads, trails);
    assertThat(form.isSelfSynchronizing()).isEqualTo(disjoint);
    if (disjoint) {
      Product.sampled(List.copyOf(prefixes), 8)
          .forEach(prefix -> assertSwallowsNone(form, prefix, leads));
    }
  }

  private static void assertSwallowsNone(EncodingForm form, String prefix, Set<Integer> leads) {
    byte[] bytes = prefix.getBytes(StandardCharsets.ISO_8859_1);
    int length = bytes.length;
    byte[] joined = Arrays.copyOf(bytes, length + form.unitWidth());
    for (int lead : leads) {
      for (int i = 0; i < form.unitWidth(); i++) {
        int place = form.isBigEndian() ? form.unitWidth() - 1 - i : i;
        joined[length + place] = (byte) (lead >>> 8 * i);
      }
      int step = form.step(joined, 0, joined.length, false);
      boolean ended = Step.isIllFormed(step) || Step.isText(step);
      if (!ended || Step.length(step) > length) {
        throw new AssertionError("%s takes %x for a trail".formatted(prefix, lead));
      }
    }
  }

  private static int unit(EncodingForm form, byte[] bytes, int at) {
    int unit = 0;
    for (int i = 0; i < form.unitWidth(); i++) {
      int place = form.isBigEndian() ? i : form.unitWidth() - 1 - i;
      unit = unit << 8 | bytes[at + place] & 0xFF;
    }
    return unit;
  }
}
