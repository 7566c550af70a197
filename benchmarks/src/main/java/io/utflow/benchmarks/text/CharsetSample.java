/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import static io.utflow.benchmarks.text.Language.ARABIC;
import static io.utflow.benchmarks.text.Language.CHINESE;
import static io.utflow.benchmarks.text.Language.GERMAN;
import static io.utflow.benchmarks.text.Language.GREEK;
import static io.utflow.benchmarks.text.Language.HEBREW;
import static io.utflow.benchmarks.text.Language.JAPANESE;
import static io.utflow.benchmarks.text.Language.KOREAN;
import static io.utflow.benchmarks.text.Language.MESSAGES;
import static io.utflow.benchmarks.text.Language.RUSSIAN;
import static io.utflow.benchmarks.text.Language.THAI;
import static io.utflow.benchmarks.text.Language.VIETNAMESE;

import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * An encoding, the charset it is measured against, which is itself if the JDK or ICU4J has it, and
 * a language that it can hold.
 */
public record CharsetSample(TextEncoding encoding, Charset peer, Language language) {
  /** The length of a sample: it does not repeat, and is more than a processor learns. */
  private static final int CHARS = 200_000;

  private static final int MOST_UTF_8_BYTES = 4;
  private static final String X_USER_DEFINED = "x-user-defined";

  private static CharsetSample of(String name, Language language) {
    return new CharsetSample(TextEncoding.forName(name), Charset.forName(name), language);
  }

  private static CharsetSample of(String name, String peer, Language language) {
    return new CharsetSample(TextEncoding.forName(name), Charset.forName(peer), language);
  }

  /** The samples with these names; all samples without names. */
  public static List<CharsetSample> named(List<String> names) {
    return Stream.of(latin(), otherSingleBytes(), multiBytes(), ofProviders(), unicode())
        .flatMap(List::stream)
        .filter(
            sample -> names.isEmpty() || names.stream().anyMatch(sample.name()::equalsIgnoreCase))
        .toList();
  }

  private static List<CharsetSample> latin() {
    return Stream.of("US-ASCII", "ISO-8859-1", "windows-1252", "ISO-8859-15", "IBM037", "IBM850")
        .map(name -> of(name, GERMAN))
        .toList();
  }

  private static List<CharsetSample> otherSingleBytes() {
    return List.of(
        of("windows-1251", RUSSIAN),
        of("KOI8-R", RUSSIAN),
        of("ISO-8859-5", RUSSIAN),
        of("IBM866", RUSSIAN),
        of("x-IBM1025", RUSSIAN),
        of("windows-1253", GREEK),
        of("ISO-8859-7", GREEK),
        of("windows-1255", HEBREW),
        of("ISO-8859-8", HEBREW),
        of("windows-1256", ARABIC),
        of("ISO-8859-6", ARABIC),
        of("TIS-620", THAI),
        of("windows-1258", VIETNAMESE));
  }

  private static List<CharsetSample> multiBytes() {
    return List.of(
        of("Shift_JIS", JAPANESE),
        of("windows-31j", JAPANESE),
        of("EUC-JP", JAPANESE),
        of("ISO-2022-JP", JAPANESE),
        of("x-IBM930", JAPANESE),
        of("EUC-KR", KOREAN),
        of("x-windows-949", KOREAN),
        of("ISO-2022-KR", KOREAN),
        of("x-IBM933", KOREAN),
        of("GB18030", CHINESE),
        of("GB18030", RUSSIAN),
        of("GBK", CHINESE),
        of("GB2312", CHINESE),
        of("HZ-GB-2312", CHINESE),
        of("ISO-2022-CN", CHINESE),
        of("web-GBK", "GBK", CHINESE),
        of("Big5", CHINESE),
        of("Big5-HKSCS", CHINESE),
        of("x-EUC-TW", CHINESE));
  }

  private static List<CharsetSample> ofProviders() {
    return List.of(
        of("x-ibm-1251_P100-1995", RUSSIAN),
        of("x-ibm-1386_P100-2001", CHINESE),
        of("x-IBM954", JAPANESE),
        of("x-IBM1388", CHINESE),
        of("x-IBM1363", KOREAN));
  }

