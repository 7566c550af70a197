/* SPDX-License-Identifier: Apache-2.0 */
// SPDX-License-Identifier: Apache-2.0
package io.utflow.benchmarks.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes texts for {@code --texts} from what translators wrote: of the catalogues ({@code .mo}) and
 * pages ({@code .html}) of unpacked packages one file for each language, at most 2.5 MB, in an
 * order that does not change. Words drawn at random, as {@link Language} draws them, know no
 * sentences, no foreign names and no markup; these do.
 */
final class TranslatedTexts {
  private static final int LONGEST = 2_500_000;
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}([-_][A-Z]{2})?");
  private static final Pattern MARKUP =
      Pattern.compile("(?s)<(script|style)\\b.*?</\\1>|<[^>]*>|&#?\\w+;");
  private static final Pattern SPACES = Pattern.compile("[ \\t\\u00A0]+");
  private static final Pattern LINES = Pattern.compile("\\s*\\n\\s*");

  private final Path to;

  private TranslatedTexts(Path to) {
    this.to = to;
  }

  /** Arguments: the folder with the unpacked packages, and the folder for the texts. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println("usage: TranslatedTexts FOLDER_OF_PACKAGES FOLDER_FOR_TEXTS");
      System.exit(2);
    }
    Path from = Path.of(arguments[0]);
    var texts = new TranslatedTexts(Path.of(arguments[1]));
    texts.writeStrings(from);
    texts.writePages(from);
  }

  private void writeStrings(Path from) throws IOException {
    for (var catalogues : byLanguage(from, ".mo").entrySet()) {
      List<String> strings = new ArrayList<>();
      for (Path catalogue : catalogues.getValue()) {
        addTranslations(ByteBuffer.wrap(Files.readAllBytes(catalogue)), strings);
      }
      Collections.shuffle(strings, new Random(7));
      write("strings", catalogues.getKey(), strings);
    }
  }

  /**
   * Adds the translations of a catalogue: the format is that of GNU gettext, "The Format of GNU MO
   * Files".
   */
  private static void addTranslations(ByteBuffer catalogue, List<String> strings) {
    catalogue.order(
        catalogue.getInt(0) == 0xDE120495 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int count = catalogue.getInt(8);
    int table = catalogue.getInt(16);
    for (int i = 1; i < count; i++) { // the first is the head of the catalogue
      int length = catalogue.getInt(table + 8 * i);
      int at = catalogue.getInt(table + 8 * i + 4);
      for (String string : new String(catalogue.array(), at, length, UTF_8).split("\0")) {
        if (!string.isBlank()) {
          strings.add(LINES.matcher(string).replaceAll("\n"));
        }
      }
    }
  }

  private void writePages(Path from) throws IOException {
    for (var pages : byLanguage(from, ".html").entrySet()) {
      Collections.shuffle(pages.getValue(), new Random(7));
      List<String> markup = new ArrayList<>();
      List<String> prose = new ArrayList<>();
      for (Path page : pages.getValue()) {
        String text = Files.readString(page);
        markup.add(text);
        String words = SPACES.matcher(MARKUP.matcher(text).replaceAll(" ")).replaceAll(" ");
        prose.add(LINES.matcher(words).replaceAll("\n"));
      }
      write("pages", pages.getKey(), markup);
      write("prose", pages.getKey(), prose);
    }
  }

  /**
   * The files of that ending, by their package (the first folder) and the language that a folder on
   * their way is named by.
   */
  private static Map<String, List<Path>> byLanguage(Path from, String ending) throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(from)) {
      all.filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
          .sorted()
          .forEach(
              file ->
                  files
                      .computeIfAbsent(nameOf(from.relativize(file)), name -> new ArrayList<>())
                      .add(file));
    }
    return files;
  }

  private static String nameOf(Path file) {
    String language = "any";
    for (Path folder : file.getParent()) {
      if (LANGUAGE.matcher(folder.toString()).matches()
          && !folder.toString().matches("usr|lib|doc")) {
        language = folder.toString();
      }
    }
    return language + "-" + file.getName(0);
  }

  private void write(String kind, String name, List<String> texts) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (String text : texts) {
      bytes.writeBytes((text + "\n").getBytes(UTF_8));
      if (bytes.size() >= LONGEST) {
        break;
      }
    }
    Path folder = Files.createDirectories(to.resolve(kind));
    Files.write(folder.resolve(name + ".txt"), bytes.toByteArray());
    System.out.println(kind + "/" + name + ".txt " + bytes.size());
  }
}
