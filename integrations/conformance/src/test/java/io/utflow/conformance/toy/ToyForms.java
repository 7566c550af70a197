/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads one sequence of an encoding, plainly. Of legacy encodings the JDK knows the pairs. */
final class ToyForms {
  /**
   * What stands at a place.
   *
   * @param length its bytes; 0 if more have to come
   * @param text its text, or null if it is ill-formed
   */
  record Step(int length, @Nullable String text) {
    static final Step MORE = new Step(0, null);

    static Step illFormed(int length) {
      return new Step(length, null);
    }
  }

  private static final Map<String, String> CHARSETS =
      Map.of("Shift_JIS", "windows-31j", "EUC-KR", "x-windows-949", "Big5", "Big5-HKSCS");

  /** What the JDK does not have. */
  private static final Map<Integer, String> TWO_CHARACTERS =
      Map.of(
          0x8862,
          "\u00CA\u0304",
          0x8864,
          "\u00CA\u030C",
          0x88A3,
          "\u00EA\u0304",
          0x88A5,
          "\u00EA\u030C");

  private static final Map<String, Optional<String>> KNOWN = new ConcurrentHashMap<>();

  private final @Nullable Fault fault;

  ToyForms(@Nullable Fault fault) {
    this.fault = fault;
  }

  /** What stands at {@code at}; {@code end}: no byte will come after those that are there. */
  Step step(String encoding, byte[] bytes, int at, boolean end) {
    return switch (encoding) {
      case "UTF-8" -> utf8(bytes, at, end);
      case "UTF-16BE", "UTF-16LE" -> utf16(bytes, at, end, encoding.endsWith("LE"));
      case "UTF-32BE", "UTF-32LE" -> utf32(bytes, at, end, encoding.endsWith("LE"));
      case "windows-1252" -> windows1252(bytes[at] & 0xFF);
      default -> legacy(encoding, bytes, at, end);
    };
  }

  private Step utf8(byte[] bytes, int at, boolean end) {
    int lead = bytes[at] & 0xFF;
    if (lead < 0x80) {
      return new Step(1, String.valueOf((char) lead));
    }
    int length = lengthOfUtf8(lead);
    if (length == 0) {
      boolean lost = fault == Fault.CONTINUATION_LOST && lead < 0xC0;
      return new Step(1, lost ? "" : null);
    }
    int codePoint = lead & 0xFF >> length + 1;
    for (int i = 1; i < length; i++) {
      if (at + i == bytes.length) {
        return end ? Step.illFormed(i) : Step.MORE;
      }
      int next = bytes[at + i] & 0xFF;
      if (next < lowest(lead, i) || next > highest(lead, i)) {
        return Step.illFormed(i + (fault == Fault.NEXT_SWALLOWED ? 1 : 0));
      }
      codePoint = codePoint << 6 | next & 0x3F;
    }
    return new Step(length, text(codePoint));
  }

  private int lengthOfUtf8(int lead) {
    if (lead < (fault == Fault.OVERLONG_ACCEPTED ? 0xC0 : 0xC2)) {
      return 0;
    }
    if (lead < 0xF0) {
      return lead < 0xE0 ? 2 : 3;
    }
    if (lead >= 0xF8 && lead < 0xFE) {
      return fault == Fault.SIX_BYTES ? (lead < 0xFC ? 5 : 6) : 0;
    }
    return lead < (fault == Fault.BEYOND_ACCEPTED ? 0xF8 : 0xF5) ? 4 : 0;
  }

  private int lowest(int lead, int i) {
    if (i > 1 || fault == Fault.OVERLONG_ACCEPTED) {
      return 0x80;
    }
    return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  }

  private int highest(int lead, int i) {
    if (i == 1 && lead == 0xED && fault != Fault.SURROGATES_PASSED) {
      return 0x9F;
    }
    return i == 1 && lead == 0xF4 && fault != Fault.BEYOND_ACCEPTED ? 0x8F : 0xBF;
  }

  private String text(int codePoint) {
    boolean noncharacter = (codePoint & 0xFFFE) == 0xFFFE || codePoint >> 5 == 0xFDD0 >> 5;
    if (noncharacter && fault == Fault.NONCHARACTERS_REPLACED) {
      return "\uFFFD";
    }
    return codePoint > 0x10FFFF ? "?" : Character.toString(codePoint);
  }

  private Step utf16(byte[] bytes, int at, boolean end, boolean little) {
    int left = bytes.length - at;
    if (left == 1) {
      return end ? Step.illFormed(1) : Step.MORE;
    }
    char unit = (char) number(bytes, at, 2, little);
    if (!Character.isSurrogate(unit)) {
      return new Step(2, text(unit));
    }
    if (Character.isHighSurrogate(unit)) {
      if (left < 4) {
        return end ? Step.illFormed(left) : Step.MORE;
      }
      char low = (char) number(bytes, at + 2, 2, little);
      if (Character.isLowSurrogate(low)) {
        return new Step(4, text(Character.toCodePoint(unit, low)));
      }
      if (fault == Fault.NEXT_SWALLOWED) {
        return Step.illFormed(4);
      }
    }
    return new Step(2, fault == Fault.SURROGATES_PASSED ? String.valueOf(unit) : null);
  }

