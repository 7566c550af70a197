/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel;

import io.utflow.codec.form.EncodingForm;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One random text, encoded and perhaps damaged, inside larger arrays. Everything follows a seed.
 */
final class FuzzInput {
  private static final int[] EDGES = {
    0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFEFF, 0xFFFE,
    0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF
  };
  private static final int[] EDGE_BYTES = {
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xD7, 0xD8, 0xDB, 0xDC,
    0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF
  };
  private static final int[] EDGE_UNITS = {
    0x00, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000,
    0xFFFF
  };

  private final SplittableRandom random;

  FuzzInput(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Mostly short, for the ends of blocks; now and then long, for the bulk paths. */
  int[] text() {
    int length = random.nextInt(16) == 0 ? random.nextInt(600) : random.nextInt(70);
    int[] text = new int[length];
    for (int i = 0; i < length; ) {
      int style = random.nextInt(7);
      int run = 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 12);
      for (int stop = Math.min(length, i + run); i < stop; i++) {
        text[i] = scalar(style);
      }
    }
    return text;
  }

  private int scalar(int style) {
    return switch (style) {
      case 0 -> random.nextInt(0x80);
      case 1 -> random.nextInt(6) == 0 ? ' ' : random.nextInt(0x80, 0x800);
      case 2 -> random.nextInt(9) == 0 ? ' ' : threeBytes();
      case 3 -> random.nextInt(0x10000, 0x110000);
      case 4 -> EDGES[random.nextInt(EDGES.length)];
      case 5 -> scalar(random.nextInt(3));
      default -> random.nextInt(3) == 0 ? 0xE9 : random.nextInt(0x20, 0x7F);
    };
  }

  private int threeBytes() {
    int scalar = random.nextInt(0x800, 0xF800);
    return scalar < 0xD800 ? scalar : scalar + 0x800;
  }

  static byte[] encode(int[] text, EncodingForm form) {
    byte[] bytes = new byte[4 * text.length];
    int length = 0;
    for (int scalar : text) {
      length = form.write(scalar, bytes, length);
    }
    return Arrays.copyOf(bytes, length);
  }

  static char[] chars(int[] text) {
    return new String(text, 0, text.length).toCharArray();
  }

  /** Overwrites up to four bytes, in half of the inputs none. */
  void damage(byte[] bytes) {
    for (int i = damages(bytes.length); i > 0; i--) {
      boolean edge = random.nextBoolean();
      bytes[random.nextInt(bytes.length)] =
          (byte) (edge ? EDGE_BYTES[random.nextInt(EDGE_BYTES.length)] : random.nextInt(256));
    }
  }

  /** Overwrites up to four chars, in half of the inputs none. */
  void damage(char[] chars) {
    for (int i = damages(chars.length); i > 0; i--) {
      chars[random.nextInt(chars.length)] = (char) EDGE_UNITS[random.nextInt(EDGE_UNITS.length)];
    }
  }

  private int damages(int length) {
    return length == 0 || random.nextBoolean() ? 0 : 1 + random.nextInt(4);
  }

  /** A number from 0 to {@code bound}, often one of the two. */
  int upTo(int bound) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> bound;
      default -> random.nextInt(bound + 1);
    };
  }
}
