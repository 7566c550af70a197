/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.utflow.codec.TextEncoding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * HL7 table 0211, "Alternate character sets" (2.9), and the encodings that its names mean for a
 * whole message.
 *
 * <p>The sets of Japan need escape sequences, by the table's own remark those of ISO 2022; with
 * them a message is ISO-2022-JP, or with JIS X 0212 ISO-2022-JP-2. {@code UNICODE} is deprecated
 * and meant 16 bits; of a message whose header could be read it can only mean UTF-8.
 */
final class Table0211 {
  private static final Map<String, String> NAMES = new TreeMap<>();

  static {
    NAMES.put("ASCII", "US-ASCII");
    NAMES.put("ISO IR6", "US-ASCII");
    for (int part = 1; part <= 9; part++) {
      NAMES.put("8859/" + part, "ISO-8859-" + part);
    }
    NAMES.put("8859/15", "ISO-8859-15");
    NAMES.put("ISO IR14", "JIS_X0201");
    NAMES.put("ISO IR87", "ISO-2022-JP");
    NAMES.put("JAS2020", "ISO-2022-JP");
    NAMES.put("JIS X 0202", "ISO-2022-JP");
    NAMES.put("ISO IR159", "ISO-2022-JP-2");
    NAMES.put("GB 18030-2000", "GB18030");
    NAMES.put("KS X 1001", "EUC-KR");
    NAMES.put("CNS 11643-1992", "x-EUC-TW");
    NAMES.put("BIG-5", "Big5");
    NAMES.put("UNICODE", "UTF-8");
    NAMES.put("UNICODE UTF-8", "UTF-8");
  }

  /**
   * The encodings in which an ASCII byte may be a part of another character: the second byte in
   * Big5 (40 to 7E) and in GB 18030 (40 to 7E, and 30 to 39), any between the escape sequences of
   * ISO 2022. In the bytes alone the separators cannot be told from it.
   */
  private static final List<TextEncoding> READ_AS_TEXT =
      List.of(
          TextEncoding.forName("Big5"),
          TextEncoding.forName("GB18030"),
          TextEncoding.forName("ISO-2022-JP"),
          TextEncoding.forName("ISO-2022-JP-2"));

  private Table0211() {}

  /** The encoding of a name; empty if the table has it not, or not for MLLP. */
  static Optional<TextEncoding> find(String name) {
    return Optional.ofNullable(NAMES.get(name)).map(TextEncoding::forName);
  }

  /**
   * Whether MLLP cannot carry it: units of two or four bytes may be the bytes 1C 0D, as U+1C0D and
   * the end of U+011C before U+0D00 are in UTF-16BE.
   */
  static boolean isRefusedInMllp(String name) {
    return name.equals("UNICODE UTF-16") || name.equals("UNICODE UTF-32");
  }

  /** The encodings that have to be decoded before the fields can be told apart. */
  static List<TextEncoding> readAsText() {
    return READ_AS_TEXT;
  }

  /** The names that have an encoding. */
  static Iterable<String> names() {
    return NAMES.keySet();
  }
}
