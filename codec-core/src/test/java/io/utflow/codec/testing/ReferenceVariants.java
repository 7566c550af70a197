/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.testing;

import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Reading.Token;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What streams in the encodings of {@code UnicodeVariants} and of the web's own say, by regular
 * expressions over the whole stream: another formulation than the forms'. And streams in them.
 */
public final class ReferenceVariants {
  private static final String T = "[\\x80-\\xBF]";
  private static final String BMP =
      "(?<seq>[\\xC2-\\xDF]#|(?:\\xE0[\\xA0-\\xBF]|[\\xE1-\\xEC\\xEE\\xEF]#|\\xED[\\x80-\\x9F])#)";
  private static final String PAIR = "\\xED[\\xA0-\\xAF]#\\xED[\\xB0-\\xBF]#";
  private static final String HIGH = "\\xED[\\xA0-\\xAF]#";
  private static final String LOW = "\\xED[\\xB0-\\xBF]#";
  private static final String REST_OF_PAIR = "(?:\\xED[\\xB0-\\xBF]?)?";

  private static final Map<String, IllFormedCause> CAUSES =
      Map.of(
          "overlong", IllFormedCause.OVERLONG,
          "trail", IllFormedCause.UNEXPECTED_CONTINUATION,
          "surrogate", IllFormedCause.SURROGATE,
          "range", IllFormedCause.OUT_OF_RANGE,
          "invalid", IllFormedCause.INVALID_BYTE,
          "cut", IllFormedCause.TRUNCATED,
          "high", IllFormedCause.UNPAIRED_HIGH_SURROGATE,
          "low", IllFormedCause.UNPAIRED_LOW_SURROGATE);

  /**
   * @param sequence matches what stands at a place, in a group that says what it is
   * @param open matches what more bytes may change
   * @param trailBits of a byte that continues a sequence
   */
  private record Grammar(Pattern sequence, Pattern open, int trailBits) {
    static Grammar of(String sequence, String open, int trailBits) {
      String trail = trailBits == 6 ? T : "[\\xA0-\\xBF]";
      String none = "";
      for (String group : CAUSES.keySet()) {
        none += sequence.contains("<" + group + ">") ? "" : "|(?<" + group + ">(?!))";
      }
      for (String group : List.of("one", "seq", "pair", "lone", "nul")) {
        none += sequence.contains("<" + group + ">") ? "" : "|(?<" + group + ">(?!))";
      }
      return new Grammar(
          Pattern.compile(sequence.replace("#", trail) + none, Pattern.DOTALL),
          Pattern.compile(open.replace("#", trail), Pattern.DOTALL),
          trailBits);
    }
  }

  private static final String CESU_OPEN =
      "[\\xC2-\\xEF]|\\xE0[\\xA0-\\xBF]|[\\xE1-\\xEF]#|" + HIGH + REST_OF_PAIR;
  private static final String CESU_CUT =
      "|(?<trail>#)|(?<cut>\\xE0[\\xA0-\\xBF]|[\\xE1-\\xEF]#|[\\xC2-\\xEF])|(?<invalid>[\\xF0-\\xFF";

  private static final Grammar CESU_8 =
      Grammar.of(
          "(?<one>[\\x00-\\x7F])|(?<pair>"
              + PAIR
              + ")|(?<high>"
              + HIGH
              + ")|(?<low>"
              + LOW
              + ")|"
              + BMP
              + "|(?<overlong>[\\xC0\\xC1]|\\xE0(?=[\\x80-\\x9F]))"
              + CESU_CUT
              + "])",
          CESU_OPEN,
          6);

  private static final Grammar MODIFIED =
      Grammar.of(
          "(?<nul>\\xC0\\x80)|(?<one>[\\x01-\\x7F])|(?<pair>"
              + PAIR
              + ")|(?<high>"
              + HIGH
              + ")|(?<low>"
              + LOW
              + ")|"
              + BMP
              + "|(?<overlong>\\xC0(?=#)|\\xC1|\\xE0(?=[\\x80-\\x9F]))"
              + CESU_CUT.replace("[\\xC2-\\xEF])", "[\\xC0\\xC2-\\xEF])")
              + "\\x00])",
          "\\xC0|" + CESU_OPEN,
          6);

