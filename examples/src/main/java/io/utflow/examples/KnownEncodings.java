/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.UnicodeVariants;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of all encodings that can be read: of Unicode, its variants, those of no charset, those
 * of the web, and the JDK's charsets.
 */
public final class KnownEncodings {
  /** The names that WHATWG Encoding, §4.2, gives to encodings that are not of Unicode. */
  private static final List<String> OF_THE_WEB =
      List.of(
          ("IBM866 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8"
                  + " ISO-8859-8-I ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16"
                  + " KOI8-R KOI8-U macintosh windows-874 windows-1250 windows-1251 windows-1252"
                  + " windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258"
                  + " x-mac-cyrillic GBK gb18030 Big5 EUC-JP ISO-2022-JP Shift_JIS EUC-KR")
              .split(" "));

  private KnownEncodings() {}

  /** Each name once, those of Unicode first. */
  public static List<String> names() {
    Stream<TextEncoding> variants =
        Stream.of(
            UnicodeVariants.CESU_8,
            UnicodeVariants.MODIFIED_UTF_8,
            UnicodeVariants.WTF_8,
            UnicodeVariants.WTF_16BE,
            UnicodeVariants.WTF_16LE,
            UnicodeVariants.UCS_2BE,
            UnicodeVariants.UCS_2LE,
            UnicodeVariants.UTF_EBCDIC,
            UnicodeVariants.SCSU,
            UnicodeVariants.BOCU_1);
    Stream<TextEncoding> ofNoCharset =
        Stream.of("HZ-GB-2312", "x-user-defined").flatMap(name -> TextEncoding.find(name).stream());
    Stream<TextEncoding> charsets =
        Charset.availableCharsets().keySet().stream()
            .flatMap(name -> TextEncoding.find(name).stream());
    // Those that browsers have otherwise than the JDK.
    Stream<TextEncoding> ofTheWeb =
        OF_THE_WEB.stream().flatMap(name -> TextEncoding.find("web-" + name).stream());
    return Stream.of(UnicodeEncodings.ALL.stream(), variants, ofNoCharset, ofTheWeb, charsets)
        .flatMap(encodings -> encodings)
        .map(TextEncoding::toString)
        .distinct()
        .toList();
  }
}
