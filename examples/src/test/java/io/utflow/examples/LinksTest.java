/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Links of the pages lead to files that are there, and to headings that they have; so do pictures,
 * and pages that comments in Java name.
 */
class LinksTest {
  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern PICTURE = Pattern.compile("\\bsrc(?:set)?=\"([^\"]+)\"");
  private static final Pattern NAMED = Pattern.compile("\\b(docs/[\\w/-]+\\.md(?:#[\\w-]+)?)");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

  @Test
  void leadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String to : targets(page)) {
        // What begins with actions/ is a badge, on the project's page.
        if (!to.matches("https?:.*|mailto:.*|\\.\\./\\.\\./actions/.*") && !leads(page, to)) {
          broken.add(ROOT.relativize(page) + " -> " + to);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void pagesThatCommentsNameAreThere() throws IOException {
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(LinksTest::isSource).toList()) {
        for (MatchResult named : NAMED.matcher(Files.readString(file)).results().toList()) {
          if (!leads(ROOT.resolve("README.md"), named.group(1))) {
            broken.add(ROOT.relativize(file) + " -> " + named.group(1));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean isSource(Path file) {
    return file.toString().endsWith(".java") && !file.toString().contains("target");
  }

  private static List<String> targets(Path page) {
    Stream<MatchResult> links = LINK.matcher(text(page)).results();
    Stream<MatchResult> pictures = PICTURE.matcher(text(page)).results();
    return Stream.concat(links, pictures).map(link -> link.group(1)).toList();
  }

  @Test
  void everyPageOfTheGuideIsInItsIndex() throws IOException {
    String index = text(GuidePage.guide().resolve("README.md"));
    for (Path page : pages()) {
      if (page.startsWith(GuidePage.guide()) && !page.endsWith("README.md")) {
        assertThat(index).contains("(" + GuidePage.guide().relativize(page) + ")");
      }
    }
  }

  private static boolean leads(Path page, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return isOfMissingModule(target);
    }
    return hash < 0 || anchors(text(target)).contains(link.substring(hash + 1));
  }

  /** A page comes with its module. */
  private static boolean isOfMissingModule(Path page) {
    String module = GuideTest.RUN_ELSEWHERE.get("" + GuidePage.guide().relativize(page));
    return module != null && !Files.exists(ROOT.resolve(module));
  }

  /** As GitHub makes them: lower case, no punctuation, a hyphen for a blank, a number if used. */
  private static List<String> anchors(String page) {
    List<String> anchors = new ArrayList<>();
    Map<String, Integer> used = new HashMap<>();
    for (MatchResult heading : HEADING.matcher(page).results().toList()) {
      String plain = heading.group(1).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
      String anchor =
          plain.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
      int before = used.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.of(top, docs, Stream.of(ROOT.resolve("benchmarks/README.md")))
          .flatMap(each -> each)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /** Without blocks of code, which have no links and no headings. */
  private static String text(Path page) {
    try {
      return BLOCK.matcher(Files.readString(page)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
