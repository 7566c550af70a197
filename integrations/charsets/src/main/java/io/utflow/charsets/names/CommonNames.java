/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names that mean to those who write them what the JVM has under another name, or has otherwise:
 * {@code cp949} is the table of Windows to glibc, CPython, Perl and Windows, and that of IBM to the
 * JDK and ICU alone. They mean the same whatever charsets are on the class path.
 */
final class CommonNames {
  /**
   * A row is a charset of the JDK and the names that mean it: the numbers of Windows' tables, those
   * with five digits also after {@code cp} and {@code windows-}; aliases that IANA has registered
   * for a name that the JDK knows; and the names of glibc and CPython for the same table.
   */
  private static final String TABLE =
      """
      x-windows-949: cp949 949 uhc mscp949
      windows-31j: cp932 932 sjis-win mskanji
      x-windows-950: cp950 950
      x-windows-874: cp874 874 cswindows874
      GBK: 936 csgbk
      GB18030: 54936 csgb18030
      GB2312: csgb2312 cn-gb 51936
      EUC-KR: 51949 korean ks_c_5601-1989 csksc56011987 iso-ir-149
      EUC-JP: ujis
      Big5: cn-big5
      Big5-HKSCS: csbig5hkscs
      x-Johab: cp1361 1361 mscp1361
      x-windows-50220: 50220
      x-windows-50221: 50221
      ISO-2022-KR: 50225
      x-SJIS_0213: shift_jisx0213
      windows-1250: 1250 ms-ee cswindows1250
      windows-1251: 1251 ms-cyrl ansi1251 ansi-1251 cswindows1251
      windows-1252: 1252 ms-ansi cswindows1252
      windows-1253: 1253 ms-greek cswindows1253
      windows-1254: 1254 ms-turk cswindows1254
      windows-1255: 1255 ms-hebr cswindows1255
      windows-1256: 1256 ms-arab cswindows1256
      windows-1257: 1257 winbaltrim cswindows1257
      windows-1258: 1258 cswindows1258
      ISO-8859-2: 28592
      ISO-8859-3: 28593
      ISO-8859-4: 28594
      ISO-8859-5: 28595
      ISO-8859-6: 28596 iso-8859-6-e csiso88596e iso_8859-6-e iso-8859-6-i csiso88596i iso_8859-6-i
      ISO-8859-7: 28597
      ISO-8859-8: 28598 iso-8859-8-e csiso88598e iso_8859-8-e iso-8859-8-i csiso88598i iso_8859-8-i
      ISO-8859-9: 28599 ecma-128
      ISO-8859-13: 28603 latin7 l7 iso-ir-179 csiso885913
      ISO-8859-15: 28605 csiso885915
      x-iso-8859-11: iso8859-11 iso885911
      ISO-8859-16: iso8859-16 iso_8859-16 iso_8859-16:2001 iso-ir-226 latin10 l10 csiso885916
      TIS-620: iso-ir-166 cstis620
      KOI8-R: 20866 cp878
      KOI8-U: cskoi8u 21866
      x-MacRoman: macintosh mac csmacintosh 10000
      x-MacCentralEurope: mac-centraleurope cp1282 10029
      IBM-Thai: csibmthai
      IBM00858: csibm858 csibm00858 cspc858multilingual
      IBM01140: csibm1140 csibm01140
      IBM01141: csibm1141 csibm01141
      IBM01142: csibm1142 csibm01142
      IBM01143: csibm1143 csibm01143
      IBM01144: csibm1144 csibm01144
      IBM01145: csibm1145 csibm01145
      IBM01146: csibm1146 csibm01146
      IBM01147: csibm1147 csibm01147
      IBM01148: csibm1148 csibm01148
      IBM01149: csibm1149 csibm01149
      IBM037: 37
      IBM1026: csibm1026
      IBM1047: csibm1047
      IBM273: csibm273 ebcdic-de
      IBM277: csibm277 ebcdic-cp-dk ebcdic-dk ebcdic-cp-no
      IBM278: ebcdic-cp-fi
      IBM280: csibm280 ebcdic-cp-it
      IBM284: ebcdic-cp-es
      IBM500: ebcdic-cp-be
      IBM775: cspc775baltic
      IBM855: csibm855
      IBM871: ebcdic-is
      IBM918: csibm918
      """;

  /** Names of ISO for what the JDK has not, and the web has. */
  private static final String OF_THE_WEB =
      """
      web-iso-8859-10: iso-8859-10 iso_8859-10 iso_8859-10:1992 iso8859-10 iso8859_10 iso-ir-157 \
        latin6 l6 csisolatin6
      web-iso-8859-14: iso-8859-14 iso_8859-14 iso_8859-14:1998 iso8859-14 iso8859_14 iso-ir-199 \
        latin8 l8 iso-celtic csiso885914
      web-x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
      """;

  private static final Map<String, String> BY_NAME = read(TABLE);
  private static final Map<String, String> WEB_BY_NAME = read(OF_THE_WEB);

  private CommonNames() {}

  private static Map<String, String> read(String table) {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (String row : table.lines().toList()) {
      String[] parts = row.split(": ", 2);
      for (String name : parts[1].trim().split(" +", -1)) {
        meanings.put(name, parts[0]);
        if (name.matches("[0-9]{5}")) {
          meanings.put("cp" + name, parts[0]);
          meanings.put("windows-" + name, parts[0]);
        }
      }
    }
    return meanings;
  }

  /** The charset of the JDK that a name in lower case means; null if the JVM knows best. */
  static @Nullable String find(String name) {
    return BY_NAME.get(name);
  }

  /** The encoding of the web that a name means if the JVM has no such charset; null without one. */
  static @Nullable String ofTheWeb(String name) {
    return WEB_BY_NAME.get(name);
  }

  /** By the names in lower case. */
  static Map<String, String> all() {
    return BY_NAME;
  }
}
