/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What pages show of dependencies can be copied: each artifact is there, with the version of this
 * build, or with the BOM in the same block. {@code .ci/version} writes another version.
 */
class DependencyBlocksTest {
  private static final Path ROOT = GuidePage.guide().resolve("../..").normalize();
  private static final String OURS = "io.utflow";
  private static final String BOM = "utflow-bom";
  private static final Pattern XML = block("xml");
  private static final Pattern KOTLIN = block("kotlin");
  private static final Pattern COORDINATES =
      Pattern.compile("\"io\\.utflow:([\\w-]+)(?::([^\"]+))?\"");

  /** A number behind the name of an artifact, wherever it stands. */
  private static final Pattern NUMBERED =
      Pattern.compile("\\butflow-[a-z-]*[a-z][:-](\\d+\\.\\d[\\w.-]*\\w)");

  private static final Pattern NETTY_4_2 = Pattern.compile("\\b4\\.2\\.\\d+\\.Final\\b");

  private record Shown(String artifact, String version, boolean isManaged) {}

  @ParameterizedTest
  @MethodSource("pages")
  void canBeCopied(String page) throws Exception {
    Set<String> artifacts = artifacts();
    String version = version();
    for (Shown shown : shown(page)) {
      assertThat(artifacts).as(page).contains(shown.artifact);
      String expected = shown.version.isEmpty() && shown.isManaged ? "" : version;
      assertThat(shown.version).as("version of " + shown.artifact).isEqualTo(expected);
    }
    assertThat(NUMBERED.matcher(text(page)).results().map(found -> found.group(1)))
        .as(page)
        .allSatisfy(number -> assertThat(number).startsWith(version));
  }

  /** A user adds other artifacts of Netty at the version that ours brings. */
  @Test
  void theVersionOfNettyIsTheOneOfThisBuild() throws Exception {
    String version =
        xml(text("pom.xml")).getElementsByTagName("netty.version").item(0).getTextContent();
    Map<String, List<String>> named = new TreeMap<>();
    for (String page : pages()) {
      List<String> versions =
          NETTY_4_2.matcher(text(page)).results().map(MatchResult::group).distinct().toList();
      if (!versions.isEmpty()) {
        named.put(page, versions);
      }
    }
    assertThat(named).containsKeys("docs/guide/netty.md", "docs/guide/dependencies.md");
    assertThat(named.values()).allSatisfy(all -> assertThat(all).containsExactly(version));
  }

  /** So a page names the version once for each build tool, and it can be copied into any build. */
  @ParameterizedTest
  @MethodSource("pages")
  void blocksOfTheGuideImportTheBom(String page) throws Exception {
    if (page.startsWith("docs/")) {
      assertThat(shown(page))
          .as(page)
          .filteredOn(shown -> !Set.of(BOM, "utflow-rewrite").contains(shown.artifact))
          .allSatisfy(shown -> assertThat(shown.isManaged && shown.version.isEmpty()).isTrue());
    }
  }

  @Test
  void everyArtifactIsShownInMavenAndInGradle() throws Exception {
    Set<String> maven = new TreeSet<>();
    Set<String> gradle = new TreeSet<>();
    for (String page : pages()) {
      maven.addAll(names(inMaven(page)));
      gradle.addAll(names(inGradle(page)));
    }
    Set<String> used = artifacts();
    used.remove("utflow-cli"); // A program, which is installed.
    assertThat(gradle).containsExactlyElementsOf(used);
    used.remove("utflow-rewrite"); // Named in a command.
    assertThat(maven).containsExactlyElementsOf(used);
  }

  static List<String> pages() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> examples = Files.list(ROOT.resolve("examples"));
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.of(top, examples, docs)
          .flatMap(each -> each)
          .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".md") && !name.equals("CHANGELOG.md"))
          .sorted()
          .toList();
    }
  }

  private static List<Shown> shown(String page) throws Exception {
    List<Shown> shown = new ArrayList<>(inMaven(page));
    shown.addAll(inGradle(page));
    return shown;
  }

  private static List<Shown> inMaven(String page) throws Exception {
    List<Shown> shown = new ArrayList<>();
    for (String block : blocks(XML, page)) {
      List<Element> dependencies = dependencies(xml("<project>" + block + "</project>"));
      boolean isManaged = dependencies.stream().anyMatch(each -> of(each, BOM).equals("import"));
      for (Element each : dependencies) {
        if (value(each, "groupId").equals(OURS)) {
          shown.add(new Shown(value(each, "artifactId"), value(each, "version"), isManaged));
        }
      }
    }
    return shown;
  }

  private static List<Shown> inGradle(String page) throws IOException {
    List<Shown> shown = new ArrayList<>();
    for (String block : blocks(KOTLIN, page)) {
      boolean isManaged = block.contains("platform(\"" + OURS + ":" + BOM + ":");
      for (MatchResult found : COORDINATES.matcher(block).results().toList()) {
        String version = found.group(2) == null ? "" : found.group(2);
        shown.add(new Shown(found.group(1), version, isManaged));
      }
    }
    return shown;
  }

  /** The scope of a dependency, if it is that artifact. */
  private static String of(Element dependency, String artifact) {
    return value(dependency, "artifactId").equals(artifact) ? value(dependency, "scope") : "";
  }

  private static Set<String> names(List<Shown> shown) {
    return shown.stream().map(Shown::artifact).collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the BOM lists, and the BOM. */
  private static Set<String> artifacts() throws Exception {
    Set<String> artifacts = new TreeSet<>(Set.of(BOM));
    Element bom = xml(text("integrations/bom/pom.xml"));
    dependencies(bom).forEach(each -> artifacts.add(value(each, "artifactId")));
    return artifacts;
  }

  private static String version() throws Exception {
    Element parent = xml(text("pom.xml"));
    for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
      if (parent.getChildNodes().item(i).getNodeName().equals("version")) {
        return parent.getChildNodes().item(i).getTextContent();
      }
    }
    throw new AssertionError("pom.xml has no version");
  }

  private static List<Element> dependencies(Element project) {
    NodeList nodes = project.getElementsByTagName("dependency");
    List<Element> dependencies = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      dependencies.add((Element) nodes.item(i));
    }
    return dependencies;
  }

  private static String value(Element dependency, String name) {
    NodeList nodes = dependency.getElementsByTagName(name);
    return nodes.getLength() == 0 ? "" : nodes.item(0).getTextContent();
  }

  private static Element xml(String text) throws Exception {
    try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(in)
          .getDocumentElement();
    }
  }

  private static List<String> blocks(Pattern kind, String page) throws IOException {
    return kind.matcher(text(page)).results().map(found -> found.group(1)).toList();
  }

  private static String text(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static Pattern block(String language) {
    return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$");
  }
}
