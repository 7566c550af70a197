/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page of the API names what the artifacts export, and of the places to begin all methods. */
class ApiPageTest {
  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");
  private static final Pattern PACKAGE = Pattern.compile("package (\\S+)");
  private static final Pattern TYPE =
      Pattern.compile("public .*?\\b(?:class|interface|enum|record) (\\w+)\\b.*");

  /** A member as {@code api/*.txt} has it; the last word before a parameter list, or the last. */
  private static final Pattern MEMBER = Pattern.compile("  .*?(\\w+)(?:\\(.*)?");

  /** The members of each type, by its name. */
  private static final Map<String, Set<String>> EXPORTED = new HashMap<>();

  private static final Map<String, Set<String>> TYPES_OF_PACKAGES = new HashMap<>();

  /** Names on the page: those of types, and those of members with their type before them. */
  private static final Set<String> NAMED = new TreeSet<>();

  @BeforeAll
  static void read() throws IOException {
    for (Path folder : List.of(ROOT, ROOT.resolve("integrations"))) {
      try (Stream<Path> modules = Files.list(folder)) {
        for (Path module :
            modules.filter(each -> Files.isDirectory(each.resolve("api"))).toList()) {
          try (Stream<Path> dumps = Files.list(module.resolve("api"))) {
            for (Path dump : dumps.toList()) {
              readDump(Files.readAllLines(dump));
            }
          }
        }
      }
    }
    String page = Files.readString(GuidePage.guide().resolve("api.md"));
    for (MatchResult name : NAME.matcher(page).results().toList()) {
      NAMED.add(name.group(2) == null ? name.group(1) : name.group(1) + "." + name.group(2));
    }
  }

  private static void readDump(List<String> lines) {
    Set<String> types = new TreeSet<>();
    Set<String> members = new TreeSet<>();
    for (String line : lines) {
      Matcher begin = PACKAGE.matcher(line);
      Matcher type = TYPE.matcher(line);
      Matcher member = MEMBER.matcher(line);
      if (begin.matches()) {
        types = TYPES_OF_PACKAGES.computeIfAbsent(begin.group(1), each -> new TreeSet<>());
      } else if (type.matches() && !line.startsWith(" ")) {
        types.add(type.group(1));
        members = EXPORTED.computeIfAbsent(type.group(1), each -> new TreeSet<>());
      } else if (member.matches()) {
        members.add(member.group(1));
      }
    }
  }

  @Test
  void namesWhatIsExported() {
    assertThat(NAMED).hasSizeGreaterThan(120);
    List<String> unknown = new ArrayList<>();
    for (String name : NAMED) {
      String[] parts = name.split("\\.");
      Set<String> members = EXPORTED.get(parts[0]);
      if (members == null || parts.length > 1 && !members.contains(parts[1])) {
        unknown.add(name);
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void namesEveryWayToBegin() {
    for (String type : List.of("Stages", "EventStages", "ByteBufText", "UtflowCodecs")) {
      for (String method : EXPORTED.get(type)) {
        if (!method.equals("contentTypeFilter")) {
          assertThat(NAMED).contains(type + "." + method);
        }
      }
    }
    assertThat(NAMED).containsAll(TYPES_OF_PACKAGES.get("io.utflow.netty"));
  }
}
