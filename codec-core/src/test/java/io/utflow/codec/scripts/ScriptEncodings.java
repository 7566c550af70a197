/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The encodings of scripts, by names that {@link #of} reads. */
final class ScriptEncodings {
  private static final String WEB = "web:";

  private static final Map<String, TextEncoding> VARIANTS = new LinkedHashMap<>();

  static {
    for (TextEncoding variant :
        List.of(
            UnicodeVariants.BOCU_1,
            UnicodeVariants.SCSU,
            UnicodeVariants.CESU_8,
            UnicodeVariants.MODIFIED_UTF_8,
            UnicodeVariants.UTF_EBCDIC,
            UnicodeVariants.WTF_8,
            UnicodeVariants.WTF_16BE,
            UnicodeVariants.WTF_16LE,
            UnicodeVariants.UCS_2BE,
            UnicodeVariants.UCS_2LE)) {
      VARIANTS.put(variant.name(), variant);
    }
  }

  /** Those with structure of their own: states, several lengths, characters in two ways. */
  static final List<String> HOSTILE =
      List.of(
          "UTF-8",
          "UTF-16LE",
          "UTF-16BE",
          "UTF-32LE",
          "BOCU-1",
          "SCSU",
          "CESU-8",
          VARIANTS.keySet().stream().filter(n -> n.contains("odified")).findFirst().orElseThrow(),
          "UTF-EBCDIC",
          "WTF-8",
          "GB18030",
          "GBK",
          "Shift_JIS",
          "windows-31j",
          "x-SJIS_0213",
          "EUC-JP",
          "Big5-HKSCS",
          "x-IBM33722",
          "x-IBM834",
          "IBM930",
          "IBM1047",
          "ISO-2022-JP",
          "ISO-2022-KR",
          "ISO-2022-CN",
          "HZ-GB-2312",
          "windows-1252",
          "web:gb18030",
          "web:gbk",
          "web:shift_jis",
          "web:euc-jp",
          "web:iso-2022-jp",
          "web:big5",
          "web:euc-kr",
          "web:windows-1252");

  /** All that this JVM has; more with {@code -Dutflow.fuzz.encodings=a,b}. */
  static final List<String> ALL = all();

  private static final Map<String, TextEncoding> FOUND = new ConcurrentHashMap<>();

  private ScriptEncodings() {}

  private static List<String> all() {
    String given = System.getProperty("utflow.fuzz.encodings");
    if (given != null) {
      return List.of(given.split(","));
    }
    List<String> names = new ArrayList<>(List.of("UTF-8", "UTF-16", "UTF-32", "UTF-32BE"));
    names.addAll(HOSTILE);
    names.addAll(VARIANTS.keySet());
    for (String name : Charset.availableCharsets().keySet()) {
      if (TextEncoding.find(name).isPresent()) {
        names.add(name);
      }
    }
    for (String label : List.of("iso-8859-8-i", "x-user-defined", "koi8-u", "replacement")) {
      names.add(WEB + label);
    }
    return names.stream().distinct().filter(ScriptEncodings::exists).toList();
  }

  private static boolean exists(String name) {
    return VARIANTS.containsKey(name)
        || name.startsWith(WEB)
        || TextEncoding.find(name).isPresent();
  }

  static TextEncoding of(String name) {
    TextEncoding variant = VARIANTS.get(name);
    if (variant != null) {
      return variant;
    }
    return FOUND.computeIfAbsent(
        name,
        given ->
            given.startsWith(WEB)
                ? TextEncoding.forWebLabel(given.substring(WEB.length()))
                : TextEncoding.forName(given));
  }
}
