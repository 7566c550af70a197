/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Netty asks handlers by reflection which events they take, so a native image must be told of each:
 * by the jar that has it, whichever of ours that is.
 */
class NativeImageTest {
  private static final Pattern OWN_TYPE = Pattern.compile("\"name\": ?\"(io\\.utflow\\.[^\"]+)\"");

  static List<Path> ours() {
    return Packaged.ours();
  }

  @ParameterizedTest
  @MethodSource("ours")
  void aJarNamesItsHandlersForNativeImages(Path jar) throws Exception {
    List<String> handlers = handlersIn(jar);
    assertThat(ownTypesIn(metadataOf(jar))).containsExactlyInAnyOrderElementsOf(handlers);
  }

  /** What it names besides are types of others. */
  private static List<String> ownTypesIn(String metadata) {
    return OWN_TYPE.matcher(metadata).results().map(name -> name.group(1)).toList();
  }

  @Test
  void theHandlersOfNettyAreFound() throws Exception {
    assertThat(handlersIn(Packaged.ours("utflow-codec-netty")))
        .contains("io.utflow.netty.TextStreamDecoder", "io.utflow.netty.TextStreamEncoder");
  }

  private static List<String> handlersIn(Path jar) throws IOException, ClassNotFoundException {
    List<String> handlers = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (ZipEntry entry : file.stream().toList()) {
        String name = entry.getName();
        if (name.startsWith("io/") && name.endsWith(".class") && !name.endsWith("-info.class")) {
          String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
          if (isHandler(type)) {
            handlers.add(type);
          }
        }
      }
    }
    return handlers;
  }

  private static boolean isHandler(String name) throws ClassNotFoundException {
    try {
      Class<?> type = Class.forName(name, false, NativeImageTest.class.getClassLoader());
      return ChannelHandler.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers());
    } catch (NoClassDefFoundError e) {
      // A subclass of what is optional, such as Jackson, and absent here: Netty is not.
      assertThat(e.getMessage()).doesNotContain("netty");
      return false;
    }
  }

  private static String metadataOf(Path jar) throws IOException {
    String artifact = jar.getFileName().toString().replaceAll("-\\d.*", "");
    String name = "META-INF/native-image/io.utflow/" + artifact + "/reflect-config.json";
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(name);
      if (entry == null) {
        return "";
      }
      try (InputStream in = file.getInputStream(entry)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }
}
