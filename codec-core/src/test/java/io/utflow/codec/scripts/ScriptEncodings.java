/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Encodings;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The encodings of scripts, by names that {@link #of} reads. */
final class ScriptEncodings {
  private static final String WEB = "web:";

  private static final Map<String, TextEncoding> VARIANTS = new LinkedHashMap<>();

  static {
    for (TextEncoding variant :
        Encodings.present(
            "BOCU-1",
            "SCSU",
            "CESU-8",
            "Modified-UTF-8",
            "UTF-EBCDIC",
            "WTF-8",
            "WTF-16BE",
            "WTF-16LE",
            "UCS-2BE",
            "UCS-2LE")) {
      VARIANTS.put(variant.name(), variant);
    }
  }

  /** Those with structure of their own: states, several lengths, characters in two ways. */
  static final List<String> HOSTILE =
      Stream.of(
              "UTF-8",
              "UTF-16LE",
              "UTF-16BE",
              "UTF-32LE",
              "BOCU-1",
              "SCSU",
              "CESU-8",
              "Modified-UTF-8",
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
              "web:windows-1252")
          .filter(ScriptEncodings::exists)
          .toList();

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

  static boolean exists(String name) {
    return VARIANTS.containsKey(name)
        || TextEncoding.find(name).isPresent()
        || name.startsWith(WEB) && isLabel(name.substring(WEB.length()));
  }

  private static boolean isLabel(String label) {
    try {
      return TextEncoding.forWebLabel(label) != null;
    } catch (UnsupportedCharsetException none) {
      return false;
    }
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
