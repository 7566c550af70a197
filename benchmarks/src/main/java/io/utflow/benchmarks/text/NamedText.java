/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.text;

import io.utflow.benchmarks.RatioTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A text and what the tables call it.
 *
 * @param cut to pieces of so many bytes in the charset that they are read in
 */
public record NamedText(String name, String text, BiFunction<Charset, Integer, Pieces> cut) {
  /** A text in the charset that it is read in. */
  public NamedText(String name, String text) {
    this(name, text, (charset, size) -> Pieces.of(text, charset, size));
  }

  /** The least bytes of a {@link Language}, read in pieces of this size or more. */
  private static final int LANGUAGE_BYTES = 5 << 19;

  private static final int LARGE_PIECES = 8192;

  /**
   * The same of smaller pieces: each is an object or two, and more of them would measure how far
   * away the memory is.
   */
  private static final int LANGUAGE_BYTES_IN_SMALL_PIECES = 1 << 18;

  /** The length of a text that is read again and again: a sentence or two. */
  private static final int REPEATED_CHARS = 500;

  /** Where texts come from. */
  public enum Source {
    /** {@link Language}: does not repeat. */
    LANGUAGES {
      @Override
      public Stream<NamedText> texts(int pieceSize) {
        int bytes = pieceSize < LARGE_PIECES ? LANGUAGE_BYTES_IN_SMALL_PIECES : LANGUAGE_BYTES;
        return languages(bytes).stream();
      }
    },
    /** Some hundred chars of a {@link Language}, again and again: what a processor learns. */
    REPEATING {
      @Override
      public Stream<NamedText> texts(int pieceSize) {
        return Stream.of(
                Language.HEBREW,
                Language.RUSSIAN,
                Language.ARABIC,
                Language.KOREAN,
                Language.VIETNAMESE,
                Language.MESSAGES)
            .map(
                language -> {
                  String some = language.text(3 * REPEATED_CHARS).substring(0, REPEATED_CHARS);
                  String text = some.strip().concat("\n").repeat(RatioTable.CHARS / REPEATED_CHARS);
                  return new NamedText(language.label() + ", repeating", text);
                });
      }
    },
    /** {@link Script}: letters drawn at random, 65,536 chars. */
    GENERATED {
      @Override
      public Stream<NamedText> texts(int pieceSize) {
        return Arrays.stream(Script.values())
            .map(
                script ->
                    new NamedText(
                        script.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        script.text(RatioTable.CHARS)));
      }
    },
    /** Bytes that a server receives and that are not text in the charset it expects. */
    MISLABELLED {
      @Override
      public Stream<NamedText> texts(int pieceSize) {
        String german = Language.GERMAN.text(LANGUAGE_BYTES_IN_SMALL_PIECES);
        String english = Language.ENGLISH.text(LANGUAGE_BYTES_IN_SMALL_PIECES);
        return Stream.of(
            new NamedText(
                "german in ISO-8859-1",
                german,
                (charset, size) -> Pieces.of(german, StandardCharsets.ISO_8859_1, size)),
            new NamedText(
                "english, a byte FF in each",
                english,
                (charset, size) -> Pieces.of(english, charset, size).withOneByte((byte) 0xFF)));
      }
    };

    /** The texts, for pieces of so many bytes. */
    public abstract Stream<NamedText> texts(int pieceSize);

    /** Whether there is a source of this name, in upper or lower case. */
    public static boolean isNamed(String name) {
      return Arrays.stream(values()).anyMatch(source -> source.name().equalsIgnoreCase(name));
    }
  }

  /** Every {@link Language}, at least so many bytes of each. */
  public static List<NamedText> languages(int bytes) {
    return Arrays.stream(Language.values())
        .map(language -> new NamedText(language.label(), language.text(bytes)))
        .toList();
  }

  /** The files of a folder, in UTF-8, by their names. */
  public static List<NamedText> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .sorted()
          .map(file -> new NamedText(Objects.toString(file.getFileName()), read(file)))
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
