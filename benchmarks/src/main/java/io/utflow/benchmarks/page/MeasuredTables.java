/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.page;

import io.utflow.benchmarks.Result;
import io.utflow.benchmarks.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the rows of tables in Markdown from files of results, the text with the worst figure
 * first. A comment before the table names its columns, each in a line: the file, what both sides
 * are, and between them the setting where the file has several.
 *
 * <pre>{@code
 * <!-- measured
 * pieces-jdk17; utflow chars / jdk decoder
 * bodies-jdk17; 4 KiB in 1460, heap; DataBufferText.text / StringDecoder.decodeToMono
 * -->
 * | text | chars | a body |
 * |---|---:|---:|
 * }</pre>
 *
 * <p>{@code <!-- figures: pieces-jdk17 pieces-jdk25 -->} before a paragraph or a table that people
 * write says which files have its figures of two decimals.
 *
 * <p>Arguments: the folder of the results, then pages to rewrite.
 */
public final class MeasuredTables {
  private static final Pattern TABLE =
      Pattern.compile(
          "(<!-- measured\\n(.+?)-->\\n\\|[^\\n]*\\n\\|[^\\n]*\\n)((?:\\|[^\\n]*\\n)*)",
          Pattern.DOTALL);

  private static final Pattern QUOTED =
      Pattern.compile("<!-- figures: ([^>]+) -->\\n(.+?)(?:\\n\\n|\\z)", Pattern.DOTALL);

  private static final Pattern FIGURE = Pattern.compile("\\b\\d+\\.\\d\\d\\b");

  private final Path folder;
  private final Map<String, List<Result>> files = new HashMap<>();

  /** For files in this folder. */
  public MeasuredTables(Path folder) {
    this.folder = folder;
  }

  /** Rewrites pages. */
  public static void main(String[] arguments) throws IOException {
    MeasuredTables tables = new MeasuredTables(Path.of(arguments[0]));
    for (String page : List.of(arguments).subList(1, arguments.length)) {
      Files.writeString(Path.of(page), tables.rewritten(Files.readString(Path.of(page))));
    }
  }

  /** The page, with the rows that the files give. */
  public String rewritten(String page) throws IOException {
    Matcher tables = TABLE.matcher(page);
    StringBuilder written = new StringBuilder();
    while (tables.find()) {
      String table = tables.group(1) + rows(tables.group(2).strip().lines().toList());
      tables.appendReplacement(written, Matcher.quoteReplacement(table));
    }
    return tables.appendTail(written).toString();
  }

  /**
   * The figures that the page quotes and that no file named by it has. After the name of a text, as
   * in "Korean 1.57", the figure must be one of that text.
   */
  public List<String> notMeasured(String page) throws IOException {
    List<String> missing = new ArrayList<>();
    for (MatchResult quoted : QUOTED.matcher(page).results().toList()) {
      Map<String, Set<String>> measured = figuresOfTexts(quoted.group(1).split(" "));
      String block = quoted.group(2);
      for (MatchResult figure : FIGURE.matcher(block).results().toList()) {
        String before = block.substring(0, figure.start()).stripTrailing();
        String text = textAtTheEnd(measured.keySet(), before.toLowerCase(Locale.ROOT));
        if (!measured.getOrDefault(text, Set.of()).contains(figure.group())) {
          missing.add((text + " " + figure.group()).strip());
        }
      }
    }
    return missing;
  }

  /** The figures of each text, and all of them as those of the text without a name. */
  private Map<String, Set<String>> figuresOfTexts(String[] names) throws IOException {
    Map<String, Set<String>> figures = new HashMap<>();
    for (String file : names) {
      for (Result result : results(file)) {
        String figure = figure(result.times());
        figures.computeIfAbsent(result.text(), text -> new HashSet<>()).add(figure);
        figures.computeIfAbsent("", text -> new HashSet<>()).add(figure);
      }
    }
    return figures;
  }

  private static String textAtTheEnd(Set<String> texts, String before) {
    return texts.stream()
        .filter(before::endsWith)
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }

  private String rows(List<String> columns) throws IOException {
    List<Map<String, Double>> cells = new ArrayList<>();
    for (String column : columns) {
      cells.add(column(column));
    }
    Set<String> texts = new TreeSet<>(cells.get(0).keySet());
    cells.forEach(column -> texts.retainAll(column.keySet()));
    return texts.stream()
        .sorted(Comparator.comparingDouble(text -> worst(cells, text)))
        .map(text -> row(cells, text))
        .collect(Collectors.joining());
  }

  private static double worst(List<Map<String, Double>> cells, String text) {
    return cells.stream().mapToDouble(column -> column.getOrDefault(text, 0.0)).min().orElse(0);
  }

  private static String row(List<Map<String, Double>> cells, String text) {
    return cells.stream()
        .map(column -> figure(column.getOrDefault(text, 0.0)))
        .collect(Collectors.joining(" | ", "| " + text + " | ", " |\n"));
  }

  /** The figure of each text. */
  private Map<String, Double> column(String column) throws IOException {
    String[] parts = column.split("; ");
    String[] sides = parts[parts.length - 1].split(" / ");
    Map<String, Double> found =
        results(parts[0]).stream()
            .filter(result -> result.ours().equals(sides[0]) && result.peer().equals(sides[1]))
            .filter(result -> parts.length == 2 || result.setting().equals(parts[1]))
            .collect(Collectors.toMap(Result::text, Result::times));
    if (found.isEmpty()) {
      throw new IllegalArgumentException("not measured: " + column);
    }
    return found;
  }

  private List<Result> results(String name) throws IOException {
    List<Result> results = files.get(name);
    if (results == null) {
      results = ResultFile.read(folder.resolve(name + ".tsv"));
      files.put(name, results);
    }
    return results;
  }

  private static String figure(double times) {
    return String.format(Locale.ROOT, "%.2f", times);
  }
}
