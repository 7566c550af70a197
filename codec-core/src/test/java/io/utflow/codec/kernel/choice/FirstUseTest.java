/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.KernelSet;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a server waits for that starts under load: no trial of kernels. Each test loads the library
 * anew, in a loader of its own.
 */
class FirstUseTest {
  /** A request without reflection, as this test makes it, loads four fewer. */
  private static final int MOST_CLASSES = 23;

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
      assertThat(library.getMethod("kernel").invoke(null)).isEqualTo("jdk");
      assertThat(loader.loaded)
          .contains(KernelSet.class.getName())
          .doesNotContain(KernelTrial.class.getName(), KernelContest.class.getName());
    }
  }

  /** Each class takes a third of a millisecond in a JVM that has just started. */
  @Test
  void theFirstRequestLoadsFewClassesAndNoKernels() throws Exception {
    try (Recorder loader = new Recorder()) {
      String text = "\u041f\u0440\u0438\u0432\u0435\u0442";
      assertThat(decoded(loader, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
      assertThat(loader.loaded)
          .contains(Kernels.class.getName())
          .noneMatch(name -> name.startsWith("io.utflow.codec.kernel.word"))
          .hasSizeLessThanOrEqualTo(MOST_CLASSES);
    }
  }

  /** The answer of a spec of UTF-8 in that loader. */
  private static Object decoded(ClassLoader loader, byte[] bytes) throws Exception {
    Class<?> specs = loader.loadClass(DecoderSpec.class.getName());
    Class<?> encodings = loader.loadClass(TextEncoding.class.getName());
    Object utf8 = encodings.getField("UTF_8").get(null);
    Object spec = specs.getMethod("of", encodings).invoke(null, utf8);
    return specs.getMethod("decode", byte[].class).invoke(spec, bytes);
  }

  @Test
  @Timeout(60)
  void ourKernelsTakeOverWhenMuchIsRead() throws Exception {
    try (Recorder loader = new Recorder()) {
      String text = "\u041f\u0440\u0438\u0432\u0435\u0442, ".repeat(10_000);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      Method kernel = loader.loadClass(Utflow.class.getName()).getMethod("kernel");
      while (kernel.invoke(null).equals("jdk")) {
        assertThat(decoded(loader, bytes)).isEqualTo(text);
      }
      assertThat(kernel.invoke(null)).isIn("swar", "compress", "vector");
      assertThat(decoded(loader, bytes)).isEqualTo(text);
    }
  }

  @Test
  void withoutAThreadOurKernelsTakeOverAsTheyAre() throws Exception {
    try (Recorder loader = new Recorder()) {
      Method kernel = loader.loadClass(Utflow.class.getName()).getMethod("kernel");
      assertThat(kernel.invoke(null)).isEqualTo("jdk");
      Class<?> warmUp = loader.loadClass(WarmUp.class.getName());
      Method refused =
          loader.loadClass(Kernels.class.getName()).getDeclaredMethod("warmUpBy", warmUp);
      refused.setAccessible(true);
      refused.invoke(null, new Object[] {null});
      assertThat(kernel.invoke(null)).isEqualTo("swar");
    }
  }

  static List<Throwable> refusals() {
    return List.of(
        new OutOfMemoryError("unable to create native thread"),
        new IllegalThreadStateException(),
        new SecurityException());
  }

  /** The thread that asks is one of the user's: it must not fail for want of another. */
  @ParameterizedTest
  @MethodSource("refusals")
  void aThreadThatIsRefusedIsNoFailure(Throwable refusal) {
    Thread thread =
        new Thread() {
          @Override
          public void start() {
            refuse(refusal);
          }
        };
    assertThat(WarmUp.start(work -> thread)).isNull();
    assertThat(WarmUp.start(work -> refuse(refusal))).isNull();
  }

  private static Thread refuse(Throwable refusal) {
    if (refusal instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) refusal;
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
