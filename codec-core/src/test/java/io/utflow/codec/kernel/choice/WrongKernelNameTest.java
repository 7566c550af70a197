/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.kernel.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.Utflow;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a mistyped kernel name leads to. Each test loads the library anew, in a loader of its own.
 */
class WrongKernelNameTest {
  private final String before = System.getProperty(Kernels.PROPERTY);

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(Kernels.PROPERTY);
    } else {
      System.setProperty(Kernels.PROPERTY, before);
    }
  }

  private static URLClassLoader anew() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The answer of {@link Utflow#kernel()}, or what it throws. */
  private static Object kernel(ClassLoader loader) throws ReflectiveOperationException {
    Method kernel = loader.loadClass(Utflow.class.getName()).getMethod("kernel");
    try {
      return kernel.invoke(null);
    } catch (InvocationTargetException thrown) {
      return thrown.getCause();
    }
  }

  @Test
  void eachUseSaysWhatIsWrongAndWhatThereIs() throws Exception {
    System.setProperty(Kernels.PROPERTY, "typo");
    try (URLClassLoader loader = anew()) {
      for (int use = 0; use < 3; use++) {
        assertThat(kernel(loader))
            .isInstanceOf(IllegalArgumentException.class)
            .asString()
            .contains("no kernel set \"typo\" for -Dutflow.kernel; available here: [none, swar");
      }
    }
  }

  @Test
  void aWrongNameIsToldWhereACoderIsMade() throws Exception {
    System.setProperty(Kernels.PROPERTY, "typo");
    try (URLClassLoader loader = anew()) {
      Class<?> specs = loader.loadClass(DecoderSpec.class.getName());
      Object spec = specs.getMethod("of", Charset.class).invoke(null, StandardCharsets.UTF_8);
      Method newDecoder = specs.getMethod("newDecoder");
      for (int coder = 0; coder < 2; coder++) {
        assertThatThrownBy(() -> newDecoder.invoke(spec))
            .cause()
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("no kernel set \"typo\" for -Dutflow.kernel; available here:");
      }
    }
  }

  @Test
  void aProgramMayChooseBeforeTheFirstUse() throws Exception {
    System.clearProperty(Kernels.PROPERTY);
    try (URLClassLoader loader = anew()) {
      Class.forName(Kernels.class.getName(), true, loader);
      System.setProperty(Kernels.PROPERTY, "none");
      assertThat(kernel(loader)).isEqualTo("none");
      System.setProperty(Kernels.PROPERTY, "swar");
      assertThat(kernel(loader)).isEqualTo("none");
    }
  }

  @Test
  void withoutVectorsAPortableOneConverts() throws Exception {
    System.setProperty(Kernels.PROPERTY, "portable");
    try (URLClassLoader loader = anew()) {
      assertThat(kernel(loader)).isIn("compress", "swar");
    }
  }
}
