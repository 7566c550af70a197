/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Array;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The handlers that read no frames work on a class path without Netty's HTTP codec. */
class OptionalLibrariesTest {
  private static final List<String> OPTIONAL =
      List.of("netty-codec-http", "netty-codec-compression");

  @ParameterizedTest
  @ValueSource(strings = {"TextStreamDecoder", "TextStreamEncoder", "TextStreamValidator"})
  void handlersLoadWithoutTheHttpCodec(String handler) throws Exception {
    try (URLClassLoader loader = classPathWithoutTheHttpCodec()) {
      assertThatThrownBy(
              () -> loader.loadClass("io.netty.handler.codec.http.websocketx.WebSocketFrame"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(pipelineOf(loader, handler)).contains(handler);
    }
  }

  /** All reflection: the classes of that class path are not those of this test. */
  private static String pipelineOf(ClassLoader loader, String handler) throws Exception {
    Class<?> encodings = loader.loadClass("io.utflow.codec.TextEncoding");
    Object made =
        loader
            .loadClass("io.utflow.netty." + handler)
            .getConstructor(encodings)
            .newInstance(encodings.getField("UTF_8").get(null));
    Class<?> handlers = loader.loadClass("io.netty.channel.ChannelHandler");
    Object array = Array.newInstance(handlers, 1);
    Array.set(array, 0, made);
    Class<?> channels = loader.loadClass("io.netty.channel.embedded.EmbeddedChannel");
    Object channel = channels.getConstructor(array.getClass()).newInstance(array);
    return channels.getMethod("pipeline").invoke(channel).toString();
  }

  private static URLClassLoader classPathWithoutTheHttpCodec() {
    URL[] urls =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(entry -> OPTIONAL.stream().noneMatch(entry.getName()::startsWith))
            .map(OptionalLibrariesTest::url)
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
}
