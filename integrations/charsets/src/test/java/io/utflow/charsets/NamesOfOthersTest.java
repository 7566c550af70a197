/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.charsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The names by which glibc, CPython and ICU know their encodings, and those of IANA: one that is
 * found here reads what it reads there, and one that is not leads to nothing else. The rows of
 * {@code names-of-others.txt} are what those programs themselves have read.
 */
class NamesOfOthersTest {
  /**
   * Tables differ in single characters; those that do in more stand in docs/legacy-encodings.md.
   */
  private static final int MOST_OTHERS = 2;

  private static final Set<String> DECIDED =
      new TreeSet<>(
          List.of(
              "glibc 1046: 1046 cp1046 ibm-1046 ibm1046",
              "glibc CP-AR: cp-ar cp868 csibm868 ibm868",
              "glibc CP290: cp290 csibm290 ebcdic-jp-kana ibm290",
              "glibc CP918: cp918 csibm918 ebcdic-cp-ar2 ibm918",
              "icu Big5: big5 csbig5",
              "icu GB2312: csgb2312 euc-cn gb2312",
              "icu GB_2312-80: gb2312-1980",
              "icu KSC_5601: csksc56011987 iso-ir-149 korean ks_c_5601-1989",
              "icu Shift_JIS: csshiftjis ms_kanji pck shift_jis sjis x-sjis",
              "python cp932: ms_kanji"));

  /**
   * The JDK's Arabic has these names too, and not the 26 characters that are right-to-left doubles.
   * ICU's x-UnicodeBig writes a mark and is big-endian, as UTF-16 here is read and written.
   */
  private static final Set<String> PROPOSED_ALL_THE_SAME =
      Set.of("mac-arabic -> x-MacArabic", "mac_arabic -> x-MacArabic", "x-unicodebig -> UTF-16");

  /** Names that programs write, whose letters are no name of the encoding here. */
  private static final Set<String> NAMES_OF_PROGRAMS =
      Set.of("utf8mb4", "utf-8-sig", "utf_8_sig", "u8", "dos-862", "win1252");

  private static final Pattern PROPOSED = Pattern.compile("did you mean (.+?)\\?");

  private record Row(String program, String encoding, List<String> reads, List<String> names) {}

  private static final List<Row> ROWS = rows();

  private static final Map<TextEncoding, Set<String>> LETTERS = letters();

  private static List<Row> rows() {
    String file = "names-of-others.txt";
    try (InputStream in =
        Objects.requireNonNull(NamesOfOthersTest.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(parts -> new Row(parts[0], parts[1], words(parts[2]), words(parts[3])))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(" ", -1));
  }

  @BeforeAll
  static void theNamesAreGathered() {
    TextEncoding.names();
  }

  /** How many of the sequences that the program reads are another text here, or none. */
  private static long others(Row row, TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    return row.reads().stream()
        .map(read -> read.split("=", 2))
        .filter(
            read -> {
              String text =
                  Arrays.stream(read[1].split("\\.", -1))
                      .map(scalar -> Character.toString(Integer.parseInt(scalar, 16)))
                      .collect(Collectors.joining());
              return !spec.decode(HexFormat.of().parseHex(read[0])).equals(text);
            })
        .count();
  }

  @Test
  void aNameThatIsFoundReadsWhatItReadsThere() {
    Set<String> different = new TreeSet<>();
    int found = 0;
    for (Row row : ROWS) {
      List<String> names = new ArrayList<>();
      for (String name : row.names()) {
        TextEncoding encoding = TextEncoding.find(name).orElse(null);
        found += encoding == null ? 0 : 1;
        if (encoding != null && others(row, encoding) > MOST_OTHERS) {
          names.add(name);
        }
      }
      if (!names.isEmpty()) {
        different.add(row.program() + " " + row.encoding() + ": " + String.join(" ", names));
      }
    }
    assertThat(different).isEqualTo(DECIDED);
    assertThat(found).isGreaterThan(1400);
  }

  @Test
  void aNameThatIsNotFoundLeadsToNothingElse() {
    Set<String> misleading = new TreeSet<>();
    for (Row row : ROWS) {
      for (String name : row.names()) {
        for (String proposed : proposals(name)) {
          TextEncoding encoding = TextEncoding.forName(proposed);
          if (others(row, encoding) > MOST_OTHERS || !isItsName(name, encoding)) {
            misleading.add(name + " -> " + proposed);
          }
        }
      }
    }
    assertThat(misleading).isEqualTo(new TreeSet<>(PROPOSED_ALL_THE_SAME));
  }

  private static List<String> proposals(String name) {
    try {
      TextEncoding.forName(name);
      return List.of();
    } catch (UnsupportedCharsetException unknown) {
      Matcher matcher = PROPOSED.matcher("" + unknown.getMessage());
      return matcher.find() ? List.of(matcher.group(1).split(" or ", -1)) : List.of();
    }
  }

  /** Whether it is one of the names of the encoding, but for marks between letters. */
  private static boolean isItsName(String name, TextEncoding encoding) {
    return NAMES_OF_PROGRAMS.contains(name)
        || LETTERS.getOrDefault(encoding, Set.of()).contains(letters(name));
  }

  /** The letters and digits of all names of an encoding. */
  private static Map<TextEncoding, Set<String>> letters() {
    Map<TextEncoding, Set<String>> letters = new HashMap<>();
    Stream<String> charsets =
        Charset.availableCharsets().values().stream()
            .flatMap(
                charset -> Stream.concat(Stream.of(charset.name()), charset.aliases().stream()));
    Stream.of(ROWS.stream().flatMap(row -> row.names().stream()), charsets)
        .flatMap(all -> all)
        .forEach(
            name ->
                TextEncoding.find(name)
                    .ifPresent(
                        encoding ->
                            letters
                                .computeIfAbsent(encoding, any -> new HashSet<>())
                                .add(letters(name))));
    return letters;
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
