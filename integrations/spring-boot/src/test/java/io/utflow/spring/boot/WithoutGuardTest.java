/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Who has no guard starts as before; who asks for one is told which artifact it is in. */
class WithoutGuardTest {
  private static final Pattern OF_THE_GUARD =
      Pattern.compile("integrations[/\\\\]guard[/\\\\]target|[/\\\\]utflow-guard-[^/\\\\]*$");

  /** Made by the class loader that has no guard. */
  static final class Start implements Function<@Nullable String, String> {
    @Override
    public String apply(@Nullable String guard) {
      try {
        return SpecOfProperties.of(
                new UtflowCodecProperties(
                    true,
                    "UTF-8",
                    MalformedText.REPLACE,
                    null,
                    null,
                    BomPolicy.PER_ENCODING,
                    null,
                    null,
                    guard))
            .toString();
      } catch (InvalidConfigurationPropertyValueException e) {
        return e.getReason();
      }
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void theArtifactIsNamed() throws Exception {
    try (URLClassLoader loader = classPathWithoutGuard()) {
      Class<?> start = loader.loadClass(Start.class.getName());
      var constructor = start.getDeclaredConstructor();
      constructor.setAccessible(true);
      var started = (Function<@Nullable String, String>) constructor.newInstance();
      assertThat(started.apply(null)).startsWith("CodecSpec[");
      assertThat(started.apply("logs")).contains("Add it to the application", "utflow-guard");
    }
    assertThat(new Start().apply("logs")).contains("through");
  }

  private static URLClassLoader classPathWithoutGuard() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!OF_THE_GUARD.matcher(entry).find()) {
        urls.add(new File(entry).toURI().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
