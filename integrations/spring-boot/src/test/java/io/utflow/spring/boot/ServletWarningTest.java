/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the start of a servlet application says; integrations/spring-boot-servlet starts one. */
class ServletWarningTest {
  @Test
  void itNamesTheReasonAndTheRemedy() {
    Logger logger = (Logger) LoggerFactory.getLogger(UtflowCodecsAutoConfiguration.class);
    ListAppender<ILoggingEvent> said = new ListAppender<>();
    said.start();
    logger.addAppender(said);
    Level before = logger.getLevel();
    logger.setLevel(Level.WARN);
    try {
      new UtflowCodecsAutoConfiguration().utflowServletWarning().afterSingletonsInstantiated();
    } finally {
      logger.setLevel(before);
      logger.detachAppender(said);
    }
    assertThat(said.list).singleElement().extracting(ILoggingEvent::getLevel).isEqualTo(Level.WARN);
    assertThat(said.list.get(0).getFormattedMessage())
        .contains("servlet application", "HttpMessageConverters", "spring-boot-starter-webflux");
  }
}
