/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Text as servers see it: real words of a language in random order, with its punctuation, in lines
 * of its length; and files of which such words are a part. Made from a seed, and as long as asked:
 * it does not repeat, for a processor learns what it reads again, and shows another speed then.
 */
public enum Language {
  KOREAN(sentences(" ", ", ", ".")),
  HINDI(sentences(" ", ", ", "\u0964")),
  /** Without spaces between words; one between sentences. */
  THAI(sentences("", " ", " ")),
  /** Letters of one, two and three bytes in one word. */
  VIETNAMESE(sentences(" ", ", ", ".")),
  HEBREW(sentences(" ", ", ", ".")),
  RUSSIAN(sentences(" ", ", ", ".")),
  GREEK(sentences(" ", ", ", ".")),
  ARABIC(sentences(" ", "\u060C ", ".")),
  /** Kanji, kana and numbers in ASCII. */
  JAPANESE(sentences("", "\u3001", "\u3002")),
  CHINESE(sentences("", "\uFF0C", "\u3002")),
  /** ASCII with a rare accent. */
  GERMAN(sentences(" ", ", ", ".")),
  ENGLISH(sentences(" ", ", ", ".")),
  /** Objects whose names are ASCII and whose values are Chinese. */
  JSON(language -> new JsonLines()),
  /** Lines of a server's log, in ASCII. */
  LOGS(language -> new LogLines()),
  /** Java with comments in German, and an arrow now and then. */
  SOURCE(language -> new SourceLines()),
  /** Short messages in English with emoji and typographic apostrophes. */
  MESSAGES(language -> new MessageLines());

  /** Writes a line, without its end. */
  interface Lines {
    void next(SplittableRandom random, StringBuilder line);
  }

  private final Function<Language, Lines> lines;

  Language(Function<Language, Lines> lines) {
    this.lines = lines;
  }

  private static Function<Language, Lines> sentences(String space, String comma, String end) {
    return language -> new Sentences(Words.of(language.label()), space, comma, end);
  }

  /** The name in tables and of the file of words. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Text of at least so many bytes of UTF-8, up to the end of a line. */
  public String text(int bytes) {
    SplittableRandom random = new SplittableRandom(20261122 + ordinal());
    Lines source = lines.apply(this);
    StringBuilder text = new StringBuilder(bytes);
    StringBuilder line = new StringBuilder();
    for (int written = 0; written < bytes; ) {
      line.setLength(0);
      source.next(random, line);
      line.append('\n');
      written += line.toString().getBytes(StandardCharsets.UTF_8).length;
      text.append(line);
    }
    return text.toString();
  }

  /** One to four sentences. */
  private record Sentences(Words words, String space, String comma, String end) implements Lines {
    @Override
    public void next(SplittableRandom random, StringBuilder line) {
      for (int sentences = 1 + random.nextInt(4); sentences > 0; sentences--) {
        for (int left = 3 + random.nextInt(14); left > 0; left--) {
          line.append(words.draw(random));
          line.append(left == 1 ? end : random.nextInt(9) == 0 ? comma : space);
        }
        line.append(sentences > 1 ? space : "");
      }
    }
  }

  private static void words(Words words, int count, SplittableRandom random, StringBuilder line) {
    for (int left = count; left > 0; left--) {
      line.append(words.draw(random)).append(left > 1 ? " " : "");
    }
  }

  private record JsonLines(Words names, Words values) implements Lines {
    JsonLines() {
      this(Words.of("english"), Words.of("chinese"));
    }

    @Override
    public void next(SplittableRandom random, StringBuilder line) {
      line.append("{\"id\":").append(random.nextInt(10_000_000));
      for (int fields = 2 + random.nextInt(5); fields > 0; fields--) {
        line.append(",\"").append(names.draw(random)).append("\":");
        switch (random.nextInt(4)) {
          case 0 -> line.append(random.nextInt(100_000));
          case 1 -> line.append(random.nextBoolean());
          default -> value(random, line);
        }
      }
      line.append("},");
    }

    private void value(SplittableRandom random, StringBuilder line) {
      line.append('"');
      for (int left = 1 + random.nextInt(9); left > 0; left--) {
        line.append(values.draw(random));
      }
      line.append('"');
    }
  }

  private record LogLines(Words english) implements Lines {
    private static final String[] LEVELS = {"DEBUG", "INFO ", "INFO ", "INFO ", "WARN ", "ERROR"};

    LogLines() {
      this(Words.of("english"));
    }

    @Override
    public void next(SplittableRandom random, StringBuilder line) {
      line.append("2026-11-").append(10 + random.nextInt(20)).append('T');
      line.append(10 + random.nextInt(14)).append(':').append(10 + random.nextInt(50));
      line.append(':').append(10 + random.nextInt(50)).append('.');
      line.append(100 + random.nextInt(900)).append("Z [worker-").append(random.nextInt(64));
      line.append("] ").append(LEVELS[random.nextInt(LEVELS.length)]).append(" org.example.");
      line.append(english.draw(random)).append(" - ");
      words(english, 3 + random.nextInt(12), random, line);
      line.append(" id=").append(Long.toHexString(random.nextLong()));
    }
  }

  private record SourceLines(Words english, Words german) implements Lines {
    private static final String[] BEGINNINGS = {
      "    return ", "    if (", "  private final int ", "      ", "    for (int i = 0; i < "
    };

    SourceLines() {
      this(Words.of("english"), Words.of("german"));
    }

    @Override
    public void next(SplittableRandom random, StringBuilder line) {
      if (random.nextInt(4) == 0) {
        line.append("    // ");
        words(german, 4 + random.nextInt(10), random, line);
        line.append(random.nextInt(5) == 0 ? " \u2192 " + german.draw(random) : "");
        return;
      }
      line.append(BEGINNINGS[random.nextInt(BEGINNINGS.length)]);
      line.append(english.draw(random)).append('.').append(english.draw(random)).append('(');
      line.append(english.draw(random)).append(", ").append(random.nextInt(300)).append(");");
    }
  }

  private record MessageLines(Words english, Words emoji) implements Lines {
    private static final String[] SHORT = {"it\u2019s", "don\u2019t", "I\u2019m", "we\u2019ll"};

    MessageLines() {
      this(Words.of("english"), Words.of("emoji"));
    }

    @Override
    public void next(SplittableRandom random, StringBuilder line) {
      for (int left = 1 + random.nextInt(12); left > 0; left--) {
        boolean isShort = random.nextInt(12) == 0;
        line.append(isShort ? SHORT[random.nextInt(SHORT.length)] : english.draw(random));
        line.append(left > 1 ? " " : "");
      }
      if (random.nextInt(3) == 0) {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
          line.append(left == 1 ? " " : "").append(emoji.draw(random));
        }
      }
    }
  }
}
