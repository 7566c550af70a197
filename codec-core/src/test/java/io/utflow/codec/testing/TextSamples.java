/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Random streams of bytes: text in many scripts, with and without a mark, whole and damaged. */
public final class TextSamples {
  /** Both sides of every border that an encoding form draws, and of every kind of character. */
  private static final int[] BORDERS = {
    0x00, 0x0A, 0x0D, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD,
    0xFFFE, 0xFFFF, 0x10000, 0x1F642, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF
  };

  /** The first scalar value of some scripts; a sample takes from 64 of each. */
  private static final int[] SCRIPTS = {0x20, 0x400, 0x5D0, 0x620, 0x905, 0x3041, 0x4E00, 0x1F600};

  private static final List<String> SIGNATURES =
      List.of("EFBBBF", "FEFF", "FFFE", "0000FEFF", "FFFE0000");

  /** Bytes that begin, go on with or break off sequences in one encoding or another. */
  private static final int[] CRITICAL_BYTES = {
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBB, 0xBF, 0xC0, 0xC2, 0xD8, 0xDC, 0xDF, 0xE0,
    0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE, 0xFF
  };

  private final Random random;

  /** The same samples for the same seed. */
  public TextSamples(long seed) {
    this.random = new Random(seed);
  }

  /** What the samples are drawn with, for further choices. */
  public Random random() {
    return random;
  }

  /** Well-formed text. */
  public String text(int characters) {
    StringBuilder text = new StringBuilder();
    while (characters > 0) {
      int run = Math.min(characters, 1 + random.nextInt(20));
      int script = SCRIPTS[random.nextInt(SCRIPTS.length)];
      boolean borders = random.nextInt(3) == 0;
      for (int i = 0; i < run; i++) {
        int border = BORDERS[random.nextInt(BORDERS.length)];
        text.appendCodePoint(borders ? border : script + random.nextInt(64));
      }
      characters -= run;
    }
    return text.toString();
  }

  /** The characters of {@code alphabet} in any order. */
  public String of(String alphabet, int characters) {
    int[] some = alphabet.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < characters; i++) {
      text.appendCodePoint(some[random.nextInt(some.length)]);
    }
    return text.toString();
  }

  /** A stream that may begin with some mark, or a part of one, and may be damaged. */
  public byte[] stream(TextEncoding encoding, int characters) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (random.nextInt(3) == 0) {
      byte[] mark = HexFormat.of().parseHex(SIGNATURES.get(random.nextInt(SIGNATURES.size())));
      boolean whole = random.nextInt(4) > 0;
      bytes.write(mark, 0, whole ? mark.length : random.nextInt(mark.length));
    }
    bytes.writeBytes(ReferenceEncoder.encode(encoding, text(random.nextInt(characters + 1))));
    return random.nextInt(4) == 0 ? bytes.toByteArray() : damaged(bytes.toByteArray());
  }

  /** The same bytes with a few of them overwritten, inserted, left out or swapped. */
  public byte[] damaged(byte[] bytes) {
    byte[] result = bytes;
    for (int wounds = 1 + random.nextInt(4); wounds > 0; wounds--) {
      result = damagedOnce(result);
    }
    return result;
  }

  private byte[] damagedOnce(byte[] bytes) {
    if (bytes.length == 0) {
      return new byte[] {criticalByte()};
    }
    int at = random.nextInt(bytes.length);
    byte[] result = bytes.clone();
    switch (random.nextInt(5)) {
      case 0 -> result[at] = criticalByte();
      case 1 -> result[at] = (byte) random.nextInt(256);
      case 2 -> {
        result = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, result, at + 1, bytes.length - at);
        result[at] = criticalByte();
      }
      case 3 -> {
        result = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, at + 1, result, at, bytes.length - at - 1);
      }
      default -> {
        int other = random.nextInt(bytes.length);
        result[at] = bytes[other];
        result[other] = bytes[at];
      }
    }
    return result;
  }

  private byte criticalByte() {
    return (byte) CRITICAL_BYTES[random.nextInt(CRITICAL_BYTES.length)];
  }
}
