/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.page.GuidePage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;

/**
 * The README's first command builds without tests, by a property of a profile of the parent. A
 * property that a module sets itself counts for more, and its tests would run; so no module sets
 * it, but in a profile.
 */
class SkippedTestsTest {
  private static final Set<String> NO_MODULES = Set.of("target", "node_modules", ".git", "src");

  @Test
  void noModuleSaysByItselfWhetherItsTestsAreSkipped() throws Exception {
    List<Path> poms = poms();
    assertThat(poms).hasSizeGreaterThan(20);
    for (Path pom : poms) {
      assertThat(properties(pom.toFile())).as(pom.toString()).doesNotContain("skipTests");
    }
  }

  private static List<Path> poms() throws IOException {
    Path root = GuidePage.guide().resolve("../..").normalize();
    List<Path> poms = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NO_MODULES.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.endsWith("pom.xml")) {
              poms.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            throw new UncheckedIOException(failure);
          }
        });
    return poms;
  }

  /** The names of the properties that count without a profile. */
  private static List<String> properties(File pom) throws Exception {
    List<String> names = new ArrayList<>();
    Node project =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom).getDocumentElement();
    for (Node each = project.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each.getNodeName().equals("properties")) {
        for (Node name = each.getFirstChild(); name != null; name = name.getNextSibling()) {
          names.add(name.getNodeName());
        }
      }
    }
    return names;
  }
}
