/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.Utflow;
import io.utflow.codec.kernel.KernelSet;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a server waits for that starts under load: no trial of kernels. Each test loads the library
 * anew, in a loader of its own.
 */
class FirstUseTest {
  /** A request without reflection and a charset, as this test makes it, loads five fewer. */
  private static final int MOST_CLASSES = 24;

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

  /** A server makes its specs before it listens. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32LE"})
  void whereTheSpecIsMadeBeforeNoTextWaitsForAClass(String charset) throws Exception {
    String text = "\u041f\u0440\u0438\u0432\u0435\u0442";
    // Without a byte order mark, for what knows marks is not loaded before one may be there.
    byte[] bytes = text.getBytes(charset.equals("UTF-16") ? "UTF-16BE" : charset);
    try (Recorder loader = new Recorder()) {
      Object spec = spec(loader, DecoderSpec.class, Charset.forName(charset));
      Method decode = spec.getClass().getMethod("decode", byte[].class);
      Method newDecoder = spec.getClass().getMethod("newDecoder");
      Method decodePiece =
          newDecoder
              .getReturnType()
              .getMethod("decodePiece", ByteBuffer.class, int.class, boolean.class);
      Set<String> before = Set.copyOf(loader.loaded);
      assertThat(decode.invoke(spec, bytes)).isEqualTo(text);
      Object decoder = newDecoder.invoke(spec);
      assertThat(decodePiece.invoke(decoder, ByteBuffer.wrap(bytes), 8192, false)).isEqualTo(text);
      assertThat(loader.loaded).filteredOn(name -> !before.contains(name)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-32LE"})
  void whereTheSpecIsMadeBeforeNoTextWaitsToBeWritten(String charset) throws Exception {
    String text = "\u041f\u0440\u0438\u0432\u0435\u0442";
    try (Recorder loader = new Recorder()) {
      Object spec = spec(loader, EncoderSpec.class, Charset.forName(charset));
      Method encode = spec.getClass().getMethod("encode", CharSequence.class);
      Set<String> before = Set.copyOf(loader.loaded);
      assertThat(encode.invoke(spec, text)).isEqualTo(text.getBytes(charset));
      assertThat(loader.loaded).filteredOn(name -> !before.contains(name)).isEmpty();
    }
  }

  /** The answer of a spec of UTF-8 in that loader. */
  private static Object decoded(ClassLoader loader, byte[] bytes) throws Exception {
    Object spec = spec(loader, DecoderSpec.class, StandardCharsets.UTF_8);
    return spec.getClass().getMethod("decode", byte[].class).invoke(spec, bytes);
  }

  private static Object spec(ClassLoader loader, Class<?> specs, Charset charset) throws Exception {
    Class<?> loaded = loader.loadClass(specs.getName());
    return loaded.getMethod("of", Charset.class).invoke(null, charset);
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