  private static List<CharsetSample> unicode() {
    return List.of(
        of("UTF-16BE", RUSSIAN),
        of("UTF-16LE", MESSAGES),
        of("UTF-32BE", RUSSIAN),
        of("UTF-32LE", MESSAGES),
        of("UCS-2BE", "UTF-16BE", RUSSIAN),
        of("UCS-2LE", "UTF-16LE", CHINESE),
        of("WTF-16LE", "UTF-16LE", MESSAGES),
        of("WTF-8", "UTF-8", RUSSIAN),
        of("WTF-8", "UTF-8", CHINESE),
        of("CESU-8", RUSSIAN),
        of("CESU-8", CHINESE),
        of("CESU-8", MESSAGES),
        of("Modified-UTF-8", "CESU-8", RUSSIAN),
        of("Modified-UTF-8", "CESU-8", CHINESE),
        of(X_USER_DEFINED, "windows-1252", GERMAN),
        of("UTF-EBCDIC", "IBM1047", GERMAN),
        of("UTF-EBCDIC", "UTF-8", CHINESE),
        of("SCSU", RUSSIAN),
        of("SCSU", CHINESE),
        of("BOCU-1", RUSSIAN),
        of("BOCU-1", CHINESE));
  }

  /** The name that finds it: {@code web-GBK}, not GBK. */
  public String name() {
    return encoding.toString();
  }

  /** Whether the bytes of a piece depend on those before, so that no piece is a text alone. */
  public boolean isOneStream() {
    return Arrays.asList("SCSU", "BOCU-1", "HZ-GB-2312").contains(name());
  }

  /** The texts by their names: in the language, in ASCII, and tags of ASCII around the language. */
  public Map<String, String> texts() {
    String words = mapped(language.text(MOST_UTF_8_BYTES * CHARS));
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("ascii", Language.LOGS.text(CHARS));
    if (!name().equals("US-ASCII")) {
      texts.put(language.name().toLowerCase(Locale.ROOT), start(words, CHARS));
      texts.put("markup", markup(words));
    }
    return texts;
  }

  /** Without the characters that have no place in the charset, or are no character of UCS-2. */
  private String mapped(String text) {
    if (name().equals(X_USER_DEFINED)) {
      return userDefined(text);
    }
    CharsetEncoder encoder = (peer.canEncode() ? peer : Charset.forName("GB2312")).newEncoder();
    boolean pairs = !name().startsWith("UCS-2");
    StringBuilder mapped = new StringBuilder();
    text.codePoints()
        .filter(c -> c < 0x80 || (pairs || c < 0x10000) && encoder.canEncode(Character.toString(c)))
        .forEach(mapped::appendCodePoint);
    return mapped.toString();
  }

  /** Whether the peer reads the same bytes, in x-user-defined as other characters. */
  public boolean sharesBytes() {
    return name().equalsIgnoreCase(peer.name()) || name().equals(X_USER_DEFINED);
  }

  /** With U+F780..U+F7FF for Latin-1. */
  private static String userDefined(String text) {
    StringBuilder mapped = new StringBuilder();
    text.chars()
        .filter(c -> c < 0x100)
        .forEach(c -> mapped.append((char) (c < 0x80 ? c : 0xF700 + c)));
    return mapped.toString();
  }

  /** The same texts, and ASCII in lines of 40 chars. */
  public Map<String, String> linesOfText() {
    Map<String, String> texts = texts();
    texts.put("ascii, 40 chars", shortLines());
    return texts;
  }

  private static String shortLines() {
    return Language.ENGLISH.text(CHARS).replace("\n", " ").replaceAll(".{40}", "$0\n");
  }

  private static String start(String text, int chars) {
    int end = Math.min(chars, text.length());
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  private static String markup(String words) {
    SplittableRandom random = new SplittableRandom(20261122);
    String english = Language.ENGLISH.text(CHARS);
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (text.length() < CHARS && from + 100 < words.length()) {
      int name = random.nextInt(english.length() - 10);
      int to = words.offsetByCodePoints(from, 4 + random.nextInt(40));
      text.append("<a class=\"").append(english, name, name + 10).append("\">");
      text.append(words, from, to).append("</a>\n");
      from = to;
    }
    return text.toString();
  }
}