  private Step utf32(byte[] bytes, int at, boolean end, boolean little) {
    int left = bytes.length - at;
    if (left < 4) {
      return end ? Step.illFormed(left) : Step.MORE;
    }
    long value = number(bytes, at, 4, little);
    if (value > 0x10FFFF) {
      return new Step(4, fault == Fault.BEYOND_ACCEPTED ? "?" : null);
    }
    boolean surrogate = value >= 0xD800 && value <= 0xDFFF;
    return new Step(4, surrogate && fault != Fault.SURROGATES_PASSED ? null : text((int) value));
  }

  private static long number(byte[] bytes, int at, int length, boolean little) {
    long number = 0;
    for (int i = 0; i < length; i++) {
      number = number << 8 | bytes[at + (little ? length - 1 - i : i)] & 0xFF;
    }
    return number;
  }

  private Step windows1252(int b) {
    boolean control = b >= 0x80 && b < 0xA0;
    String known = control && fault != Fault.C1_CONTROLS ? known("windows-1252", b) : null;
    return new Step(1, known == null ? String.valueOf((char) b) : known);
  }

  private Step legacy(String encoding, byte[] bytes, int at, boolean end) {
    int lead = bytes[at] & 0xFF;
    Step alone = alone(encoding, lead);
    if (alone != null) {
      return alone;
    }
    if (at + 1 == bytes.length) {
      return end ? Step.illFormed(1) : Step.MORE;
    }
    int trail = bytes[at + 1] & 0xFF;
    if (encoding.equals("gb18030") && trail >= '0' && trail <= '9') {
      return fourBytes(bytes, at, end);
    }
    String text = known(encoding, lead, trail);
    if (text != null && trail < 0x80 && fault == Fault.TRAIL_IS_ASCII) {
      return Step.illFormed(1);
    }
    if (text != null) {
      return new Step(2, text);
    }
    String two = encoding.equals("Big5") ? TWO_CHARACTERS.get(lead << 8 | trail) : null;
    if (two != null) {
      return new Step(2, fault == Fault.ONE_OF_TWO ? two.substring(0, 1) : two);
    }
    boolean restored =
        trail < 0x80 ? fault != Fault.ASCII_SWALLOWED : fault == Fault.TRAIL_READ_AGAIN;
    return Step.illFormed(restored ? 1 : 2);
  }

  /** A byte that is no lead; null if it is one. */
  private @Nullable Step alone(String encoding, int b) {
    boolean japanese = encoding.equals("Shift_JIS");
    if (b < 0x80) {
      return new Step(1, String.valueOf((char) b));
    }
    if (b == 0x80 && encoding.equals("gb18030")) {
      return new Step(1, fault == Fault.NO_EURO ? null : "\u20AC");
    }
    if (japanese && (b == 0x80 || b >= 0xA1 && b <= 0xDF)) {
      String half = String.valueOf((char) (b == 0x80 ? 0x80 : b - 0xA1 + 0xFF61));
      return new Step(1, fault == Fault.NO_HALF_WIDTH ? null : half);
    }
    if (b == 0x80 || b == 0xFF || japanese && (b == 0xA0 || b > 0xFC)) {
      return new Step(1, fault == Fault.INVALID_IS_LATIN_1 ? String.valueOf((char) b) : null);
    }
    return null;
  }

  private Step fourBytes(byte[] bytes, int at, boolean end) {
    for (int i = 2; i < 4; i++) {
      if (at + i == bytes.length) {
        return end ? Step.illFormed(i) : Step.MORE;
      }
      int next = bytes[at + i] & 0xFF;
      if (i == 2 ? next < 0x81 || next > 0xFE : next < '0' || next > '9') {
        return Step.illFormed(fault == Fault.FOUR_SWALLOWED ? i + 1 : 1);
      }
    }
    String text =
        known(
            "gb18030",
            bytes[at] & 0xFF,
            bytes[at + 1] & 0xFF,
            bytes[at + 2] & 0xFF,
            bytes[at + 3] & 0xFF);
    return new Step(4, text == null && fault == Fault.NONE_IS_BLANK ? " " : text);
  }

  /** The text of a whole sequence in the JDK's table; null if there is none. */
  private static @Nullable String known(String encoding, int... sequence) {
    return KNOWN
        .computeIfAbsent(
            encoding + Arrays.toString(sequence),
            key -> Optional.ofNullable(ofTheJdk(encoding, sequence)))
        .orElse(null);
  }

  private static @Nullable String ofTheJdk(String encoding, int... sequence) {
    ByteBuffer bytes = ByteBuffer.allocate(sequence.length);
    for (int b : sequence) {
      bytes.put((byte) b);
    }
    try {
      CharBuffer text =
          Charset.forName(CHARSETS.getOrDefault(encoding, encoding))
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(bytes.flip());
      return text.toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
