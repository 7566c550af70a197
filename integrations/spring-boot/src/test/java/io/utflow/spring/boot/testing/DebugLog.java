/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged below a name at DEBUG. Made when the application runs: Boot resets the log. */
public final class DebugLog implements AutoCloseable {
  private final Logger logger;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };

  public DebugLog(String name) {
    this.logger = (Logger) LoggerFactory.getLogger(name);
    logger.setLevel(Level.DEBUG);
    appender.setContext(logger.getLoggerContext());
    appender.start();
    logger.addAppender(appender);
  }

  /** Those with this word. */
  public List<String> linesWith(String word) {
    return lines.stream().filter(line -> line.contains(word)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(null);
  }
}