  private static final String FOUR_CUT =
      "(?:\\xF0[\\x90-\\xBF]|[\\xF1-\\xF3]#|\\xF4[\\x80-\\x8F])#?|[\\xF0-\\xF4]";

  private static final String UTF_8 =
      BMP.replace("(?<seq>", "(?<seq>(?:\\xF0[\\x90-\\xBF]|[\\xF1-\\xF3]#|\\xF4[\\x80-\\x8F])##|")
          + "|(?<overlong>[\\xC0\\xC1]|\\xE0(?=[\\x80-\\x9F])|\\xF0(?=[\\x80-\\x8F]))"
          + "|(?<range>\\xF4(?=[\\x90-\\xBF])|[\\xF5-\\xF7])|(?<invalid>[\\xF8-\\xFF])"
          + "|(?<trail>#)|(?<cut>\\xE0[\\xA0-\\xBF]|[\\xE1-\\xEF]#|[\\xC2-\\xEF]|"
          + FOUR_CUT
          + ")";

  private static final Grammar WTF_8 =
      Grammar.of(
          "(?<one>[\\x00-\\x7F])|(?<surrogate>" + PAIR + ")|(?<lone>\\xED[\\xA0-\\xBF]#)|" + UTF_8,
          FOUR_CUT + "|" + CESU_OPEN,
          6);

  private static final Grammar UTF_8_OR_CESU_8 =
      Grammar.of(
          "(?<one>[\\x00-\\x7F])|(?<pair>"
              + PAIR
              + ")|(?<high>"
              + HIGH
              + ")|(?<low>"
              + LOW
              + ")|"
              + UTF_8,
          FOUR_CUT + "|" + CESU_OPEN,
          6);

  private static final String FOUR_I8 = "\\xF0[\\xB0-\\xBF]|\\xF1(?![\\xB6\\xB7])#|[\\xF2-\\xF7]#";
  private static final String FIVE_I8 = "\\xF8[\\xA8-\\xBF]|\\xF9[\\xA0\\xA1]";
  private static final String I8_CUT =
      "(?:%1$s)#?|(?:%2$s)#{0,2}|[\\xE1-\\xEF]#?|[\\xC5-\\xDF\\xF0-\\xF9]"
          .formatted(FOUR_I8, FIVE_I8);

  private static final Grammar I8 =
      Grammar.of(
          "(?<one>[\\x00-\\x9F])|(?<seq>[\\xC5-\\xDF]#|[\\xE1-\\xEF]##|(?:%s)##|(?:%s)###)"
                  .formatted(FOUR_I8, FIVE_I8)
              + "|(?<overlong>[\\xC0-\\xC4\\xE0]|\\xF0(?=[\\xA0-\\xAF])|\\xF8(?=[\\xA0-\\xA7]))"
              + "|(?<surrogate>\\xF1(?=[\\xB6\\xB7]))|(?<trail>#)"
              + "|(?<range>\\xF9(?=[\\xA2-\\xBF])|[\\xFA-\\xFD])|(?<invalid>[\\xFE\\xFF])|(?<cut>"
              + I8_CUT
              + ")",
          I8_CUT,
          5);

  /** The code page whose controls and ASCII UTF-EBCDIC keeps; the other bytes follow in order. */
  private static final byte[] EBCDIC_OF_I8 = ebcdicOfI8();

  private ReferenceVariants() {}

  private static byte[] ebcdicOfI8() {
    byte[] table = new byte[256];
    boolean[] used = new boolean[256];
    for (int i8 = 0; i8 < 0xA0; i8++) {
      table[i8] = String.valueOf((char) i8).getBytes(Charset.forName("IBM1047"))[0];
      used[table[i8] & 0xFF] = true;
    }
    int i8 = 0xA0;
    for (int b = 0; b < 256; b++) {
      if (!used[b]) {
        table[i8++] = (byte) b;
      }
    }
    return table;
  }

