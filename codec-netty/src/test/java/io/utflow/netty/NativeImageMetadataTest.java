/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Netty asks each handler class, by reflection, which events it may skip; a native image answers
 * only for the classes that are registered.
 */
class NativeImageMetadataTest {
  private static final String CONFIGURATION =
      "/META-INF/native-image/io.utflow/utflow-codec-netty/reflect-config.json";
  private static final Pattern REGISTERED =
      Pattern.compile(
          "\\{\\s*\"name\": \"([^\"]+)\",\\s*"
              + "\"condition\": \\{\\s*\"typeReachable\": \"\\1\"\\s*\\},\\s*"
              + "\"queryAllPublicMethods\": true\\s*\\}");

  @Test
  void everyHandlerIsRegisteredAndNothingElse() throws Exception {
    assertThat(registered()).containsExactlyInAnyOrderElementsOf(handlers()).isNotEmpty();
  }

  private static List<String> registered() throws IOException {
    try (InputStream in = TextStreamDecoder.class.getResourceAsStream(CONFIGURATION)) {
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return REGISTERED.matcher(json).results().map(match -> match.group(1)).toList();
    }
  }

  static List<String> handlers() throws IOException, URISyntaxException {
    Path root =
        Path.of(
            TextStreamDecoder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root.resolve("io/utflow/netty"))) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .filter(NativeImageMetadataTest::isConcreteHandler)
          .toList();
    }
  }

  private static boolean isConcreteHandler(String name) {
    try {
      Class<?> type = Class.forName(name);
      return ChannelHandler.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
