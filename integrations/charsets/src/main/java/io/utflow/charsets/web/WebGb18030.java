/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.web;

import io.utflow.charsets.table.CharacterTable;
import io.utflow.charsets.table.SequenceTable;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * GBK and gb18030 of the web (§10): GB18030 of the JDK, with the differences of its editions. Four
 * bytes are the characters of plane 0 in their order, without those that two bytes were in the
 * edition of 2005; and all others.
 */
final class WebGb18030 extends WebIndex {
  /** A character of private use, the two bytes that it is written as, and what they are read as. */
  private static final String OF_2022 =
      """
      E78D=A6D9=FE10 E78E=A6DA=FE12 E78F=A6DB=FE11 E790=A6DC=FE13 E791=A6DD=FE14 E792=A6DE=FE15 \
      E793=A6DF=FE16 E794=A6EC=FE17 E795=A6ED=FE18 E796=A6F3=FE19 E81E=FE59=9FB4 E826=FE61=9FB5 \
      E82B=FE66=9FB6 E82C=FE67=9FB7 E832=FE6D=9FB8 E843=FE7E=9FB9 E854=FE90=9FBA E864=FEA0=9FBB""";

  private static final int EURO_BYTE = 0x80;
  private static final int EURO_SIGN = 0x20AC;
  private static final char EURO_PAIR = 0xA2E3;

  /** A private use character in the place of an ideographic space; it is never written. */
  private static final int UNWRITTEN = 0xE5E5;

  /** Pointer 7457 is of private use, and U+1E3F, whose turn it is, is two bytes. */
  private static final char SMALL_M_ACUTE = 0x1E3F;

  private static final char OF_POINTER_7457 = 0xE7C7;

  private static final int FIRST_OF_PLANES = 189_000;
  private static final int LAST_OF_PLANES = 1_237_575;

  private final Charset gb18030;
  private final boolean gbk;

  /** The characters of plane 0 by their pointers, in their order. */
  private volatile char @Nullable [] fourBytes;

  /**
   * @param gbk whether nothing is written in four bytes, and the euro sign in one
   */
  WebGb18030(Charset gb18030, boolean gbk) {
    this.gb18030 = gb18030;
    this.gbk = gbk;
  }

  @Override
  SequenceTable makeSequences() {
    SequenceTable jdks = SequenceTable.of(gb18030);
    Map<Integer, Integer> bytes = numbers(OF_2022, 1);
    Map<Integer, Integer> other = new HashMap<>();
    numbers(OF_2022, 2).forEach((old, scalar) -> other.put(bytes.get(old), scalar));
    other.put(0xA3A0, 0x3000);
    other.put(0xA8BC, (int) SMALL_M_ACUTE);
    return SequenceTable.of(
        WebGb18030::single,
        (first, second) -> other.getOrDefault(first << 8 | second, jdks.pair(first, second)));
  }

  private static int single(int b) {
    if (b == EURO_BYTE) {
      return EURO_SIGN;
    }
    return b < 0x80 ? b : b == 0xFF ? SequenceTable.INVALID : SequenceTable.PREFIX;
  }

  @Override
  void addWritten(char[] bytes) {
    bytes[EURO_SIGN] = gbk ? (char) EURO_BYTE : EURO_PAIR;
    numbers(OF_2022, 1).forEach((scalar, pair) -> bytes[scalar] = (char) (int) pair);
  }

  @Override
  int longer(byte[] src, int pos) {
    int pointer =
        (((src[pos] & 0xFF) - 0x81) * 10 + src[pos + 1] - '0') * 1260
            + ((src[pos + 2] & 0xFF) - 0x81) * 10
            + (src[pos + 3] - '0');
    if (pointer >= FIRST_OF_PLANES) {
      int scalar = pointer - FIRST_OF_PLANES + Character.MIN_SUPPLEMENTARY_CODE_POINT;
      return pointer <= LAST_OF_PLANES ? scalar : -1;
    }
    char[] characters = fourBytes();
    if (pointer >= characters.length) {
      return -1;
    }
    char c = characters[pointer];
    return c == SMALL_M_ACUTE ? OF_POINTER_7457 : c;
  }

  @Override
  int longerPacked(int scalar) {
    int pointer = gbk ? -1 : pointer(scalar);
    return pointer < 0 ? CharacterTable.UNMAPPED : packedPointer(pointer);
  }

  @Override
  boolean readsLonger(int scalar) {
    return pointer(scalar) >= 0;
  }

  /** The pointer of a character of four bytes; below 0 for none. */
  private int pointer(int scalar) {
    if (Character.isSupplementaryCodePoint(scalar)) {
      return scalar - Character.MIN_SUPPLEMENTARY_CODE_POINT + FIRST_OF_PLANES;
    }
    char c = scalar == OF_POINTER_7457 ? SMALL_M_ACUTE : (char) scalar;
    return scalar == SMALL_M_ACUTE ? -1 : Arrays.binarySearch(fourBytes(), c);
  }

  private static int packedPointer(int pointer) {
    return (0x81 + pointer / 12_600) << 24
        | ('0' + pointer / 1260 % 10) << 16
        | (0x81 + pointer / 10 % 126) << 8
        | ('0' + pointer % 10);
  }

  private char[] fourBytes() {
    char[] known = fourBytes;
    if (known == null) {
      known = makeFourBytes();
      fourBytes = known;
    }
    return known;
  }

  private char[] makeFourBytes() {
    boolean[] two = new boolean[Character.MAX_VALUE + 1];
    for (int first = 0x81; first < 0xFF; first++) {
      for (int second = 0; second < 0x100; second++) {
        int cell = sequences().pair(first, second);
        two[Math.max(cell, 0)] = true;
      }
    }
    numbers(OF_2022, 2)
        .forEach(
            (old, now) -> {
              two[old] = true;
              two[now] = false;
            });
    two[UNWRITTEN] = true;
    two[OF_POINTER_7457] = true;
    two[SMALL_M_ACUTE] = false;
    StringBuilder characters = new StringBuilder();
    for (int c = 0x80; c <= Character.MAX_VALUE; c++) {
      if (!two[c] && !Character.isSurrogate((char) c)) {
        characters.append((char) c);
      }
    }
    return characters.toString().toCharArray();
  }
}