  /** Whether the encoding is one of these. */
  static boolean knows(TextEncoding encoding) {
    return Encodings.VARIANTS.contains(encoding);
  }

  /** Text in an encoding, unpaired surrogates included, perhaps damaged. */
  public static byte[] stream(TextEncoding encoding, TextSamples samples, int characters) {
    Random random = samples.random();
    StringBuilder text = new StringBuilder(samples.text(random.nextInt(characters + 1)));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.insert(random.nextInt(text.length() + 1), (char) (0xD800 + random.nextInt(0x800)));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean mixed = encoding.name().equals("UTF-8-or-CESU-8");
    text.codePoints()
        .forEach(
            scalar ->
                bytes.writeBytes(
                    mixed && scalar > 0xFFFF && random.nextBoolean()
                        ? six(scalar)
                        : encode(encoding, scalar)));
    return random.nextInt(4) == 0 ? bytes.toByteArray() : samples.damaged(bytes.toByteArray());
  }

  /** One character, or something that is none, in an encoding. */
  static byte[] encode(TextEncoding encoding, int scalar) {
    return switch (encoding.name()) {
      case "CESU-8" -> scalar > 0xFFFF ? six(scalar) : ReferenceEncoder.utf8(scalar);
      case "Modified-UTF-8" ->
          scalar == 0
              ? new byte[] {(byte) 0xC0, (byte) 0x80}
              : scalar > 0xFFFF ? six(scalar) : ReferenceEncoder.utf8(scalar);
      case "WTF-8", "UTF-8-or-CESU-8", "replacement" -> ReferenceEncoder.utf8(scalar);
      case "WTF-16BE", "UCS-2BE" -> ReferenceEncoder.utf16(scalar, false);
      case "WTF-16LE", "UCS-2LE" -> ReferenceEncoder.utf16(scalar, true);
      case "UTF-EBCDIC" -> ebcdic(scalar);
      case "x-user-defined" -> new byte[] {(byte) scalar};
      default -> throw new IllegalArgumentException(encoding.name());
    };
  }

