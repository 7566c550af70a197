/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.word.CompressUtf8Kernel;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the first use of the library does. Each test loads it anew, in a loader of its own. */
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
  void ourKernelsConvertFromTheFirstByteAndNothingIsTried() throws Exception {
    try (Recorder loader = new Recorder()) {
      Class<?> specs = loader.loadClass(DecoderSpec.class.getName());
      Object spec = specs.getMethod("of", Charset.class).invoke(null, StandardCharsets.UTF_8);
      String text = "\u041f\u0440\u0438\u0432\u0435\u0442";
      Method decode = specs.getMethod("decode", byte[].class);
      assertThat(decode.invoke(spec, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
      Method kernel = loader.loadClass(Utflow.class.getName()).getMethod("kernel");
      assertThat(kernel.invoke(null)).isEqualTo("swar");
    }
  }

  /** On a JVM that has no other kernels. */
  @Test
  void whereThereIsNoChoiceThereIsNoThread() throws Exception {
    assumeTrue(!CompressUtf8Kernel.isAvailable(), "compress needs JDK 19");
    try (Recorder loader = new Recorder()) {
      Class<?> kernels = loader.loadClass(Kernels.class.getName());
      kernels.getMethod("awaitChoice").invoke(null);
      assertThat(loader.loaded)
          .contains(KernelSet.class.getName())
          .doesNotContain(KernelContest.class.getName());
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
    assertThat(contestIn(() -> thread).start()).isFalse();
    assertThat(contestIn(() -> refuse(refusal)).start()).isFalse();
  }

  private static KernelContest contestIn(Supplier<Thread> thread) {
    return new KernelContest(List.of(), rest -> List.of()) {
      @Override
      Thread newThread() {
        return thread.get();
      }
    };
  }

  private static Thread refuse(Throwable refusal) {
    if (refusal instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) refusal;
  }

  @Test
  @Timeout(300)
  void aPortableSetConvertsWhenTheContestsAreOver() throws Exception {
    assumeTrue(!Kernels.mayHaveVectors(), "no vectors will take over");
    try (Recorder loader = new Recorder()) {
      Class<?> kernels = loader.loadClass(Kernels.class.getName());
      kernels.getMethod("awaitChoice").invoke(null);
      Object chosen = loader.loadClass(Utflow.class.getName()).getMethod("kernel").invoke(null);
      assertThat(chosen).isIn("swar", "compress");
    }
  }
}
