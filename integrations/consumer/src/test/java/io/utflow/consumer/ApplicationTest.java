/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application is built against the packaged jars, and runs. */
class ApplicationTest {
  private static final Map<String, String> DECODED =
      Map.of(
          "core", "aEUROb",
          "netty", "aEUROb",
          "reactor", "aEUROb",
          "icu", "2 clusters",
          "micrometer", "5.0 bytes",
          "spring", "aEUROb",
          "boot", "aEUROb, 2 counters",
          "recipes", "found");

  @TempDir private Path folder;

  @Test
  void asAModule() throws Exception {
    Path classes = Application.compileAsModule(folder.resolve("classes"));
    assertThat(Application.run(folder, onModulePath(classes, "-Dutflow.kernel=swar")))
        .containsAllEntriesOf(DECODED)
        .containsEntry("module", "io.utflow.codec")
        .containsEntry("kernel", "swar");
  }

  @Test
  void onTheClassPath() throws Exception {
    Path classes = Application.compileForClassPath(folder.resolve("classes"));
    assertThat(Application.run(folder, onClassPath(classes)))
        .containsAllEntriesOf(DECODED)
        .containsEntry("module", "null");
  }

  @Test
  void theVectorsOfAJarOfJdk25AreFoundAsAModule() throws Exception {
    assumeTrue(hasVectors(), "the jar was not built by JDK 25, or the tests do not run on it");
    Path classes = Application.compileAsModule(folder.resolve("classes"));
    String[] arguments =
        onModulePath(classes, "--add-modules", "jdk.incubator.vector", "-Dutflow.kernel=vector");
    assertThat(Application.run(folder, arguments))
        .containsAllEntriesOf(DECODED)
        .containsEntry("kernel", "vector");
  }

  @Test
  void theVectorsOfAJarOfJdk25AreFoundOnTheClassPath() throws Exception {
    assumeTrue(hasVectors(), "the jar was not built by JDK 25, or the tests do not run on it");
    Path classes = Application.compileForClassPath(folder.resolve("classes"));
    String[] arguments =
        onClassPath(classes, "--add-modules", "jdk.incubator.vector", "-Dutflow.kernel=vector");
    assertThat(Application.run(folder, arguments))
        .containsAllEntriesOf(DECODED)
        .containsEntry("kernel", "vector");
  }

  /** The library is optional: without the jars of others the core runs alone. */
  @Test
  void theCoreNeedsNoOtherJar() throws Exception {
    Path core = Packaged.ours("utflow-codec-core");
    List<String> required =
        ModuleFinder.of(core).find("io.utflow.codec").orElseThrow().descriptor().requires().stream()
            .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
            .map(Requires::name)
            .toList();
    assertThat(required).containsExactly("java.base");
  }

  private static boolean hasVectors() throws IOException {
    try (JarFile core = new JarFile(Packaged.ours("utflow-codec-core").toFile())) {
      return core.getEntry("META-INF/versions/25/module-info.class") != null
          && Runtime.version().feature() >= 25;
    }
  }

  private static String[] onModulePath(Path classes, String... options) {
    List<Path> path = new ArrayList<>(Packaged.all());
    path.add(classes);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-p", Application.joined(path), "-m", "consumer/consumer.Main"));
    return arguments.toArray(String[]::new);
  }

  private static String[] onClassPath(Path classes, String... options) {
    List<Path> path = new ArrayList<>(Packaged.all());
    path.add(classes);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-cp", Application.joined(path), "consumer.Main"));
    return arguments.toArray(String[]::new);
  }
}
