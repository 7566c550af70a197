/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.StreamCheck;
import io.utflow.codec.testing.Surface;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every short stream over the values at which an encoding form changes its mind. */
class ExhaustiveTest {
  /** A sample takes one word in so many: a prime, so that each letter occurs at each place. */
  private static final int SAMPLED = 31;

  /** Every bound of Table 3-7. */
  private static final int[] BOUNDS_OF_TABLE_3_7 = {
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
    0xF0, 0xF1, 0xF3, 0xF4
  };

  /** Borders of the UTF-16 classes, and units that are another class with their bytes swapped. */
  private static final int[] UTF_16_UNITS = {
    0x0000, 0x0041, 0x00D8, 0x00DC, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFE,
    0xFFFF
  };

  /** Borders of the UTF-32 classes, and units that are another class with their bytes swapped. */
  private static final long[] UTF_32_UNITS = {
    0x0,
    0x41,
    0xD7FF,
    0xD800,
    0xDFFF,
    0xE000,
    0xFEFF,
    0xFFFF,
    0x10000,
    0x10FFFF,
    0x110000,
    0xD80000,
    0x7FFFFFFF,
    0x80000000L,
    0xFF100000L,
    0xFFFE0000L,
    0xFFFFFFFFL
  };

  @Test
  void utf8() {
    TreeSet<Integer> values = new TreeSet<>(List.of(0x41, 0xC0, 0xC1, 0xF5, 0xF7, 0xF8, 0xFF));
    for (int bound : BOUNDS_OF_TABLE_3_7) {
      values.addAll(List.of(Math.max(0, bound - 1), bound, bound + 1));
    }
    List<byte[]> alphabet = new ArrayList<>();
    values.forEach(value -> alphabet.add(new byte[] {value.byteValue()}));
    ExhaustiveCheck check = new ExhaustiveCheck(TextEncoding.UTF_8, BomPolicy.KEEP);
    forEachWord(alphabet, 4, check::everyCut);
    assertThat(check.streams())
        .isGreaterThan((long) Math.pow(values.size(), 4) / (Product.isSampled() ? 32 : 1));
  }

