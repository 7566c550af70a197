/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.KernelSet;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a server waits for that starts under load: no trial of kernels. Each test loads the library
 * anew, in a loader of its own.
 */
class FirstUseTest {
  @BeforeEach
  void noKernelsAreNamed() {
    assumeTrue(System.getProperty(Kernels.PROPERTY) == null, "no kernels are named");
  }

  private static final class Recorder extends URLClassLoader {
    final Set<String> loaded = ConcurrentHashMap.newKeySet();

    Recorder() {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Recorder::url)
          .toArray(URL[]::new);
    }

    private static URL url(String entry) {
      try {
        return new File(entry).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      loaded.add(name);
      return super.findClass(name);
    }
  }

  @Test
  void theFirstCallTriesNoKernels() throws Exception {
    try (Recorder loader = new Recorder()) {
      Class<?> library = loader.loadClass(Utflow.class.getName());
      assertThat(library.getMethod("kernel").invoke(null)).isEqualTo("swar");
      assertThat(loader.loaded)
          .contains(KernelSet.class.getName())
          .doesNotContain(KernelTrial.class.getName(), KernelContest.class.getName());
    }
  }

  @Test
  void theFastestPortableKernelsTakeOver() throws Exception {
    assumeTrue(!Kernels.mayHaveVectors(), "no vectors will take over");
    try (Recorder loader = new Recorder()) {
      Class<?> kernels = loader.loadClass(Kernels.class.getName());
      kernels.getMethod("awaitChoice").invoke(null);
      Object chosen = loader.loadClass(Utflow.class.getName()).getMethod("kernel").invoke(null);
      assertThat(chosen).isEqualTo(Kernels.named(Kernels.FASTEST_PORTABLE).name());
    }
  }
}
