/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import java.util.SplittableRandom;

/** Kinds of text, made from a seed: words of a language's lengths from an alphabet of its size. */
public enum Script {
  /** English: all ASCII. */
  ASCII,
  /** Two bytes a letter, words and spaces: Arabic, Cyrillic, Greek. */
  TWO_BYTE,
  /** Three bytes a character, no spaces: Chinese. */
  THREE_BYTE,
  /** Emoji after emoji. */
  FOUR_BYTE,
  /** French: ASCII with an accent every few words. */
  ACCENTED,
  /** Sentences of all the above in turn. */
  MIXED,
  /** A web page: ASCII markup around words of two-byte letters. */
  MARKUP_TWO_BYTE,
  /** A web page: ASCII markup around three-byte text. */
  MARKUP_THREE_BYTE,
  /** English with typographic apostrophes and dashes, and an emoji now and then. */
  CHAT;

  private static final String[] TAGS = {"p", "li", "span", "div class=\"entry\"", "td", "h2"};

  /** Text of at least {@code chars} UTF-16 code units. */
  public String text(int chars) {
    SplittableRandom random = new SplittableRandom(20260901 + ordinal());
    StringBuilder text = new StringBuilder(chars + 256);
    while (text.length() < chars) {
      switch (this) {
        case MIXED -> values()[random.nextInt(5)].line(random, text);
        case MARKUP_TWO_BYTE -> element(TWO_BYTE, random, text);
        case MARKUP_THREE_BYTE -> element(THREE_BYTE, random, text);
        default -> line(random, text);
      }
    }
    return text.toString();
  }

  private static void element(Script content, SplittableRandom random, StringBuilder text) {
    String tag = TAGS[random.nextInt(TAGS.length)];
    text.append('<').append(tag).append('>');
    if (random.nextInt(3) == 0) {
      text.append("<a href=\"https://example.org/page?id=");
      text.append(random.nextInt(100_000)).append("\">");
      content.sentence(random, text);
      text.append("</a>");
    }
    content.sentence(random, text);
    text.append("</").append(tag, 0, tag.indexOf(' ') < 0 ? tag.length() : tag.indexOf(' '));
    text.append(">\n");
  }

  private void line(SplittableRandom random, StringBuilder text) {
    sentence(random, text);
    text.append('\n');
  }

  private void sentence(SplittableRandom random, StringBuilder text) {
    for (int words = 2 + random.nextInt(9); words > 0; words--) {
      for (int letters = 1 + random.nextInt(4) + random.nextInt(6); letters > 0; letters--) {
        text.appendCodePoint(letter(random));
      }
      text.append(separator(words == 1, random));
    }
  }

  private int letter(SplittableRandom random) {
    return switch (this) {
      case TWO_BYTE -> 0x0621 + random.nextInt(42);
      case THREE_BYTE -> 0x4E00 + random.nextInt(0x1400);
      case FOUR_BYTE -> 0x1F300 + random.nextInt(0x300);
      case ACCENTED -> random.nextInt(14) == 0 ? 0xE0 + random.nextInt(12) : latin(random);
      default -> latin(random);
    };
  }

  private static int latin(SplittableRandom random) {
    return 'a' + Math.min(random.nextInt(26), random.nextInt(26));
  }

  private String separator(boolean last, SplittableRandom random) {
    return switch (this) {
      case THREE_BYTE -> last ? "\u3002" : random.nextInt(4) == 0 ? "\uFF0C" : "";
      case FOUR_BYTE -> "";
      case CHAT -> last ? ". " : chatSeparator(random);
      default -> last ? ". " : random.nextInt(7) == 0 ? ", " : " ";
    };
  }

  private static String chatSeparator(SplittableRandom random) {
    return switch (random.nextInt(24)) {
      case 0 -> " \uD83D\uDE42 ";
      case 1, 2 -> "\u2019s ";
      case 3 -> " \u2014 ";
      default -> " ";
    };
  }
}
