/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What is published belongs to the BOM, and says what a repository asks of it. */
class PublishedTest {
  private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..", "..");

  /**
   * What other bundles import: what is exported to all, or to our adapters. The encodings and the
   * kernels that the core exports to are fragments of it; the packages that it exports to the
   * bundle {@code utflow-files} are named by the core's {@code utflow.exports} too.
   */
  private static final Pattern EXPORTS =
      Pattern.compile(
          "^  exports ([\\w.]+)(?:;| to\\s+io\\.utflow\\.(?:netty|reactor)\\b)", Pattern.MULTILINE);

  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  private Document parent;
  private Document bom;

  @BeforeEach
  void read() throws Exception {
    parent = read("pom.xml");
    bom = read("integrations/bom/pom.xml");
  }

  @Test
  void theBomListsEveryPublishedArtifactAndNoOther() throws Exception {
    List<String> published = new ArrayList<>();
    for (String module : publishedModules()) {
      published.add(text(read(module + "/pom.xml"), "/project/artifactId"));
    }
    assertThat(texts(bom, "//dependencyManagement//artifactId"))
        .as("add what is missing to integrations/bom/pom.xml")
        .containsExactlyInAnyOrderElementsOf(published)
        .contains("utflow-codec-core");
    assertThat(texts(bom, "//dependencyManagement//version")).containsOnly("${project.version}");
  }

  /** But for those of engines, which are not in the default build: no jar of theirs stands here. */
  @Test
  void everyPublishedJarStandsBesideTheApplication() throws Exception {
    List<String> leftOut = new ArrayList<>();
    for (String module : texts(parent, "//profile[id = 'engines']//module")) {
      leftOut.add(text(read(module + "/pom.xml"), "/project/artifactId"));
    }
    if (Runtime.version().feature() < 25) {
      leftOut.add("utflow-kernels-vector");
    }
    for (String artifact : texts(bom, "//dependencyManagement//artifactId")) {
      if (!leftOut.contains(artifact)) {
        assertThat(Packaged.ours(artifact)).isRegularFile();
      }
    }
  }

  /** Nothing that users can name is undocumented: by these the compiler sees to it. */
  @Test
  void everyPublishedModuleIsReadByDoclint() throws Exception {
    for (String module : publishedModules()) {
      Document pom = read(module + "/pom.xml");
      assertThat(text(pom, "/project/properties/utflow.doclint"))
          .as("utflow.doclint in " + module + "/pom.xml")
          .startsWith("all/protected");
    }
  }

  private List<String> publishedModules() throws Exception {
    List<String> published = new ArrayList<>();
    for (String module : texts(parent, "//modules/module")) {
      Document pom = read(module + "/pom.xml");
      boolean stays = text(pom, "/project/properties/maven.deploy.skip").equals("true");
      if (!stays && !text(pom, "/project/packaging").equals("pom")) {
        published.add(module);
      }
    }
    return published;
  }

  @Test
  void theBomHasTheVersionAndTheHomeOfTheParent() throws Exception {
    for (String same : List.of("/project/version", "/project/groupId", "//utflow.home")) {
      assertThat(text(bom, same)).as(same).isEqualTo(text(parent, same)).isNotEmpty();
    }
  }

  /** Where it is not so, write it anew: .ci/version */
  @Test
  void everyModuleHasTheVersionOfTheParent() throws Exception {
    String version = text(parent, "/project/version");
    List<String> modules = texts(parent, "//modules/module");
    modules.remove("integrations/bom");
    for (String module : modules) {
      Document pom = read(module + "/pom.xml");
      assertThat(text(pom, "/project/parent/version")).as(module).isEqualTo(version);
      assertThat(texts(pom, "/project/version")).as(module).isEmpty();
    }
  }

  /** The BOM has no parent, and says itself how it is signed and published. */
  @Test
  void theBomIsReleasedAsTheParentIs() throws Exception {
    for (String plugin : List.of("maven-gpg-plugin", "central-publishing-maven-plugin")) {
      String released = "//profile//plugin[artifactId = '%s']".formatted(plugin);
      for (String same : List.of("version", "executions", "extensions", "*/deploymentName")) {
        String there = text(parent, released + "/" + same);
        assertThat(text(bom, released + "/" + same)).as(plugin + ": " + same).isEqualTo(there);
      }
      assertThat(text(bom, released + "/version")).as(plugin).isNotEmpty();
    }
  }

  /** What bundles export; of the jars that stand here BundlesTest proves it. */
  @Test
  void everyModuleNamesForOsgiWhatItsModuleInfoExports() throws Exception {
    for (String module : texts(parent, "//modules/module")) {
      Path moduleInfo = ROOT.resolve(module).resolve("src/main/java/module-info.java");
      if (Files.exists(moduleInfo)) {
        List<String> exported =
            EXPORTS
                .matcher(Files.readString(moduleInfo))
                .results()
                .map(found -> found.group(1))
                .toList();
        String named = text(read(module + "/pom.xml"), "/project/properties/utflow.exports");
        assertThat(named.isEmpty() ? List.of() : List.of(named.split(",")))
            .as("utflow.exports in " + module + "/pom.xml")
            .containsExactlyInAnyOrderElementsOf(exported);
      }
    }
  }

  @Test
  void everyModuleHasANameAndADescriptionOfItsOwn() throws Exception {
    for (String module : texts(parent, "//modules/module")) {
      Document pom = read(module + "/pom.xml");
      assertThat(text(pom, "/project/name")).as(module).isNotBlank();
      assertThat(text(pom, "/project/description")).as(module).isNotBlank();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "description",
        "url",
        "licenses/license/name",
        "licenses/license/url",
        "developers/developer/name",
        "developers/developer/organization",
        "scm/connection",
        "scm/developerConnection",
        "scm/url"
      })
  void thePomsThatHaveNoParentAreComplete(String what) throws Exception {
    assertThat(text(parent, "/project/" + what)).isNotBlank();
    assertThat(text(bom, "/project/" + what)).isNotBlank();
  }

  private static Document read(String pom) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(pom).toFile());
  }

  private static String text(Document pom, String path) throws XPathExpressionException {
    return XPATH.evaluate(path, pom).strip();
  }

  private static List<String> texts(Document pom, String path) throws XPathExpressionException {
    NodeList nodes = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }
}
