/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.stage.LineBreaks;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The application does not start, and what it prints names the property and says what to do. */
@Tag("whole")
class WrongPropertiesTest {
  /** One analyzer of Boot's needs classes that are not here. */
  private static final FailureHandler WITHOUT_VALIDATION = (type, name, failure) -> {};

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          charset=utf-9                      | charset         | Take the name of a charset
          charset=utf8mb4                    | charset         | did you mean UTF-8?
          charset=x-JISAutoDetect            | charset         | guesses the encoding
          on-malformed=relpace               | on-malformed    | REPLACE
          replacement=?,on-malformed=skip    | replacement     | Remove replacement, or set on-malformed
          max-malformed=3,on-malformed=report| max-malformed   | Remove max-malformed, or set on-malformed
          max-malformed=-1                   | max-malformed   | -1
          max-line-length=80                 | max-line-length | Set utflow.codec.line-breaks
          line-breaks=lf-only,max-line-length=0 | max-line-length | 0
          line-breaks=cr                     | line-breaks     | UNICODE
          line-breaks=lf-or-crlf,replacement=<LINE_FEED> | replacement     | line
          bom=maybe                          | bom             | PER_ENCODING
          charset=latin1,bom=require         | bom             | has no byte order mark
          guard=terminal                     | guard           | there are logs, terminals
          on-malfomed=report                 | on-malfomed     | Update your application's configuration
          """)
  void theStartFails(String properties, String named, String advice) {
    String[] values =
        Arrays.stream(properties.split(","))
            .map(property -> "utflow.codec." + property.replace("LINE_FEED", "\n"))
            .toArray(String[]::new);
    try (var context = new AnnotationConfigApplicationContext()) {
      TestPropertyValues.of(values).applyTo(context);
      context.register(UtflowCodecsAutoConfiguration.class);
      FailureAnalysis report = report(context, catchThrowable(context::refresh));
      assertThat(report.getDescription()).contains("utflow.codec." + named);
      assertThat(report.getDescription() + "\n" + report.getAction()).contains(advice);
    }
  }

  /** Whatever the charsets of the JVM have in them: a spec, or a value that is named as wrong. */
  @Test
  void noValuesThatAreUnderstoodFailWithoutAReport() {
    for (String charset : Charset.availableCharsets().keySet()) {
      for (BomPolicy bom : BomPolicy.values()) {
        for (MalformedText malformed : MalformedText.values()) {
          for (LineBreaks lines : LineBreaks.values()) {
            UtflowCodecProperties properties =
                new UtflowCodecProperties(
                    true, charset, malformed, null, null, bom, lines, null, null);
            Throwable failure = catchThrowable(() -> SpecOfProperties.of(properties));
            if (failure != null) {
              assertThat(failure)
                  .as(properties::toString)
                  .isInstanceOf(InvalidConfigurationPropertyValueException.class);
            }
          }
        }
      }
    }
  }

  /** As Boot makes the report of a failed start. */
  private static FailureAnalysis report(ConfigurableApplicationContext context, Throwable failure) {
    assertThat(failure).isNotNull();
    ArgumentResolver arguments =
        ArgumentResolver.of(BeanFactory.class, context.getBeanFactory())
            .and(Environment.class, context.getEnvironment());
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, arguments, WITHOUT_VALIDATION)
        .stream()
        .map(analyzer -> analyzer.analyze(failure))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no report", failure));
  }
}
