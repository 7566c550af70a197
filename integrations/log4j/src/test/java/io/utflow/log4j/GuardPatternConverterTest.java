/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks are logged by a real configuration, and its file is read. */
class GuardPatternConverterTest {
  private static final String FORGED = "ann\r\n12:00 INFO login of admin succeeded";
  private static final String PROGRAMS = "\u001B]0;evil\u0007\u009B2J\u202E";

  @TempDir private Path folder;
  private final Errors errors = new Errors();

  @BeforeEach
  void listen() {
    StatusLogger.getLogger().registerListener(errors);
  }

  @AfterEach
  void listenNoMore() {
    StatusLogger.getLogger().removeListener(errors);
  }

  private String logged(String pattern, String message, Throwable thrown) throws IOException {
    String configuration =
        """
        <Configuration>
          <Appenders>
            <File name="file" fileName="%s"><PatternLayout pattern="%s" charset="UTF-8"/></File>
          </Appenders>
          <Loggers><Root level="info"><AppenderRef ref="file"/></Root></Loggers>
        </Configuration>
        """
            .formatted(folder.resolve("log"), pattern);
    try (LoggerContext context = new LoggerContext("test")) {
      ConfigurationSource source =
          new ConfigurationSource(
              new ByteArrayInputStream(configuration.getBytes(StandardCharsets.UTF_8)));
      context.start(new XmlConfiguration(context, source));
      context.getLogger("test").info(message, thrown);
    }
    return Files.readString(folder.resolve("log"));
  }

  @Test
  void anEventIsOneLine() throws IOException {
    assertThat(logged("%-5level %guard{%m}%n", "login of " + FORGED + PROGRAMS, null))
        .isEqualTo(
            "INFO  login of ann\\r\\n12:00 INFO login of admin succeeded"
                + "\\x1b]0;evil\\x07\\x9b2J\\u202e"
                + System.lineSeparator());
    assertThat(errors.messages).isEmpty();
  }

  @Test
  void anExceptionIsGuardedInside() throws IOException {
    assertThat(logged("%guard{%m %ex}%n", "failed", new IllegalStateException(FORGED)))
        .startsWith("failed java.lang.IllegalStateException: ann\\r\\n12:00")
        .hasLineCount(1);
  }

  /** As the guide warns: Log4j adds the exception to a pattern that has none. */
  @Test
  void anExceptionOutsideIsNot() throws IOException {
    assertThat(logged("%guard{%m}%n", "failed", new IllegalStateException(FORGED)).lines().toList())
        .contains("12:00 INFO login of admin succeeded");
  }

  @Test
  void thePresetIsAnOption() throws IOException {
    assertThat(logged("%guard{%m}{terminals}|%guard{%m}{no-bidi-controls}%n", "a\nb\u202E\r", null))
        .isEqualTo("a\nb\\u202e\\r|a\nb\uFFFD\r" + System.lineSeparator());
  }

  @Test
  void aWrongNameIsAnErrorAndTheTextIsGuarded() throws IOException {
    assertThat(logged("%guard{%m}{log}%n", "a\nb", null))
        .isEqualTo("a\\nb" + System.lineSeparator());
    assertThat(errors.messages)
        .anyMatch(each -> each.startsWith("%guard: no guard has the name 'log'; there are logs"));
  }

  @Test
  void withoutAPatternThereIsNothingToGuard() throws IOException {
    assertThat(logged("%guard|%m%n", "a", null)).endsWith("|a" + System.lineSeparator());
    assertThat(errors.messages).anyMatch(each -> each.contains("there are 0 options"));
    assertThat(GuardPatternConverter.newInstance(null, new String[] {"%m", "logs", "x"})).isNull();
  }

  private static final class Errors implements StatusListener {
    private final List<String> messages = new ArrayList<>();

    @Override
    public void log(StatusData data) {
      messages.add(data.getMessage().getFormattedMessage());
    }

    @Override
    public Level getStatusLevel() {
      return Level.ERROR;
    }

    @Override
    public void close() {}
  }
}
