/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import static io.utflow.codec.IllFormedCause.BYTE_ORDER_MARK;
import static io.utflow.codec.IllFormedCause.INVALID_BYTE;
import static io.utflow.codec.IllFormedCause.OUT_OF_RANGE;
import static io.utflow.codec.IllFormedCause.OVERLONG;
import static io.utflow.codec.IllFormedCause.SURROGATE;
import static io.utflow.codec.IllFormedCause.TRUNCATED;
import static io.utflow.codec.IllFormedCause.UNEXPECTED_CONTINUATION;
import static io.utflow.codec.IllFormedCause.UNPAIRED_HIGH_SURROGATE;
import static io.utflow.codec.IllFormedCause.UNPAIRED_LOW_SURROGATE;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Reading.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a whole stream of bytes says, in another formulation than the library's and with none of its
 * code: UTF-8 by the rows of Table 3-7, UTF-16 and UTF-32 by lists of code units. Slow and plain.
 */
public final class ReferenceDecoder {

  /**
   * The Unicode Standard, Table 3-7, Well-Formed UTF-8 Byte Sequences: a row is the first and last
   * value of each byte.
   */
  private static final int[][] TABLE_3_7 = {
    {0x00, 0x7F},
    {0xC2, 0xDF, 0x80, 0xBF},
    {0xE0, 0xE0, 0xA0, 0xBF, 0x80, 0xBF},
    {0xE1, 0xEC, 0x80, 0xBF, 0x80, 0xBF},
    {0xED, 0xED, 0x80, 0x9F, 0x80, 0xBF},
    {0xEE, 0xEF, 0x80, 0xBF, 0x80, 0xBF},
    {0xF0, 0xF0, 0x90, 0xBF, 0x80, 0xBF, 0x80, 0xBF},
    {0xF1, 0xF3, 0x80, 0xBF, 0x80, 0xBF, 0x80, 0xBF},
    {0xF4, 0xF4, 0x80, 0x8F, 0x80, 0xBF, 0x80, 0xBF},
  };

  /** The signatures of the Unicode UTF and BOM FAQ. */
  private static final Map<TextEncoding, byte[]> SIGNATURES =
      Map.of(
          TextEncoding.UTF_8, hex("EFBBBF"),
          TextEncoding.UTF_16BE, hex("FEFF"),
          TextEncoding.UTF_16LE, hex("FFFE"),
          TextEncoding.UTF_32BE, hex("0000FEFF"),
          TextEncoding.UTF_32LE, hex("FFFE0000"));

  private ReferenceDecoder() {}

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /** What {@code bytes} say if they are a whole stream. */
  public static Reading read(TextEncoding encoding, BomPolicy bom, byte[] bytes) {
    return read(encoding, bom, bytes, true);
  }

  /**
   * What {@code bytes} say whatever follows them: all that a decoder may and must have delivered
   * when it has seen these bytes of a longer stream (law L3).
   */
  public static Reading readPrefix(TextEncoding encoding, BomPolicy bom, byte[] bytes) {
    return read(encoding, bom, bytes, false);
  }

  private static Reading read(TextEncoding encoding, BomPolicy bom, byte[] bytes, boolean ended) {
    if (ReferenceForms.knows(encoding)) {
      return ReferenceForms.read(encoding, bytes, !ended);
    }
    if (ReferenceVariants.knows(encoding)) {
      return ReferenceVariants.read(encoding, bytes, !ended);
    }
    List<TextEncoding> sought = soughtMarks(encoding, bom);
    boolean couldBecomeMark =
        sought.stream().anyMatch(mark -> isProperPrefix(bytes, SIGNATURES.get(mark)));
    boolean fixed = Encodings.withoutMark(encoding) == encoding && bom != BomPolicy.SNIFF;
    if (couldBecomeMark && !ended) {
      return new Reading(fixed ? encoding : null, 0, List.of());
    }
    TextEncoding found = null;
    for (TextEncoding mark : sought) {
      boolean longer = found == null || SIGNATURES.get(mark).length > SIGNATURES.get(found).length;
      if (longer && startsWith(bytes, SIGNATURES.get(mark))) {
        found = mark;
      }
    }
    if (bom == BomPolicy.REQUIRE && found == null) {
      Token missing = Token.illFormed(0, 0, BYTE_ORDER_MARK, couldBecomeMark);
      return new Reading(fixed ? encoding : null, 0, List.of(missing));
    }
    return readMarked(encoding, bom, bytes, ended, found);
  }