  static List<TextEncoding> utf16() {
    return List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE);
  }

  @ParameterizedTest
  @MethodSource("utf16")
  void utf16(TextEncoding encoding) {
    List<byte[]> alphabet = new ArrayList<>();
    for (int unit : UTF_16_UNITS) {
      alphabet.add(unit(unit, 2, encoding));
    }
    ExhaustiveCheck check = new ExhaustiveCheck(encoding, BomPolicy.KEEP);
    forEachWord(alphabet, 3, word -> withOddBytes(word, check::everyCut));
    forEachWord(alphabet, 4, word -> withOddBytes(word, check::wholeAndBytewise));
    assertThat(check.streams()).isPositive();
  }

  private static void withOddBytes(byte[] word, Consumer<byte[]> check) {
    check.accept(word);
    for (int odd : new int[] {0x00, 0x41, 0xD8, 0xDC, 0xFF}) {
      byte[] bytes = Arrays.copyOf(word, word.length + 1);
      bytes[word.length] = (byte) odd;
      check.accept(bytes);
    }
  }

  static List<TextEncoding> utf32() {
    return List.of(TextEncoding.UTF_32BE, TextEncoding.UTF_32LE);
  }

  @ParameterizedTest
  @MethodSource("utf32")
  void utf32(TextEncoding encoding) {
    List<byte[]> alphabet = new ArrayList<>();
    for (long unit : UTF_32_UNITS) {
      alphabet.add(unit(unit, 4, encoding));
    }
    ExhaustiveCheck check = new ExhaustiveCheck(encoding, BomPolicy.KEEP);
    // The tails are the proper prefixes of each unit.
    forEachWord(
        alphabet,
        3,
        word -> {
          for (int length = Math.max(0, word.length - 3); length <= word.length; length++) {
            check.wholeAndBytewise(Arrays.copyOf(word, length));
          }
        });
    forEachWord(alphabet, 2, check::everyCut);
    assertThat(check.streams()).isPositive();
  }

  private static byte[] unit(long value, int size, TextEncoding encoding) {
    byte[] bytes = new byte[size];
    boolean little = encoding.name().endsWith("LE");
    for (int i = 0; i < size; i++) {
      bytes[little ? i : size - 1 - i] = (byte) (value >>> 8 * i);
    }
    return bytes;
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  /** Every short stream over the bytes of the marks, under every policy for them. */
  @ParameterizedTest
  @MethodSource("encodings")
  void byteOrderMarks(TextEncoding encoding) {
    List<byte[]> alphabet = new ArrayList<>();
    for (String value : List.of("00", "41", "BB", "BF", "EF", "FE", "FF")) {
      alphabet.add(HexFormat.of().parseHex(value));
    }
    for (BomPolicy bom : BomPolicy.values()) {
      if (bom != BomPolicy.REQUIRE) {
        ExhaustiveCheck check = new ExhaustiveCheck(encoding, bom);
        forEachWord(alphabet, 4, check::everyCut);
        forEachWord(alphabet, 5, check::wholeAndBytewise);
        assertThat(check.streams()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void requiredByteOrderMarks(TextEncoding encoding) {
    List<byte[]> alphabet = new ArrayList<>();
    for (String value : List.of("00", "41", "BB", "BF", "EF", "FE", "FF")) {
      alphabet.add(HexFormat.of().parseHex(value));
    }
    Surface surface = CoreSurfaces.charBuffer(BufferKind.HEAP, false);
    forEachWord(
        alphabet,
        4,
        word -> {
          StreamCheck check =
              new StreamCheck(encoding, BomPolicy.REQUIRE, PolicyCase.ALL.get(0), 64, word);
          check.run(surface, Cuts.whole(word), true);
          check.run(surface, Cuts.bytewise(word), true);
        });
  }

  /** All words of at most so many letters. */
  private static void forEachWord(List<byte[]> alphabet, int letters, Consumer<byte[]> action) {
    int[] number = {0};
    forEachWord(
        new byte[0],
        alphabet,
        letters,
        word -> {
          if (Product.takes(number[0]++, SAMPLED)) {
            action.accept(word);
          }
        });
  }

  private static void forEachWord(
      byte[] start, List<byte[]> alphabet, int letters, Consumer<byte[]> action) {
    action.accept(start);
    if (letters > 0) {
      for (byte[] letter : alphabet) {
        byte[] word = Arrays.copyOf(start, start.length + letter.length);
        System.arraycopy(letter, 0, word, start.length, letter.length);
        forEachWord(word, alphabet, letters - 1, action);
      }
    }
  }

  static List<TextEncoding> schemes() {
    return Encodings.SCHEMES;
  }

  /**
   * Every scalar value, cut everywhere and byte by byte, in one long stream for each cut so that
   * U+FEFF and U+FFFE are no byte order marks.
   */
  @ParameterizedTest
  @MethodSource("schemes")
  void everyScalarValue(TextEncoding encoding) {
    TextDecoder[] cutAfter = {
      inText(encoding), inText(encoding), inText(encoding), inText(encoding)
    };
    TextDecoder bytewise = inText(encoding);
    CharBuffer out = CharBuffer.allocate(8);
    long count = 0;
    for (int scalar = 0; scalar <= 0x10FFFF; scalar++) {
      if (scalar == 0xD800) {
        scalar = 0xE000;
      }
      count++;
      if (!Product.takes(scalar, 64) && (scalar + 1 & 0x7E) != 0) {
        continue;
      }
      ByteBuffer in = ByteBuffer.wrap(ReferenceEncoder.encode(encoding, scalar));
      int length = in.capacity();
      for (int cut = 0; cut < length; cut++) {
        cutAfter[cut].decode(in.position(0).limit(cut), out, false);
        cutAfter[cut].decode(in.limit(length), out, false);
        requireOnly(scalar, out.flip(), encoding);
        out.clear();
      }
      for (int at = 0; at < length; at++) {
        bytewise.decode(in.position(at).limit(at + 1), out, false);
      }
      requireOnly(scalar, out.flip(), encoding);
      out.clear();
    }
    assertThat(count).isEqualTo(1_112_064);
  }

  /** A decoder that is past the place of a byte order mark. */
  private static TextDecoder inText(TextEncoding encoding) {
    TextDecoder decoder = DecoderSpec.of(encoding).onMalformed(MalformedPolicy.REPORT).newDecoder();
    decoder.decode(ByteBuffer.wrap(ReferenceEncoder.encode(encoding, 'A')), false);
    return decoder;
  }

  private static void requireOnly(int scalar, CharSequence text, TextEncoding encoding) {
    boolean same =
        text.length() == (scalar < 0x10000 ? 1 : 2) && Character.codePointAt(text, 0) == scalar;
    if (!same) {
      throw new AssertionError("U+%04X in %s became '%s'".formatted(scalar, encoding, text));
    }
  }
}
