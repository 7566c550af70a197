/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.java.Assertions.mavenProject;
import static org.openrewrite.java.Assertions.srcMainJava;
import static org.openrewrite.maven.Assertions.pomXml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.config.Environment;
import org.openrewrite.java.JavaParser;
import org.openrewrite.maven.MavenExecutionContextView;
import org.openrewrite.maven.tree.MavenRepository;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/**
 * The recipe that users name adds the dependency that its code needs, and no other. The artifacts
 * are those of a repository in a folder, so nothing is downloaded.
 */
@Tag("whole")
class AddedDependenciesTest implements RewriteTest {
  @TempDir private Path repository;

  private String version;

  @BeforeEach
  void publish() throws IOException {
    version = Files.readString(Path.of("pom.xml")).split("</?version>")[1];
    publish("utflow-codec-reactor");
    publish("utflow-spring");
  }

  private void publish(String artifact) throws IOException {
    Path folder = repository.resolve(Path.of("io", "utflow", artifact, version));
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(artifact + "-" + version + ".pom"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>io.utflow</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
          <packaging>pom</packaging>
        </project>
        """
            .formatted(artifact, version));
  }

  @Override
  public void defaults(RecipeSpec spec) {
    MavenExecutionContextView context =
        MavenExecutionContextView.view(new InMemoryExecutionContext(Assertions::fail));
    context.setAddCentralRepository(false);
    context.setAddLocalRepository(false);
    context.setRepositories(
        List.of(
            MavenRepository.builder()
                .id("folder")
                .uri(repository.toUri().toString())
                .knownToExist(true)
                .build()));
    spec.executionContext(context)
        .expectedCyclesThatMakeChanges(2)
        .parser(
            JavaParser.fromJavaVersion()
                .classpath(
                    "reactor-netty-core",
                    "reactor-core",
                    "reactive-streams",
                    "netty-buffer",
                    "spring-core",
                    "spring-web"))
        .recipe(
            Environment.builder()
                .scanRuntimeClasspath("io.utflow.rewrite")
                .build()
                .activateRecipes("io.utflow.rewrite.MoveToUtflow"));
  }

  @Test
  void whereAsStringWasTheOperators() {
    rewriteRun(
        mavenProject(
            "application",
            srcMainJava(
                java(
                    """
                    import reactor.core.publisher.Flux;
                    import reactor.netty.ByteBufFlux;

                    class Example {
                      Flux<String> text(ByteBufFlux received) {
                        return received.asString();
                      }
                    }
                    """,
                    """
                    import io.utflow.codec.TextEncoding;
                    import io.utflow.reactor.ByteBufText;
                    import reactor.core.publisher.Flux;
                    import reactor.netty.ByteBufFlux;

                    class Example {
                      Flux<String> text(ByteBufFlux received) {
                        return received.retain().transform(ByteBufText.decode(TextEncoding.UTF_8));
                      }
                    }
                    """)),
            pomXml(pom(""), pom(dependency("utflow-codec-reactor")))));
  }

  @Test
  void whereSpringsDecoderWasTheCodecs() {
    rewriteRun(
        mavenProject(
            "application",
            srcMainJava(
                java(
                    """
                    import org.springframework.core.codec.StringDecoder;
                    import org.springframework.http.codec.CodecConfigurer;

                    class Example {
                      void configure(CodecConfigurer configurer) {
                        configurer.customCodecs().register(StringDecoder.textPlainOnly());
                      }
                    }
                    """,
                    """
                    import io.utflow.codec.stage.LineBreaks;
                    import io.utflow.spring.CodecSpec;
                    import io.utflow.spring.UtflowCodecs;
                    import org.springframework.http.codec.CodecConfigurer;

                    class Example {
                      void configure(CodecConfigurer configurer) {
                        configurer.customCodecs().register(UtflowCodecs.decoder(CodecSpec.DEFAULT.lines(LineBreaks.LF_OR_CRLF)));
                      }
                    }
                    """)),
            pomXml(pom(""), pom(dependency("utflow-spring")))));
  }

  @Test
  void whereNothingIsReplacedNothingIsAdded() {
    rewriteRun(
        spec -> spec.expectedCyclesThatMakeChanges(0),
        mavenProject(
            "application",
            srcMainJava(
                java(
                    """
                    import reactor.core.publisher.Mono;
                    import reactor.netty.ByteBufMono;

                    class Example {
                      Mono<String> text(ByteBufMono body) {
                        return body.asString();
                      }
                    }
                    """)),
            pomXml(pom(""))));
  }

  private String dependency(String artifact) {
    return """
             <dependencies>
               <dependency>
                 <groupId>io.utflow</groupId>
                 <artifactId>%s</artifactId>
                 <version>%s</version>
               </dependency>
             </dependencies>
           """
        .formatted(artifact, version);
  }

  private static String pom(String dependencies) {
    return """
           <project>
             <modelVersion>4.0.0</modelVersion>
             <groupId>stranger</groupId>
             <artifactId>application</artifactId>
             <version>1</version>
           %s</project>
           """
        .formatted(dependencies);
  }
}