  private static Reading readMarked(
      TextEncoding encoding,
      BomPolicy bom,
      byte[] bytes,
      boolean ended,
      @Nullable TextEncoding mark) {
    List<Token> tokens = new ArrayList<>();
    int from = mark == null || bom == BomPolicy.KEEP ? 0 : SIGNATURES.get(mark).length;
    TextEncoding resolved = mark == null ? Encodings.withoutMark(encoding) : mark;
    if (mark != null && bom == BomPolicy.STRICT && hasOrderInName(encoding)) {
      tokens.add(Token.illFormed(0, from, BYTE_ORDER_MARK, false));
      resolved = encoding;
    }
    readText(resolved, bytes, from, tokens);
    if (!ended) {
      tokens.removeIf(Token::endOfInput);
    }
    return new Reading(resolved, from, tokens);
  }

  // Byte order marks, by the table "BomPolicy" of the design.

  /** The encodings whose signature is looked for; under STRICT the reversed one, to refuse it. */
  private static List<TextEncoding> soughtMarks(TextEncoding encoding, BomPolicy bom) {
    if (bom == BomPolicy.SNIFF) {
      return List.copyOf(SIGNATURES.keySet());
    }
    if (encoding.name().equals("UTF-16")) {
      return List.of(TextEncoding.UTF_16BE, TextEncoding.UTF_16LE);
    }
    if (encoding.name().equals("UTF-32")) {
      return List.of(TextEncoding.UTF_32BE, TextEncoding.UTF_32LE);
    }
    if (bom == BomPolicy.STRIP || bom == BomPolicy.REQUIRE) {
      return List.of(encoding);
    }
    if (encoding == TextEncoding.UTF_8) {
      return bom == BomPolicy.KEEP ? List.of() : List.of(encoding);
    }
    return bom == BomPolicy.STRICT ? List.of(mirror(encoding)) : List.of();
  }

  private static boolean hasOrderInName(TextEncoding encoding) {
    return encoding.name().endsWith("E");
  }

  private static TextEncoding mirror(TextEncoding encoding) {
    String family = encoding.name().substring(0, "UTF-16".length());
    return TextEncoding.forName(family + (isLittleEndian(encoding) ? "BE" : "LE"));
  }

  private static boolean isLittleEndian(TextEncoding encoding) {
    return encoding.name().endsWith("LE");
  }

