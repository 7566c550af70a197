/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An encoding in which each byte is one character of the Basic Multilingual Plane or none:
 * US-ASCII, ISO-8859-1 and windows-1252 as browsers read it, which are here; and all others of
 * which a table is given.
 */
public final class SingleByteForm implements EncodingForm {
  /** No byte: that of a character that is not written, or of no replacement. */
  public static final int NONE = -1;

  private static final int BYTES = 0x100;

  /** The bytes 80..9F of windows-1252 (WHATWG Encoding, index windows-1252). */
  private static final String WINDOWS_1252 =
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F"
          + "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

  /** US-ASCII: bytes of 80 and above are ill-formed. */
  public static final SingleByteForm US_ASCII = ofFirst(0x80, "");

  /** ISO-8859-1: each byte is the character of that number. */
  public static final SingleByteForm ISO_8859_1 = ofFirst(BYTES, "");

  /** windows-1252 as browsers read it: the five bytes without a character are controls. */
  public static final SingleByteForm WEB_WINDOWS_1252 = ofFirst(BYTES, WINDOWS_1252);

  /** The answer of {@link #step} for each byte. */
  private final int[] steps;

  private final IntUnaryOperator bytes;
  private final int replacementByte;
  private final boolean asciiTransparent;
  private final boolean latin1;
  private final boolean writtenInOneWay;

  /**
   * A form by its tables.
   *
   * @param steps the answer of {@link #step} for each byte
   * @param bytes the byte that a scalar value is written as, or {@link #NONE}
   * @param replacementByte the byte that is written for other characters; {@link #NONE} if this
   *     encoding cannot be written
   */
  public SingleByteForm(int[] steps, IntUnaryOperator bytes, int replacementByte) {
    this.steps = steps;
    this.bytes = bytes;
    this.replacementByte = replacementByte;
    this.asciiTransparent = beginsAsLatin1(0x80);
    this.latin1 = beginsAsLatin1(BYTES);
    this.writtenInOneWay = isWrittenInOneWay();
  }

  /**
   * The bytes below {@code count} are the characters of their numbers, with exceptions from 80 on.
   */
  private static SingleByteForm ofFirst(int count, String from80) {
    int[] steps = new int[BYTES];
    for (int b = 0; b < BYTES; b++) {
      boolean other = b >= 0x80 && b - 0x80 < from80.length();
      int scalar = other ? from80.charAt(b - 0x80) : b;
      steps[b] = b < count ? Step.scalar(scalar, 1) : Step.illFormed(Cause.INVALID_BYTE, 1);
    }
    return new SingleByteForm(
        steps,
        scalar -> {
          if (scalar < count && steps[scalar] == Step.scalar(scalar, 1)) {
            return scalar;
          }
          int index = from80.indexOf(scalar);
          return index < 0 ? NONE : 0x80 + index;
        },
        '?');
  }

  /** Whether the first bytes are the characters of their numbers, and so written. */
  private boolean beginsAsLatin1(int count) {
    for (int b = 0; b < count; b++) {
      boolean written = !writes() || byteOf(b) == b;
      if (steps[b] != Step.scalar(b, 1) || !written) {
        return false;
      }
    }
    return true;
  }

  /**
   * EBCDIC has two bytes for LF, and the JDK writes U+0085 as one of them. For a charset that
   * cannot be written, this tells whether no character has two bytes.
   */
  private boolean isWrittenInOneWay() {
    for (int b = 0; b < BYTES; b++) {
      int step = steps[b];
      if (Step.isScalar(step) && (writes() ? byteOf(Step.scalar(step)) : first(step)) != b) {
        return false;
      }
    }
    return true;
  }

  private int first(int step) {
    int b = 0;
    while (steps[b] != step) {
      b++;
    }
    return b;
  }

  /** The byte that a scalar value is written as, or {@link #NONE}. */
  public int byteOf(int scalar) {
    return bytes.applyAsInt(scalar);
  }

  /** The character of each byte, or {@code none}. */
  public char[] characters(char none) {
    char[] chars = new char[BYTES];
    for (int b = 0; b < BYTES; b++) {
      chars[b] = Step.isScalar(steps[b]) ? (char) Step.scalar(steps[b]) : none;
    }
    return chars;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    return steps[src[pos] & 0xFF];
  }

  @Override
  public boolean standsAlone(int scalar) {
    int written = byteOf(scalar);
    return written != NONE
        && Arrays.stream(steps).filter(step -> step == Step.scalar(scalar, 1)).count() == 1
        && steps[written] == Step.scalar(scalar, 1);
  }

  @Override
  public boolean writes() {
    return replacementByte != NONE;
  }

  /** U+FFFD where the byte of the replacement is no character that is written. */
  @Override
  public String replacement() {
    int step = writes() ? steps[replacementByte] : Step.NEEDS_MORE;
    boolean written = Step.isScalar(step) && canEncode(Step.scalar(step));
    return written ? String.valueOf((char) Step.scalar(step)) : "\uFFFD";
  }

  @Override
  public boolean canEncode(int scalar) {
    return byteOf(scalar) != NONE;
  }

  @Override
  public boolean canEncodeAll() {
    return false;
  }

  @Override
  public int encodedLength(int scalar) {
    return 1;
  }

  @Override
  public int write(int scalar, byte[] dst, int pos) {
    int written = byteOf(scalar);
    dst[pos] = (byte) (written == NONE ? replacementByte : written);
    return pos + 1;
  }

  @Override
  public int longestSequence() {
    return 1;
  }

  @Override
  public int maxBytesPerChar() {
    return 1;
  }

  @Override
  public boolean isAsciiTransparent() {
    return asciiTransparent;
  }

  @Override
  public boolean hasBytesOfLatin1() {
    return latin1;
  }

  @Override
  public @Nullable Charset charsetOfStrings() {
    return latin1 ? StandardCharsets.ISO_8859_1 : EncodingForm.super.charsetOfStrings();
  }

  @Override
  public boolean isSelfSynchronizing() {
    return writtenInOneWay;
  }
}
