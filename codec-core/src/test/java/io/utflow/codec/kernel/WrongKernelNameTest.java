package io.utflow.codec.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.Utflow;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the user is told who has mistyped the name of a kernel set; the library loaded anew. */
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
            .contains("no kernel set \"typo\" for -Dutflow.kernel; available here: [none, scalar,");
      }
    }
  }

  @Test
  void aProgramMayChooseBeforeTheFirstUse() throws Exception {
    System.clearProperty(Kernels.PROPERTY);
    try (URLClassLoader loader = anew()) {
      Class.forName(Kernels.class.getName(), true, loader);
      System.setProperty(Kernels.PROPERTY, "scalar");
      assertThat(kernel(loader)).isEqualTo("scalar");
      System.setProperty(Kernels.PROPERTY, "swar");
      assertThat(kernel(loader)).isEqualTo("scalar");
    }
  }

  @Test
  void withoutVectorsTheFastestIsTheLastPortableOneOrTheOneBefore() throws Exception {
    System.setProperty(Kernels.PROPERTY, "portable");
    try (URLClassLoader loader = anew()) {
      assertThat(kernel(loader)).isIn("compress", "swar");
    }
  }
}
