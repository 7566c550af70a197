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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Classes and methods that pages name between backticks are in the code. */
@Tag("whole")
class CodeNamesTest {
  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();

  /** Its rows about deleted code say so, and name it: those are not looked at. */
  private static final String LOG = "docs/performance-log.md";

  private static final Pattern DELETED =
      Pattern.compile("(?i)\\bgone\\b|\\bremoved\\b|\\breplaced\\b");

  /** Names of other projects and of other languages that no source of this project mentions. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "Channels.newReader",
          "DataInput",
          "DataOutput",
          "HttpMessageConverter",
          "HttpPostRequestDecoder",
          "InputFormat",
          "JavaModuleOptions",
          "MemorySegment",
          "NodeCountInliningCutoff",
          "ReactorNettyRequestUpgradeStrategy",
          "RestClient",
          "RestTemplate",
          "TextLineInputFormat",
          "WebsocketClientSpec",
          "aggregate");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern TYPE = Pattern.compile("(?:[A-Z][a-z0-9]+){2,}[A-Z]?");

  /** A type, with a member perhaps; parentheses and what is in them do not matter. */
  private static final Pattern NAME =
      Pattern.compile("(?:[a-z]\\w*\\.)*([A-Z]\\w*[a-z]\\w*)(?:[.#](\\w+))?(?:\\(.*\\))?");

  private static final Pattern METHOD = Pattern.compile("([a-z]\\w*)\\([^()]*\\)");
  private static final Pattern NO_CODE =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*|\"(?:[^\"\\\\\\n]|\\\\.)*\"");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");
  private static final Pattern ABOVE =
      Pattern.compile("\\b(?:extends|implements|permits)\\s+([^{]*)\\{");

  /** All words of the code. */
  private final Set<String> words = new HashSet<>();

  /** By type the words of the files that declare one of that name. */
  private final Map<String, Set<String>> declared = new HashMap<>();

  /** By type the types that those files extend, implement or permit. */
  private final Map<String, Set<String>> above = new HashMap<>();

  CodeNamesTest() throws IOException {
    for (Path file : files(".java")) {
      String code = NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
      Set<String> here = words(code);
      words.addAll(here);
      Set<String> parents = new HashSet<>();
      ABOVE.matcher(code).results().forEach(each -> parents.addAll(words(each.group(1))));
      DECLARED
          .matcher(code)
          .results()
          .map(each -> each.group(1))
          .forEach(
              type -> {
                declared.computeIfAbsent(type, any -> new HashSet<>()).addAll(here);
                above.computeIfAbsent(type, any -> new HashSet<>()).addAll(parents);
              });
    }
  }

  @Test
  void areInTheCode() throws IOException {
    List<String> missing = new ArrayList<>();
    int known = 0;
    for (Path page : files(".md")) {
      String name = ROOT.relativize(page).toString().replace('\\', '/');
      String[] lines = withoutBlocks(Files.readString(page)).split("\n", -1);
      for (int i = 0; i < lines.length; i++) {
        if (name.equals(LOG) && DELETED.matcher(lines[i]).find()) {
          continue;
        }
        for (MatchResult code : CODE.matcher(lines[i]).results().toList()) {
          if (!isThere(code.group(1))) {
            missing.add(name + ":" + (i + 1) + ": " + code.group(1));
          } else {
            known++;
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(known).isGreaterThan(1000);
  }

  private boolean isThere(String code) {
    MatchResult name = matched(NAME, code);
    if (name != null) {
      String type = name.group(1);
      if (!declared.containsKey(type)) {
        return !TYPE.matcher(type).matches() || words.contains(type) || ELSEWHERE.contains(type);
      }
      String member = name.group(2);
      return member == null
          || has(type, member, new HashSet<>())
          || ELSEWHERE.contains(type + "." + member);
    }
    MatchResult method = matched(METHOD, code);
    return method == null || words.contains(method.group(1)) || ELSEWHERE.contains(method.group(1));
  }

  /** Whether a type, or one that it inherits from, has a member of that name. */
  private boolean has(String type, String member, Set<String> seen) {
    if (!seen.add(type)) {
      return false;
    }
    if (!declared.containsKey(type)) {
      return words.contains(member) && !above.containsKey(type) && seen.size() > 1;
    }
    return declared.get(type).contains(member)
        || above.get(type).stream().anyMatch(parent -> has(parent, member, seen));
  }

  private static MatchResult matched(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    return matcher.matches() ? matcher.toMatchResult() : null;
  }

  private static Set<String> words(String code) {
    Set<String> words = new HashSet<>();
    WORD.matcher(code).results().forEach(word -> words.add(word.group()));
    return words;
  }

  /** Blocks of code become empty lines, so that the others keep their numbers. */
  private static String withoutBlocks(String page) {
    return BLOCK.matcher(page).replaceAll(block -> block.group().replaceAll("[^\n]", ""));
  }

  private static List<Path> files(String ending) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !file.toString().matches(".*[/\\\\](target|\\.git|resources)[/\\\\].*"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