  private static byte[] six(int scalar) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (char unit : Character.toChars(scalar)) {
      bytes.writeBytes(ReferenceEncoder.utf8(unit));
    }
    return bytes.toByteArray();
  }

  private static byte[] ebcdic(int scalar) {
    int[] firstOfLength = {0, 0xA0, 0x400, 0x4000, 0x40000};
    int length = 5;
    while (scalar < firstOfLength[length - 1]) {
      length--;
    }
    int[] leads = {0, 0xC0, 0xE0, 0xF0, 0xF8};
    byte[] bytes = new byte[length];
    int rest = scalar;
    for (int i = length - 1; i > 0; i--) {
      bytes[i] = EBCDIC_OF_I8[0xA0 + rest % 32];
      rest /= 32;
    }
    bytes[0] = EBCDIC_OF_I8[leads[length - 1] + rest];
    return bytes;
  }

  /**
   * @param prefix whether bytes may follow, so that an open sequence is no token
   */
  static Reading read(TextEncoding encoding, byte[] bytes, boolean prefix) {
    List<Token> tokens =
        switch (encoding.name()) {
          case "CESU-8" -> read(CESU_8, bytes, prefix);
          case "Modified-UTF-8" -> read(MODIFIED, bytes, prefix);
          case "WTF-8" -> read(WTF_8, bytes, prefix);
          case "UTF-8-or-CESU-8" -> read(UTF_8_OR_CESU_8, bytes, prefix);
          case "UTF-EBCDIC" -> read(I8, toI8(bytes), prefix);
          case "x-user-defined" -> userDefined(bytes);
          case "replacement" ->
              bytes.length == 0
                  ? List.of()
                  : List.of(Token.illFormed(0, 1, IllFormedCause.INVALID_BYTE, false));
          default -> units(encoding, bytes, prefix);
        };
    return new Reading(encoding, 0, tokens);
  }

  private static byte[] toI8(byte[] bytes) {
    byte[] i8 = bytes.clone();
    for (int i = 0; i < i8.length; i++) {
      int at = 0;
      while (EBCDIC_OF_I8[at] != bytes[i]) {
        at++;
      }
      i8[i] = (byte) at;
    }
    return i8;
  }

  private static List<Token> read(Grammar grammar, byte[] bytes, boolean prefix) {
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Token> tokens = new ArrayList<>();
    Matcher m = grammar.sequence.matcher(all);
    for (int at = 0; at < all.length(); at = m.end()) {
      if (prefix && grammar.open.matcher(all).region(at, all.length()).matches()) {
        break;
      }
      if (!m.region(at, all.length()).lookingAt()) {
        throw new AssertionError("any byte is something: " + m);
      }
      boolean open = grammar.open.matcher(all).region(at, all.length()).matches();
      tokens.add(token(m, open, grammar.trailBits));
    }
    return tokens;
  }

  /**
   * @param open whether more bytes than there are may change what stands here
   */
  private static Token token(Matcher m, boolean open, int trailBits) {
    int length = m.end() - m.start();
    for (Map.Entry<String, IllFormedCause> cause : CAUSES.entrySet()) {
      if (m.group(cause.getKey()) != null) {
        return Token.illFormed(m.start(), length, cause.getValue(), open);
      }
    }
    String found = m.group();
    if (m.group("nul") != null) {
      return Token.scalar(m.start(), length, 0);
    }
    if (m.group("pair") != null) {
      int high = value(found.substring(0, 3), 6);
      int low = value(found.substring(3), 6);
      return Token.scalar(m.start(), 6, 0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00);
    }
    return Token.scalar(m.start(), length, value(found, trailBits));
  }

  private static int value(String sequence, int trailBits) {
    int length = sequence.length();
    int value = length == 1 ? sequence.charAt(0) : sequence.charAt(0) & 0x7F >> length;
    for (int i = 1; i < length; i++) {
      value = value << trailBits | sequence.charAt(i) & (1 << trailBits) - 1;
    }
    return value;
  }

  private static List<Token> userDefined(byte[] bytes) {
    List<Token> tokens = new ArrayList<>();
    for (int at = 0; at < bytes.length; at++) {
      tokens.add(Token.scalar(at, 1, bytes[at] < 0 ? 0xF800 + bytes[at] : bytes[at]));
    }
    return tokens;
  }

  private static List<Token> units(TextEncoding encoding, byte[] bytes, boolean prefix) {
    boolean little = encoding.name().endsWith("LE");
    Charset charset = little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
    List<Token> tokens = new ArrayList<>();
    int whole = bytes.length & ~1;
    for (int at = 0; at < whole; at += 2) {
      int unit = (bytes[little ? at + 1 : at] & 0xFF) << 8 | bytes[little ? at : at + 1] & 0xFF;
      boolean surrogate = unit >= 0xD800 && unit < 0xE000;
      boolean wtf = encoding.name().startsWith("WTF");
      String next = new String(Arrays.copyOfRange(bytes, at, Math.min(at + 4, whole)), charset);
      if (wtf && next.length() == 2 && Character.charCount(next.codePointAt(0)) == 2) {
        tokens.add(Token.scalar(at, 4, next.codePointAt(0)));
        at += 2;
      } else if (surrogate && !wtf) {
        tokens.add(Token.illFormed(at, 2, IllFormedCause.SURROGATE, false));
      } else if (!(prefix && surrogate && unit < 0xDC00 && at + 2 == whole)) {
        tokens.add(Token.scalar(at, 2, unit));
      }
    }
    if (whole < bytes.length && !prefix) {
      tokens.add(Token.illFormed(whole, 1, IllFormedCause.TRUNCATED, true));
    }
    return tokens;
  }
}
