/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.TextEncoding;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Each facade works on a class path that lacks what only the others need. */
class FacadeLoadingTest {
  private static final byte[] ABC = {'a', 'b', 'c'};

  @Test
  void arraysAndByteBuffersNeedNeitherNettyNorSpring() throws Exception {
    try (URLClassLoader loader = classPathWithout("netty-", "spring-core")) {
      assertAbsent(loader, "io.netty.buffer.ByteBuf");
      assertAbsent(loader, "org.springframework.core.io.buffer.DataBuffer");
      assertThat(decode(loader, "ByteArrayText", ABC)).isEqualTo("abc");
      assertThat(decode(loader, "ByteBufferText", ByteBuffer.wrap(ABC))).isEqualTo("abc");
    }
  }

  @Test
  void byteBufsDoNotNeedSpring() throws Exception {
    try (URLClassLoader loader = classPathWithout("spring-core")) {
      assertAbsent(loader, "org.springframework.core.io.buffer.DataBuffer");
      Method wrap =
          loader.loadClass("io.netty.buffer.Unpooled").getMethod("wrappedBuffer", byte[].class);
      assertThat(decode(loader, "ByteBufText", wrap.invoke(null, ABC))).isEqualTo("abc");
    }
  }

  @Test
  void dataBuffersDoNotNeedNetty() throws Exception {
    try (URLClassLoader loader = classPathWithout("netty-")) {
      assertAbsent(loader, "io.netty.buffer.ByteBuf");
      Class<?> factories =
          loader.loadClass("org.springframework.core.io.buffer.DefaultDataBufferFactory");
      Object factory = factories.getField("sharedInstance").get(null);
      Object buffer = factories.getMethod("wrap", byte[].class).invoke(factory, ABC);
      assertThat(decode(loader, "DataBufferText", buffer)).isEqualTo("abc");
    }
  }

  private static void assertAbsent(ClassLoader loader, String name) {
    assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
  }

  private static URLClassLoader classPathWithout(String... jars) {
    URL[] urls =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(entry -> Arrays.stream(jars).noneMatch(entry.getName()::contains))
            .map(FacadeLoadingTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(File entry) {
    try {
      return entry.toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** All reflection: the classes of that class path are not those of this test. */
  @SuppressWarnings("unchecked")
  private static Object decode(ClassLoader loader, String facade, Object buffer) throws Exception {
    Class<?> encodings = loader.loadClass(TextEncoding.class.getName());
    Class<?> fluxes = loader.loadClass("reactor.core.publisher.Flux");
    Object function =
        loader
            .loadClass("io.utflow.reactor." + facade)
            .getMethod("decode", encodings)
            .invoke(null, encodings.getField("UTF_8").get(null));
    Object source = fluxes.getMethod("fromIterable", Iterable.class).invoke(null, List.of(buffer));
    Object text = ((Function<Object, Object>) function).apply(source);
    return fluxes.getMethod("blockLast").invoke(text);
  }
}
