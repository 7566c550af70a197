/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.form;

import io.utflow.codec.jdk.CharacterTable;
import io.utflow.codec.jdk.CharsetProbe;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A charset of the JDK in which each byte is one character of the Basic Multilingual Plane or none:
 * windows-1252, ISO-8859-1, KOI8-R, most of EBCDIC; or its table with what browsers have otherwise.
 */
public final class SingleByteForm extends CharsetForm {
  private static final int BYTES = 0x100;

  /** What {@link #step} answers for each byte. */
  private final int[] steps;

  private final boolean asciiTransparent;
  private final boolean writtenInOneWay;

  private SingleByteForm(Charset charset, CharacterTable characters, int[] steps) {
    super(charset, characters);
    this.steps = steps;
    this.asciiTransparent = readsAscii(steps) && writesAscii();
    this.writtenInOneWay = isWrittenInOneWay();
  }

  /** Whether the JDK decides each byte by itself. */
  static boolean fits(CharsetProbe probe) {
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decode((byte) b);
      boolean waits = text == null && !probe.wasRefused();
      if (waits || text != null && text.length() != 1) {
        return false;
      }
    }
    return true;
  }

  /** The form of a charset that {@linkplain #fits fits}. */
  static SingleByteForm of(Charset charset) {
    return new SingleByteForm(charset, characters(charset), steps(charset));
  }

  /**
   * The form of such a charset as browsers have it (WHATWG Encoding, §9): a byte from 80 to 9F that
   * is no character to the JDK is the control of that number.
   *
   * @param other bytes that are other characters than the JDK's
   */
  public static SingleByteForm ofWeb(Charset charset, Map<Integer, Integer> other) {
    int[] steps = steps(charset);
    Map<Integer, Integer> added = new HashMap<>(other);
    Map<Integer, Integer> characters = new HashMap<>();
    for (int b = 0x80; b < BYTES; b++) {
      if (b < 0xA0 && !Step.isScalar(steps[b])) {
        added.putIfAbsent(b, b);
      }
      if (added.containsKey(b) && Step.isScalar(steps[b])) {
        characters.put(Step.scalar(steps[b]), CharacterTable.UNMAPPED);
      }
    }
    added.forEach(
        (b, scalar) -> {
          characters.put(scalar, b);
          steps[b] = Step.scalar(scalar, 1);
        });
    return new SingleByteForm(charset, characters(charset).with(characters), steps);
  }

  private static CharacterTable characters(Charset charset) {
    return new CharacterTable(charset, CharacterTable::packed);
  }

  private static int[] steps(Charset charset) {
    CharsetProbe probe = new CharsetProbe(charset);
    int[] steps = new int[BYTES];
    for (int b = 0; b < BYTES; b++) {
      String text = probe.decode((byte) b);
      Cause cause = probe.wasMalformed() ? Cause.INVALID_BYTE : Cause.UNMAPPED;
      steps[b] = text == null ? Step.illFormed(cause, 1) : Step.scalar(text.charAt(0), 1);
    }
    return steps;
  }

  private static boolean readsAscii(int[] steps) {
    for (int ascii = 0; ascii < 0x80; ascii++) {
      if (steps[ascii] != Step.scalar(ascii, 1)) {
        return false;
      }
    }
    return true;
  }

  /** EBCDIC has two bytes for LF, and the JDK writes U+0085 as one of them. */
  private boolean isWrittenInOneWay() {
    Set<Integer> scalars = new HashSet<>();
    for (int b = 0; b < BYTES; b++) {
      int step = steps[b];
      boolean other = Step.isScalar(step) && characters().get(Step.scalar(step)) != b;
      if (other && writes() || Step.isScalar(step) && !scalars.add(Step.scalar(step))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean standsAlone(int scalar) {
    int written = characters().get(scalar);
    return written != CharacterTable.UNMAPPED
        && Arrays.stream(steps).filter(step -> step == Step.scalar(scalar, 1)).count() == 1
        && steps[written] == Step.scalar(scalar, 1);
  }

  /** The character of each byte, or {@code none}. */
  public char[] characters(char none) {
    char[] characters = new char[BYTES];
    for (int b = 0; b < BYTES; b++) {
      characters[b] = Step.isScalar(steps[b]) ? (char) Step.scalar(steps[b]) : none;
    }
    return characters;
  }

  @Override
  public int step(byte[] src, int pos, int end, boolean atEnd) {
    return steps[src[pos] & 0xFF];
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
  public boolean isSelfSynchronizing() {
    return writtenInOneWay;
  }
}
