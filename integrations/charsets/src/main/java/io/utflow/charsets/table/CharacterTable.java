/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.table;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * The bytes of each character in an encoding, up to four, packed in an {@code int}. Pages of 256
 * characters are made when one of them is first asked for, so text in one script costs a few KiB,
 * and all there is 4 MiB. Thread-safe.
 */
public final class CharacterTable {
  /** A character that has no place in the charset. */
  public static final int UNMAPPED = -1;

  private static final int PAGE = 0x100;
  private static final int PAGES = (Character.MAX_CODE_POINT + 1) / PAGE;

  private final Supplier<IntUnaryOperator> packed;
  private final AtomicReferenceArray<int[]> pages = new AtomicReferenceArray<>(PAGES);

  /** A table by what answers for each character. */
  public CharacterTable(IntUnaryOperator packed) {
    this(() -> packed);
  }

  /** The supplied function answers for the characters of one page. */
  public CharacterTable(Supplier<IntUnaryOperator> packed) {
    this.packed = packed;
  }

  /** The bytes of a character, the last in the lowest; or {@link #UNMAPPED}. */
  public int get(int scalar) {
    return page(scalar >>> 8)[scalar & 0xFF];
  }

  /** A table of the same charset, in which some characters are other bytes, packed, or none. */
  public CharacterTable with(Map<Integer, Integer> other) {
    CharacterTable table = new CharacterTable(packed);
    other.forEach((scalar, packed) -> table.page(scalar >>> 8)[scalar & 0xFF] = packed);
    return table;
  }

  private int[] page(int index) {
    int[] page = pages.get(index);
    return page == null ? made(index) : page;
  }

  private int[] made(int index) {
    int[] page = new int[PAGE];
    IntUnaryOperator answers = packed.get();
    Arrays.setAll(page, i -> answers.applyAsInt(index << 8 | i));
    pages.set(index, page);
    return page;
  }

  /** Packs up to four bytes. */
  public static int packed(byte[] bytes) {
    int packed = 0;
    for (byte b : bytes) {
      packed = packed << 8 | b & 0xFF;
    }
    return packed;
  }

  /** How many bytes are packed: no sequence of several begins with 00. */
  public static int length(int packed) {
    return packed >>> 8 == 0 ? 1 : 4 - (Integer.numberOfLeadingZeros(packed) >>> 3);
  }

  /** Writes packed bytes; the caller has made room for them. Returns the position after them. */
  public static int write(int packed, byte[] dst, int pos) {
    int length = length(packed);
    for (int i = 0; i < length; i++) {
      dst[pos + i] = (byte) (packed >>> 8 * (length - 1 - i));
    }
    return pos + length;
  }
}
