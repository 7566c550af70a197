/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.encodings;

import io.utflow.codec.source.NearNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names that databases, editors, languages and locales write for an encoding, and that no registry
 * has. They are proposed in messages and never taken: to MySQL latin1 is windows-1252.
 */
final class ProgramNames {
  /** MySQL, Oracle, PostgreSQL, Python and editors. */
  private static final Map<String, String> BY_NAME =
      read(
          """
          UTF-8: utf8mb3 utf8mb4 al32utf8 utf-8-sig utf_8_sig utf-8-bom utf8-bom utf8bom utf-8n \
            utf8n u8
          UTF-16: utf-16le-bom utf-16be-bom
          UTF-16BE: al16utf16 unicodefffe
          UTF-16LE: al16utf16le
          US-ASCII: us7ascii
          windows-31j: ja16sjis ja16sjistilde
          EUC-JP: ja16euc ja16euctilde
          x-windows-949: ko16mswin949
          EUC-KR: ko16ksc5601
          GBK: zhs16gbk
          GB2312: zhs16cgb231280
          GB18030: zhs32gb18030
          x-windows-950: zht16mswin950
          Big5: zht16big5
          Big5-HKSCS: zht16hkscs
          TIS-620: th8tisascii
          KOI8-R: koi8r
          KOI8-U: koi8u
          """);

  /** The forms of such names, and the name in each. */
  private static final List<Map.Entry<Pattern, String>> FORMS =
      List.of(
          form("[a-z]{1,8}(?:_[a-z]{2})?\\.([^@]+)(?:@.*)?", "$1"), // a locale of Unix
          form("iso[-_]?8859([0-9]{1,2})", "iso-8859-$1"),
          form("iso-latin-([0-9]{1,2})", "latin$1"),
          form("(?:win|[a-z]{2,3}8mswin|ansi[-_]?)(125[0-8])", "windows-$1"),
          form("(?:oem|dos|msdos)[-_]?([0-9]{3})", "ibm$1"),
          form("[a-z]{2}8pc([0-9]{3})", "ibm$1"), // Oracle, as the next two
          form("[a-z]{2}8iso8859p([0-9]{1,2})", "iso-8859-$1"),
          form("[a-z]{2}8koi8([ru])", "koi8-$1"),
          form("latin1(?:_[a-z0-9]+)*_(?:ci|cs|bin)", "windows-1252"), // as the next
          form("([a-z0-9]+?)(?:_[a-z0-9]+)*_(?:ci|cs|bin)", "$1"), // a collation of MySQL
          form("(.+)-(?:unix|dos|mac)", "$1")); // Emacs, with the line ends

  private ProgramNames() {}

  private static Map.Entry<Pattern, String> form(String pattern, String inside) {
    return Map.entry(Pattern.compile(pattern), inside);
  }

  private static Map<String, String> read(String table) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String row : table.lines().toList()) {
      String[] parts = row.split(": ", 2);
      for (String name : parts[1].trim().split(" +", -1)) {
        names.put(name, parts[0]);
      }
    }
    return names;
  }

  /** The name of the encoding that a program means by a name; else the given name. */
  static String meantBy(String name) {
    if (name.length() > NearNames.LONGEST) {
      return name;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    String known = BY_NAME.get(lower);
    if (known != null) {
      return known;
    }
    for (Map.Entry<Pattern, String> form : FORMS) {
      Matcher matcher = form.getKey().matcher(lower);
      if (matcher.matches()) {
        Encoding encoding = EncodingNames.find(meantBy(matcher.replaceFirst(form.getValue())));
        if (encoding != null) {
          return encoding.name();
        }
      }
    }
    return name;
  }
}
