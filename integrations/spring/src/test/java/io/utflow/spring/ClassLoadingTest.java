/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ClientCodecConfigurer;
import org.springframework.http.codec.CodecConfigurer;

/**
 * The codecs work on a class path without the one Jackson, the other, or both, and without Netty.
 */
class ClassLoadingTest {
  private static final String OF_JACKSON_3 = "tools.jackson.databind.ObjectMapper";
  private static final String OF_JACKSON_2 = "com.fasterxml.jackson.databind.ObjectMapper";

  @Test
  void withoutJackson() throws Exception {
    try (URLClassLoader loader = classPathWithout("jackson-databind", "netty-")) {
      assertAbsent(loader, OF_JACKSON_2);
      assertAbsent(loader, OF_JACKSON_3);
      assertAbsent(loader, "io.netty.buffer.ByteBuf");
      assertThat(readers(loader)).contains("StringBodyReader", "EventStreamReader");
    }
  }

  @Test
  void withoutTheOtherJackson() throws Exception {
    try (URLClassLoader loader = classPathWithout(path("tools", "jackson"))) {
      assertAbsent(loader, OF_JACKSON_3);
      assertThat(readers(loader)).contains("StringBodyReader", "EventStreamReader");
      assertThat(readers(loader)).contains("Jackson2Decoder").doesNotContain("Jackson3Decoder");
    }
    // The annotations are those of both.
    String of2 = path("com", "fasterxml", "jackson", "core", "jackson-");
    try (URLClassLoader loader = classPathWithout(of2 + "databind", of2 + "core")) {
      assertAbsent(loader, OF_JACKSON_2);
      assertThat(readers(loader)).contains("StringBodyReader", "EventStreamReader");
    }
  }

  private static String path(String... parts) {
    return File.separator + String.join(File.separator, parts);
  }

  private static void assertAbsent(ClassLoader loader, String name) {
    assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
  }

  private static URLClassLoader classPathWithout(String... parts) {
    URL[] urls =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> Arrays.stream(parts).noneMatch(entry::contains))
            .map(ClassLoadingTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** All reflection: the classes of that class path are not those of this test. */
  private static List<String> readers(ClassLoader loader) throws Exception {
    Class<?> client = loader.loadClass(ClientCodecConfigurer.class.getName());
    Class<?> configurer = loader.loadClass(CodecConfigurer.class.getName());
    Object codecs = client.getMethod("create").invoke(null);
    Method register =
        loader.loadClass(UtflowCodecs.class.getName()).getMethod("register", configurer);
    register.invoke(null, codecs);
    List<String> names = new ArrayList<>();
    for (Object reader : (List<?>) configurer.getMethod("getReaders").invoke(codecs)) {
      names.add(reader.getClass().getSimpleName());
      if (names.get(names.size() - 1).equals("DecoderHttpMessageReader")) {
        Object decoder = reader.getClass().getMethod("getDecoder").invoke(reader);
        names.add(decoder.getClass().getSimpleName());
      }
    }
    return names;
  }
}
