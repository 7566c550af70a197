/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets.names;

import io.utflow.charsets.form.SingleByteCharsets;
import io.utflow.charsets.web.WebForms;
import io.utflow.codec.form.EncodingForm;
import io.utflow.codec.source.EncodingDefinition;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The encodings in which browsers differ from the JDK: tables laid over those of its charsets, by
 * the indexes of WHATWG Encoding; or, like macintosh, encodings with another name. There is one
 * instance of each, made when it is first found.
 */
final class WebEncodings {
  /** The prefix of their names, before the standard's name. */
  static final String PREFIX = "web-";

  /**
   * A row is the standard's name, the charsets below, and of single bytes those that are other
   * characters, besides the controls that {@link SingleByteCharsets#ofWeb} adds.
   */
  private static final String TABLE =
      """
      ISO-8859-8-I ISO-8859-8
      ISO-8859-10 ISO-8859-1 A1=0104 A2=0112 A3=0122 A4=012A A5=0128 A6=0136 A8=013B A9=0110 \
        AA=0160 AB=0166 AC=017D AE=016A AF=014A B1=0105 B2=0113 B3=0123 B4=012B B5=0129 B6=0137 \
        B8=013C B9=0111 BA=0161 BB=0167 BC=017E BD=2015 BE=016B BF=014B C0=0100 C7=012E C8=010C \
        CA=0118 CC=0116 D1=0145 D2=014C D7=0168 D9=0172 E0=0101 E7=012F E8=010D EA=0119 EC=0117 \
        F1=0146 F2=014D F7=0169 F9=0173 FF=0138
      ISO-8859-14 ISO-8859-1 A1=1E02 A2=1E03 A4=010A A5=010B A6=1E0A A8=1E80 AA=1E82 AB=1E0B \
        AC=1EF2 AF=0178 B0=1E1E B1=1E1F B2=0120 B3=0121 B4=1E40 B5=1E41 B7=1E56 B8=1E81 B9=1E57 \
        BA=1E83 BB=1E60 BC=1EF3 BD=1E84 BE=1E85 BF=1E61 D0=0174 D7=1E6A DE=0176 F0=0175 F7=1E6B \
        FE=0177
      KOI8-U KOI8-U AE=045E BE=040E
      macintosh x-MacRoman
      windows-874 x-windows-874
      windows-1250 windows-1250
      windows-1251 windows-1251
      windows-1253 windows-1253
      windows-1254 windows-1254
      windows-1255 windows-1255 CA=05BA
      windows-1257 windows-1257
      windows-1258 windows-1258
      x-mac-cyrillic x-MacUkraine FF=20AC
      GBK GB18030
      gb18030 GB18030
      Big5 Big5-HKSCS
      EUC-JP EUC-JP windows-31j
      ISO-2022-JP ISO-2022-JP EUC-JP windows-31j
      Shift_JIS windows-31j
      EUC-KR x-windows-949
      """;

  private static final Set<String> OF_SEVERAL_BYTES =
      Set.of("GBK", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR");

  /** The words of each row, by the name in lower case. */
  private static final Map<String, String[]> ROWS = new LinkedHashMap<>();

  private static final Map<String, EncodingDefinition> DEFINITIONS = new LinkedHashMap<>();

  static {
    for (String row : TABLE.lines().toList()) {
      String[] words = row.split(" +", -1);
      String name = PREFIX + words[0];
      ROWS.put(name.toLowerCase(Locale.ROOT), words);
      DEFINITIONS.put(
          name.toLowerCase(Locale.ROOT),
          new EncodingDefinition(name, words[0], () -> form(words), Kernels::of));
    }
  }

  private WebEncodings() {}

  /** The encoding of a name in lower case; null if it names none, or the charset is missing. */
  static @Nullable EncodingDefinition find(String name) {
    String[] row = ROWS.get(name);
    boolean found = row != null && charsets(row).allMatch(WebEncodings::isThere);
    return found ? DEFINITIONS.get(name) : null;
  }

  private static boolean isThere(String charset) {
    return JvmCharsets.find(charset) != null;
  }

  private static Stream<String> charsets(String[] row) {
    return Arrays.stream(row).skip(1).filter(word -> !word.contains("="));
  }

  /** Their names, with the prefix, as the standard writes them. */
  static List<String> names() {
    return DEFINITIONS.values().stream().map(EncodingDefinition::name).toList();
  }

  private static EncodingForm form(String[] row) {
    List<Charset> charsets = charsets(row).map(Charset::forName).toList();
    return OF_SEVERAL_BYTES.contains(row[0])
        ? WebForms.of(row[0], charsets)
        : SingleByteCharsets.ofWeb(charsets.get(0), otherCharacters(row));
  }

  private static Map<Integer, Integer> otherCharacters(String[] row) {
    return Arrays.stream(row)
        .filter(word -> word.contains("="))
        .map(word -> word.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> HexFormat.fromHexDigits(pair[0]),
                pair -> HexFormat.fromHexDigits(pair[1])));
  }
}
