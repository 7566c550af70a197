/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars that an application gets. */
final class Packaged {
  /** Ours, and what they need. */
  static final Path LIBRARIES = Path.of(System.getProperty("basedir", "."), "target", "lib");

  private Packaged() {}

  /** Every jar that stands beside the application. */
  static List<Path> all() {
    try (Stream<Path> files = Files.list(LIBRARIES)) {
      List<Path> jars = files.sorted().toList();
      assertThat(jars).allSatisfy(jar -> assertThat(jar).isRegularFile());
      return jars;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jars of Utflow. */
  static List<Path> ours() {
    return all().stream()
        .filter(jar -> jar.getFileName().toString().startsWith("utflow-"))
        .toList();
  }

  /**
   * Those that are modules by themselves: the recipes and the program stand on libraries that are
   * none.
   */
  static List<Path> modules() {
    List<Path> others = List.of(ours("utflow-rewrite"), ours("utflow-cli"));
    return ours().stream().filter(jar -> !others.contains(jar)).toList();
  }

  static Path ours(String artifact) {
    List<Path> found =
        ours().stream()
            .filter(jar -> jar.getFileName().toString().matches(artifact + "-\\d.*"))
            .toList();
    assertThat(found).as(artifact).hasSize(1);
    return found.get(0);
  }
}
