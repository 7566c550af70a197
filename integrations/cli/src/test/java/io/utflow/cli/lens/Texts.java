/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli.lens;

import io.utflow.cli.UnicodeEncodings;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import io.utflow.codec.stage.LineBreaks;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Streams of bytes and ways to read them. */
final class Texts {
  /** Those of Unicode, relatives, and legacy encodings with and without state. */
  static final List<TextEncoding> ENCODINGS =
      Stream.concat(
              UnicodeEncodings.ALL.stream(),
              Stream.of(
                  UnicodeVariants.CESU_8,
                  UnicodeVariants.WTF_8,
                  TextEncoding.forName("windows-1252"),
                  TextEncoding.forName("Shift_JIS"),
                  TextEncoding.forName("GB18030"),
                  TextEncoding.forWebLabel("big5"),
                  TextEncoding.forName("ISO-2022-JP"),
                  TextEncoding.forName("SCSU")))
          .toList();

  private Texts() {}

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /** Bytes of which many are ill-formed, and others that are marks, line ends, long characters. */
  static List<byte[]> streams() {
    List<byte[]> streams = new ArrayList<>();
    for (String digits :
        List.of(
            "",
            "41",
            "EFBBBF 61 0D0A",
            "FEFF 0061 D83D DE00",
            "FFFE 6100 3DD8 00DE",
            "FFFE0000 61000000",
            "0000FEFF 00000061",
            "63 C3A9 F09F9880 0D 0A",
            "C0AF EDA080 F490 FF 80 E28241",
            "F09F98",
            "EDA0BDEDB880 61",
            "D83D 0061 DC00 D8",
            "1B2442 3021 1B2842 61",
            "8140 81 30 81 30 81 30",
            "8862 A140 87",
            "000D 000A 2028 0085")) {
      streams.add(hex(digits));
    }
    Random random = new Random(36);
    for (int i = 0; i < 12; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      streams.add(bytes);
    }
    return streams;
  }

  /** Every combination that a spec can be made of. */
  static List<Settings> settings(TextEncoding encoding) {
    List<Settings> all = new ArrayList<>();
    for (IllFormedChoice choice : IllFormedChoice.values()) {
      for (BomPolicy bom : BomPolicy.values()) {
        Settings each = new Settings(encoding.name(), choice, bom, LineBreaks.ANY);
        if (isPossible(each)) {
          all.add(each);
        }
      }
    }
    return all;
  }

  /** A required mark needs an encoding that has one. */
  private static boolean isPossible(Settings settings) {
    try {
      settings.spec().newDecoder();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
