/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks are logged by a real configuration, and its file is read. */
class GuardConverterTest {
  private static final String FORGED = "ann\r\n12:00 INFO login of admin succeeded";
  private static final String PROGRAMS = "\u001B]0;evil\u0007\u009B2J\u202E";

  @TempDir private Path folder;
  private final LoggerContext context = new LoggerContext();

  private Logger logger(String pattern) throws JoranException {
    String configuration =
        """
        <configuration>
          <conversionRule conversionWord="guard" class="io.utflow.logback.GuardConverter"/>
          <appender name="file" class="ch.qos.logback.core.FileAppender">
            <file>%s</file>
            <encoder>
              <pattern>%s</pattern>
              <charset>UTF-8</charset>
            </encoder>
          </appender>
          <root level="info"><appender-ref ref="file"/></root>
        </configuration>
        """
            .formatted(folder.resolve("log"), pattern);
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        new ByteArrayInputStream(configuration.getBytes(StandardCharsets.UTF_8)));
    return context.getLogger("test");
  }

  private String logged() throws IOException {
    context.stop();
    return Files.readString(folder.resolve("log"));
  }

  private List<String> errors() {
    return context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getLevel() == Status.ERROR)
        .map(Status::getMessage)
        .toList();
  }

  @Test
  void anEventIsOneLine() throws Exception {
    logger("%-5level %guard(%msg){logs}%n").info("login of {}{}", FORGED, PROGRAMS);
    assertThat(logged())
        .isEqualTo(
            "INFO  login of ann\\r\\n12:00 INFO login of admin succeeded"
                + "\\x1b]0;evil\\x07\\x9b2J\\u202e"
                + System.lineSeparator());
    assertThat(errors()).isEmpty();
  }

  @Test
  void anExceptionIsGuardedInside() throws Exception {
    logger("%guard(%msg %ex{1}){logs}%n").info("failed", new IllegalStateException(FORGED));
    assertThat(logged())
        .startsWith("failed java.lang.IllegalStateException: ann\\r\\n12:00")
        .hasLineCount(1);
  }

  /** As the guide warns: Logback adds the exception to a pattern that has none. */
  @Test
  void anExceptionOutsideIsNot() throws Exception {
    logger("%guard(%msg) %n").info("failed", new IllegalStateException(FORGED));
    assertThat(logged().lines().toList()).contains("12:00 INFO login of admin succeeded");
  }

  @Test
  void thePresetIsAnOption() throws Exception {
    logger("%guard(%msg){terminals}|%guard(%msg){no-bidi-controls}%n").info("a\nb\u202E\r");
    assertThat(logged()).isEqualTo("a\nb\\u202e\\r|a\nb\uFFFD\r" + System.lineSeparator());
  }

  @Test
  void aWrongNameIsAnErrorAndTheTextIsGuarded() throws Exception {
    logger("%guard(%msg){log}%n").info("a\nb");
    assertThat(logged()).isEqualTo("a\\nb" + System.lineSeparator());
    assertThat(errors())
        .anyMatch(each -> each.startsWith("%guard: no guard has the name 'log'; there are logs"));
  }
}
