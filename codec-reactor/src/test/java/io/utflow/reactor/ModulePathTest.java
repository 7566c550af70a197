/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import io.utflow.codec.TextEncoding;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

/** A module compiles and runs with the libraries that it names, and with no others. */
@Tag("whole")
class ModulePathTest {
  private static final List<Class<?>> NEEDED =
      List.of(ByteArrayText.class, TextEncoding.class, Flux.class, Publisher.class);

  @TempDir private Path folder;

  @Test
  void arraysAndByteBuffersNeedNeitherNettyNorSpring() throws Exception {
    String decode =
        """
        return Flux.just(java.nio.ByteBuffer.wrap(utf8))
            .transform(ByteBufferText.decode(TextEncoding.UTF_8))
            .concatWith(Flux.just(utf8).transform(ByteArrayText.decode(TextEncoding.UTF_8)))
            .collect(java.util.stream.Collectors.joining("|"))
            .block();
        """;
    assertThat(run("requires io.utflow.reactor;", decode)).isEqualTo("abc|abc");
  }

  @Test
  void byteBufsNeedNettysBuffersOnly() throws Exception {
    String decode =
        """
        return Flux.just(io.netty.buffer.Unpooled.wrappedBuffer(utf8))
            .transform(ByteBufText.decode(TextEncoding.UTF_8))
            .blockLast();
        """;
    String requires = "requires io.utflow.reactor; requires io.netty.buffer;";
    assertThat(run(requires, decode, ByteBuf.class, ReferenceCounted.class)).isEqualTo("abc");
  }

  @Test
  void dataBuffersNeedSpringsCoreOnly() throws Exception {
    String decode =
        """
        org.springframework.core.io.buffer.DataBuffer buffer =
            org.springframework.core.io.buffer.DefaultDataBufferFactory.sharedInstance.wrap(utf8);
        return Flux.just(buffer).transform(DataBufferText.decode(TextEncoding.UTF_8)).blockLast();
        """;
    // As an automatic module, spring.core cannot name the module that it needs itself: spring.jcl
    // in Spring 6.2, org.apache.commons.logging in 7.
    String logging =
        ModuleFinder.of(homeOf(LogFactory.class)).findAll().iterator().next().descriptor().name();
    String requires =
        "requires io.utflow.reactor; requires spring.core; requires %s;".formatted(logging);
    assertThat(run(requires, decode, DataBuffer.class, LogFactory.class)).isEqualTo("abc");
  }

  /** What the method returns for "abc" when it runs in a module that has these requirements. */
  private Object run(String requires, String method, Class<?>... optional) throws Exception {
    Path[] libraries =
        Stream.concat(NEEDED.stream(), Arrays.stream(optional))
            .map(ModulePathTest::homeOf)
            .toArray(Path[]::new);
    ModuleFinder finder = ModuleFinder.of(concat(compile(requires, method, libraries), libraries));
    ModuleLayer boot = ModuleLayer.boot();
    Configuration modules =
        boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("consumer"));
    return boot.defineModulesWithOneLoader(modules, ClassLoader.getPlatformClassLoader())
        .findLoader("consumer")
        .loadClass("consumer.Consumer")
        .getMethod("text", byte[].class)
        .invoke(null, (Object) new byte[] {'a', 'b', 'c'});
  }

  private Path compile(String requires, String method, Path... libraries) throws IOException {
    Path module =
        Files.writeString(
            folder.resolve("module-info.java"),
            "module consumer { " + requires + " exports consumer; }");
    Path type =
        Files.writeString(
            folder.resolve("Consumer.java"),
            """
            package consumer;
            import io.utflow.codec.TextEncoding;
            import io.utflow.reactor.*;
            import reactor.core.publisher.Flux;
            public class Consumer {
              public static String text(byte[] utf8) {
            """
                + method
                + "}}");
    Path classes = folder.resolve("classes");
    String path =
        Arrays.stream(libraries)
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    StringWriter messages = new StringWriter();
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(messages),
                new PrintWriter(messages),
                "--module-path",
                path,
                "-d",
                classes.toString(),
                module.toString(),
                type.toString());
    assertThat(code).as(messages.toString()).isZero();
    return classes;
  }

  private static Path[] concat(Path first, Path... others) {
    return Stream.concat(Stream.of(first), Arrays.stream(others)).toArray(Path[]::new);
  }

  /** The jar or the folder of classes that the type comes from. */
  private static Path homeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