  private static boolean startsWith(byte[] bytes, byte[] start) {
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static boolean isProperPrefix(byte[] bytes, byte[] whole) {
    return bytes.length < whole.length && startsWith(whole, bytes);
  }

  // Text.

  private static void readText(TextEncoding encoding, byte[] bytes, int from, List<Token> tokens) {
    switch (encoding.name()) {
      case "UTF-8" -> readUtf8(bytes, from, tokens);
      case "UTF-16BE", "UTF-16LE" ->
          readUtf16(units(bytes, from, 2, isLittleEndian(encoding)), bytes.length, from, tokens);
      case "UTF-32BE", "UTF-32LE" ->
          readUtf32(units(bytes, from, 4, isLittleEndian(encoding)), bytes.length, from, tokens);
      default -> throw new IllegalArgumentException("not of one byte order: " + encoding);
    }
  }

  private static void readUtf8(byte[] bytes, int from, List<Token> tokens) {
    for (int at = from; at < bytes.length; ) {
      int length = 0;
      int rowLength = 0;
      for (int[] row : TABLE_3_7) {
        int permitted = permittedBytes(row, bytes, at);
        if (permitted > length) {
          length = permitted;
          rowLength = row.length / 2;
        }
      }
      if (length > 0 && length == rowLength) {
        tokens.add(Token.scalar(at, length, value(bytes, at, length)));
      } else {
        length = Math.max(length, 1);
        boolean byEnd = at + length == bytes.length && rowLength > 0;
        tokens.add(Token.illFormed(at, length, utf8Cause(bytes, at), byEnd));
      }
      at += length;
    }
  }

  /** How many bytes at {@code at} the row permits, from its first column on. */
  private static int permittedBytes(int[] row, byte[] bytes, int at) {
    int n = 0;
    while (2 * n < row.length && at + n < bytes.length) {
      int b = bytes[at + n] & 0xFF;
      if (b < row[2 * n] || b > row[2 * n + 1]) {
        break;
      }
      n++;
    }
    return n;
  }

  /** The value that the pattern of Table 3-6 spells, whether or not it is a scalar value. */
  private static int value(byte[] bytes, int at, int length) {
    int value = length == 1 ? bytes[at] : bytes[at] & 0x7F >> length;
    for (int i = 1; i < length; i++) {
      value = value << 6 | bytes[at + i] & 0x3F;
    }
    return value;
  }

  /**
   * Why a maximal subpart is ill-formed: all values that the lead byte, and a continuation byte
   * directly behind it, could have spelt by the pattern of Table 3-6, lie below the first value of
   * that pattern, among the surrogates, or beyond the last scalar value; else it was cut off.
   */
  private static IllFormedCause utf8Cause(byte[] bytes, int at) {
    int lead = bytes[at] & 0xFF;
    int length = Integer.numberOfLeadingZeros(~(lead << 24));
    if (length == 1) {
      return UNEXPECTED_CONTINUATION;
    }
    if (length > 4) {
      return INVALID_BYTE;
    }
    boolean continued = at + 1 < bytes.length && (bytes[at + 1] & 0xC0) == 0x80;
    int known = continued ? 2 : 1;
    int openBits = 6 * (length - known);
    int lowest = value(bytes, at, length, known) << openBits;
    int highest = lowest | (1 << openBits) - 1;
    int firstOfPattern = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    if (highest < firstOfPattern) {
      return OVERLONG;
    }
    if (lowest > 0x10FFFF) {
      return OUT_OF_RANGE;
    }
    return lowest >= 0xD800 && highest <= 0xDFFF ? SURROGATE : TRUNCATED;
  }

  private static int value(byte[] bytes, int at, int length, int known) {
    int value = bytes[at] & 0x7F >> length;
    return known == 1 ? value : value << 6 | bytes[at + 1] & 0x3F;
  }

  /** The whole code units of {@code size} bytes. */
  private static List<Long> units(byte[] bytes, int from, int size, boolean little) {
    List<Long> units = new ArrayList<>();
    for (int at = from; at + size <= bytes.length; at += size) {
      long unit = 0;
      for (int i = 0; i < size; i++) {
        unit = unit << 8 | bytes[little ? at + size - 1 - i : at + i] & 0xFF;
      }
      units.add(unit);
    }
    return units;
  }

  private static void readUtf16(List<Long> units, int end, int from, List<Token> tokens) {
    boolean halfUnit = (end - from) % 2 == 1;
    for (int i = 0; i < units.size(); i++) {
      int at = from + 2 * i;
      long unit = units.get(i);
      boolean last = i == units.size() - 1;
      if (isLow(unit)) {
        tokens.add(Token.illFormed(at, 2, UNPAIRED_LOW_SURROGATE, false));
      } else if (!isHigh(unit)) {
        tokens.add(Token.scalar(at, 2, (int) unit));
      } else if (!last && isLow(units.get(i + 1))) {
        long pair = (unit - 0xD800) * 0x400 + (units.get(i + 1) - 0xDC00) + 0x10000;
        tokens.add(Token.scalar(at, 4, (int) pair));
        i++;
      } else if (last && halfUnit) {
        tokens.add(Token.illFormed(at, 3, TRUNCATED, true));
        return;
      } else {
        tokens.add(Token.illFormed(at, 2, UNPAIRED_HIGH_SURROGATE, last));
      }
    }
    if (halfUnit) {
      tokens.add(Token.illFormed(end - 1, 1, TRUNCATED, true));
    }
  }

  private static boolean isHigh(long unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
  }

  private static boolean isLow(long unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
  }

  private static void readUtf32(List<Long> units, int end, int from, List<Token> tokens) {
    int at = from;
    for (long unit : units) {
      if (unit > 0x10FFFF) {
        tokens.add(Token.illFormed(at, 4, OUT_OF_RANGE, false));
      } else if (isHigh(unit) || isLow(unit)) {
        tokens.add(Token.illFormed(at, 4, SURROGATE, false));
      } else {
        tokens.add(Token.scalar(at, 4, (int) unit));
      }
      at += 4;
    }
    if (at < end) {
      tokens.add(Token.illFormed(at, end - at, TRUNCATED, true));
    }
  }
}
