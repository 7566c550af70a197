/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.testing;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * The indexes of the WHATWG Encoding Standard (§5), by pointers. Their characters are those that
 * single sequences are read as, which {@code WebIndexesTest} and {@code WebEncodingsTest} hold
 * against hashes of the standard's tables; an entry that is none is 0.
 */
final class StandardIndexes {
  private static final Map<String, int[]> FOUND = new ConcurrentHashMap<>();

  private StandardIndexes() {}

  private static int[] index(String name, String label, int length, IntFunction<byte[]> bytes) {
    return FOUND.computeIfAbsent(name, any -> made(label, length, bytes));
  }

  private static int[] made(String label, int length, IntFunction<byte[]> bytes) {
    DecoderSpec spec = DecoderSpec.of(TextEncoding.forWebLabel(label));
    int[] index = new int[length];
    for (int pointer = 0; pointer < length; pointer++) {
      String text = spec.decode(bytes.apply(pointer));
      boolean one = text.codePointCount(0, text.length()) == 1 && !text.equals("\uFFFD");
      index[pointer] = one ? text.codePointAt(0) : 0;
    }
    return index;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** Of a single-byte encoding. */
  static int[] single(String label) {
    return index(label, label, 0x80, pointer -> bytes(pointer + 0x80));
  }

  static int[] big5() {
    return index(
        "Big5",
        "big5",
        126 * 157,
        p -> bytes(p / 157 + 0x81, p % 157 + (p % 157 < 0x3F ? 0x40 : 0x62)));
  }

  static int[] eucKr() {
    return index("EUC-KR", "euc-kr", 126 * 190, p -> bytes(p / 190 + 0x81, p % 190 + 0x41));
  }

  static int[] gb18030() {
    return index(
        "gb18030",
        "gb18030",
        126 * 190,
        p -> bytes(p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41)));
  }

  /** Of Shift_JIS, which has more rows than two bytes of EUC-JP; private use is none of it. */
  static int[] jis0208() {
    int[] index =
        index(
            "jis0208",
            "shift_jis",
            60 * 188,
            p ->
                bytes(
                    p / 188 + (p / 188 < 0x1F ? 0x81 : 0xC1),
                    p % 188 + (p % 188 < 0x3F ? 0x40 : 0x41)));
    Arrays.fill(index, 8836, 10716, 0);
    return index;
  }

  static int[] jis0212() {
    return index("jis0212", "euc-jp", 94 * 94, p -> bytes(0x8F, p / 94 + 0xA1, p % 94 + 0xA1));
  }

  /** The characters of plane 0 that are four bytes, by their pointers. */
  static int[] gb18030Ranges() {
    int[] index =
        index(
            "ranges",
            "gb18030",
            39_420,
            p ->
                bytes(p / 12_600 + 0x81, p / 1260 % 10 + 0x30, p / 10 % 126 + 0x81, p % 10 + 0x30));
    // A character there, which is not told from an error above.
    index[39_417] = 0xFFFD;
    return index;
  }

  /** "Index gb18030 ranges code point"; 0 for null. */
  static int gb18030Ranges(int pointer) {
    if (pointer > 39_419 && pointer < 189_000 || pointer > 1_237_575) {
      return 0;
    }
    return pointer < 189_000 ? gb18030Ranges()[pointer] : pointer - 189_000 + 0x10000;
  }

  /** "Index code point"; 0 for null. */
  static int codePoint(int[] index, int pointer) {
    return pointer >= 0 && pointer < index.length ? index[pointer] : 0;
  }
}
