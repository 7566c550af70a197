/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.felix.framework.FrameworkFactory;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/**
 * The jars are bundles of OSGi: they say what their module-info says, and a framework resolves
 * them.
 */
class BundlesTest {
  /** A clause of Export-Package: its name, and behind semicolons what may hold commas in quotes. */
  private static final Pattern PACKAGE = Pattern.compile("([\\w.]+)(?:;(?:[^,\"]|\"[^\"]*\")*)?");

  private static final String[] PREFIXES_THAT_RUN_HERE = {
    "utflow-", "netty-", "reactor-core", "reactive-streams", "icu4j", "jspecify"
  };

  private @Nullable Framework framework;

  static List<Path> modules() {
    return Packaged.modules();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aBundleExportsWhatTheModuleExports(Path jar) throws IOException {
    Attributes manifest = manifestOf(jar);
    ModuleDescriptor module = ModuleFinder.of(jar).findAll().iterator().next().descriptor();
    assertThat(module.isAutomatic()).isFalse();
    List<String> exported =
        module.exports().stream()
            .filter(BundlesTest::isForOtherBundles)
            .map(ModuleDescriptor.Exports::source)
            .toList();
    assertThat(packages(manifest.getValue(Constants.EXPORT_PACKAGE)))
        .containsExactlyInAnyOrderElementsOf(exported);
    assertThat(manifest.getValue(Constants.BUNDLE_SYMBOLICNAME))
        .isEqualTo("io.utflow." + jar.getFileName().toString().replaceAll("-\\d.*", ""));
    assertThat(manifest.getValue("Bundle-License")).contains("Apache-2.0");
  }

  /**
   * To all, or to our adapters and to what reads files; whoever else is exported to is a fragment.
   */
  private static boolean isForOtherBundles(ModuleDescriptor.Exports exports) {
    return !exports.isQualified()
        || exports.targets().contains("io.utflow.netty")
        || exports.targets().contains("io.utflow.files");
  }

  /** None that only Utflow has: no other bundle could give it. */
  @ParameterizedTest
  @MethodSource("modules")
  void aBundleImportsNoPackageThatUtflowKeepsForItself(Path jar) throws IOException {
    String imports = manifestOf(jar).getValue(Constants.IMPORT_PACKAGE);
    List<String> kept =
        packages(imports).stream()
            .filter(name -> name.startsWith("io.utflow."))
            .filter(name -> !exportedByOurs().contains(name))
            .toList();
    assertThat(kept).isEmpty();
  }

  @Test
  void theRecipesHaveANameOnTheModulePath() {
    assertThat(ModuleFinder.of(Packaged.ours("utflow-rewrite")).findAll())
        .singleElement()
        .satisfies(
            module -> {
              assertThat(module.descriptor().name()).isEqualTo("io.utflow.rewrite");
              assertThat(module.descriptor().isAutomatic()).isTrue();
            });
  }

  private Map<String, Bundle> installAll(Path storage) throws BundleException, IOException {
    Framework made =
        new FrameworkFactory()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
    framework = made;
    made.start();
    return install(made);
  }

  @AfterEach
  void stopTheFramework() throws BundleException, InterruptedException {
    if (framework != null) {
      framework.stop();
      framework.waitForStop(0);
    }
  }

  @Test
  void aFrameworkResolvesAndRunsThem(@TempDir Path storage) throws Exception {
    Map<String, Bundle> bundles = installAll(storage);
    for (Bundle bundle : bundles.values()) {
      if (!isFragment(bundle)) {
        bundle.start();
      }
    }
    assertThat(bundles.values())
        .allSatisfy(
            bundle ->
                assertThat(bundle.getState())
                    .as(bundle.getSymbolicName())
                    .isEqualTo(isFragment(bundle) ? Bundle.RESOLVED : Bundle.ACTIVE));
    assertKernels(bundles.get("io.utflow.utflow-codec-core"));
    assertThat(decoded(bundles.get("io.utflow.utflow-codec-core"))).isEqualTo("a€");
    assertCharsets(bundles.get("io.utflow.utflow-codec-core"));
    assertLinks(bundles.get("io.utflow.utflow-codec-netty"), "io.utflow.netty.TextStreamDecoder");
    Class<?> operators =
        bundles.get("io.utflow.utflow-codec-reactor").loadClass("io.utflow.reactor.ByteArrayText");
    assertThat(operators.getMethod("decode", Charset.class).invoke(null, UTF_8)).isNotNull();
  }

  private static Map<String, Bundle> install(Framework framework)
      throws BundleException, IOException {
    Map<String, Bundle> bundles = new TreeMap<>();
    List<Path> jars = new ArrayList<>(Packaged.all());
    jars.add(annotationsOfReactor());
    for (Path jar : jars) {
      if (runsHere(jar)) {
        Bundle bundle = framework.getBundleContext().installBundle(jar.toUri().toString());
        bundles.put(bundle.getSymbolicName(), bundle);
      }
    }
    return bundles;
  }

  /** Optional to us, not to Reactor. */
  private static Path annotationsOfReactor() {
    return Path.of(
        URI.create(
            NullMarked.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /**
   * Of Micrometer not every dependency is a bundle, of Spring and OpenRewrite none; those of the
   * logs are not here. The command line is a program.
   */
  private static boolean runsHere(Path jar) {
    String name = jar.getFileName().toString();
    return !name.matches("utflow-(micrometer|spring|rewrite|cli|log4j|logback)-.*")
        && List.of(PREFIXES_THAT_RUN_HERE).stream().anyMatch(name::startsWith);
  }

  private static Object decoded(Bundle core) throws ReflectiveOperationException {
    Class<?> spec = core.loadClass("io.utflow.codec.DecoderSpec");
    Object utf8 = spec.getMethod("of", Charset.class).invoke(null, UTF_8);
    return spec.getMethod("decode", byte[].class).invoke(utf8, (Object) "a€".getBytes(UTF_8));
  }

  private static boolean isFragment(Bundle bundle) {
    return bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null;
  }

  /** In a run with the Vector API the core finds the kernels of its fragment. */
  private static void assertKernels(Bundle core) throws ReflectiveOperationException {
    boolean vectors =
        Runtime.version().feature() >= 25
            && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    Class<?> kernels = core.loadClass("io.utflow.codec.kernel.choice.Kernels");
    Object available = kernels.getMethod("available").invoke(null);
    assertThat(available.toString().contains("name=vector")).isEqualTo(vectors);
  }

  /** They are a fragment of the core, which finds them. */
  private static void assertCharsets(Bundle core) throws ReflectiveOperationException {
    Class<?> encoding = core.loadClass("io.utflow.codec.TextEncoding");
    Object japanese = encoding.getMethod("forName", String.class).invoke(null, "Shift_JIS");
    Class<?> spec = core.loadClass("io.utflow.codec.DecoderSpec");
    Object decoder = spec.getMethod("of", encoding).invoke(null, japanese);
    byte[] hiragana = {(byte) 0x82, (byte) 0xA0};
    assertThat(spec.getMethod("decode", byte[].class).invoke(decoder, (Object) hiragana))
        .isEqualTo("\u3042");
    Class<?> constants = core.loadClass("io.utflow.charsets.UnicodeCharsets");
    assertThat(constants.getField("SCSU").get(null)).hasToString("SCSU");
  }

  private static void assertLinks(Bundle bundle, String handler)
      throws ReflectiveOperationException {
    assertThat(bundle.loadClass(handler).getConstructor(Charset.class).newInstance(UTF_8))
        .isNotNull();
  }

  private static List<String> exportedByOurs() {
    List<String> exported = new ArrayList<>();
    for (Path jar : Packaged.modules()) {
      exported.addAll(packages(manifestOf(jar).getValue(Constants.EXPORT_PACKAGE)));
    }
    return exported;
  }

  private static List<String> packages(@Nullable String header) {
    return PACKAGE
        .matcher(header == null ? "" : header)
        .results()
        .map(clause -> clause.group(1))
        .toList();
  }

  private static Attributes manifestOf(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest().getMainAttributes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
