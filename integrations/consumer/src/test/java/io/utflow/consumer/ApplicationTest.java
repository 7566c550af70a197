/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application is built against the packaged jars, and runs. */
@Tag("whole")
class ApplicationTest {
  private static final Map<String, String> DECODED =
      Map.ofEntries(
          Map.entry("core", "aEUROb"),
          Map.entry("charsets", "aEUROb"),
          Map.entry("netty", "aEUROb"),
          Map.entry("reactor", "aEUROb"),
          Map.entry("files", "aEUROb"),
          Map.entry("flow", "aEUROb"),
          Map.entry("guard", "a\\x1b[m"),
          Map.entry("icu", "2 clusters"),
          Map.entry("micrometer", "5.0 bytes"),
          Map.entry("spring", "aEUROb"),
          Map.entry("boot", "aEUROb, 2 counters"),
          Map.entry("recipes", "found"));

  private static final String NO_VECTORS = "skipped: the vector kernels need JDK 25";

  /** Without a logger of its own the JDK writes to the error stream: its lines hold the message. */
  private static final String WAITS_FOR_THE_CHOICE =
      """
      public class Wait {
        public static void main(String[] args) throws Exception {
          System.setProperty(
              "java.util.logging.SimpleFormatter.format", "logged=%5$s%n");
          io.utflow.codec.kernel.choice.Kernels.awaitChoice();
        }
      }
      """;

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
  void theVectorKernelsAreFoundAsAModule() throws Exception {
    assumeTrue(hasVectors(), NO_VECTORS);
    Path classes = Application.compileAsModule(folder.resolve("classes"));
    String[] arguments =
        onModulePath(classes, "--add-modules", "jdk.incubator.vector", "-Dutflow.kernel=vector");
    assertThat(Application.run(folder, arguments))
        .containsAllEntriesOf(DECODED)
        .containsEntry("kernel", "vector");
  }

  @Test
  void theVectorKernelsAreFoundOnTheClassPath() throws Exception {
    assumeTrue(hasVectors(), NO_VECTORS);
    Path classes = Application.compileForClassPath(folder.resolve("classes"));
    String[] arguments =
        onClassPath(classes, "--add-modules", "jdk.incubator.vector", "-Dutflow.kernel=vector");
    assertThat(Application.run(folder, arguments))
        .containsAllEntriesOf(DECODED)
        .containsEntry("kernel", "vector");
  }

  @Test
  void withoutTheirModuleTheVectorKernelsDoNothing() throws Exception {
    assumeTrue(hasVectors(), NO_VECTORS);
    Path classes = Application.compileAsModule(folder.resolve("classes"));
    String kernel = "-Dutflow.kernel=portable";
    assertThat(Application.run(folder, onModulePath(classes, kernel)))
        .containsAllEntriesOf(DECODED);
    assertThat(Application.run(folder, onClassPath(classes, kernel))).containsAllEntriesOf(DECODED);
  }

  /** Its classes are of JDK 25, its descriptor too: neither may be looked at. */
  @Test
  void besideTheVectorKernelsAJvmOf17RunsAsWithoutThem() throws Exception {
    assumeTrue(hasVectors(), NO_VECTORS);
    Optional<Path> java17 = Application.javaOfRelease(17);
    assumeTrue(java17.isPresent(), "skipped: there is no JDK 17 beside the JDK of the tests");
    Path classes = Application.compileAsModule(folder.resolve("classes"));
    for (String[] path : List.of(onModulePath(classes), onClassPath(classes))) {
      assertThat(Application.run(java17.get(), folder, path)).containsAllEntriesOf(DECODED);
    }
  }

  @Test
  void aRunWithTheVectorApiAndWithoutTheKernelsNamesTheArtifact() throws Exception {
    assumeTrue(hasVectors(), NO_VECTORS);
    Path core = Packaged.ours("utflow-codec-core");
    Path source = Files.writeString(folder.resolve("Wait.java"), WAITS_FOR_THE_CHOICE);
    Map<String, String> said =
        Application.run(
            folder,
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            core.toString(),
            source.toString());
    assertThat(said.values()).anyMatch(line -> line.contains("utflow-kernels-vector"));
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

  private static boolean hasVectors() {
    return Runtime.version().feature() >= 25;
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
