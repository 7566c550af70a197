/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.log4j;

import io.utflow.guard.TextGuard;
import java.util.List;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.apache.logging.log4j.core.pattern.LogEventPatternConverter;
import org.apache.logging.log4j.core.pattern.PatternConverter;
import org.apache.logging.log4j.core.pattern.PatternFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Guards a part of a pattern, so that logged text cannot forge a line, control a terminal, or hide
 * anything from its reader:
 *
 * <pre>{@code
 * <PatternLayout pattern="%d %-5level %guard{%m %ex}%n"/>
 * }</pre>
 *
 * <p>A second option is the name of a {@linkplain TextGuard#preset preset}, as in {@code
 * %guard{%ex}{terminals}}; without one it is {@code logs}, which puts all on one line. An unknown
 * name is logged as an error of the configuration, and {@code logs} is used.
 *
 * <p>Put {@code %ex} inside: to a pattern without it Log4j adds one at its end, where the message
 * of an exception is not guarded. Log4j finds the converter by itself. Thread-safe, as Log4j asks.
 */
@Plugin(name = "guard", category = PatternConverter.CATEGORY)
@ConverterKeys("guard")
public final class GuardPatternConverter extends LogEventPatternConverter {
  private final List<PatternFormatter> parts;
  private final TextGuard guard;

  private GuardPatternConverter(List<PatternFormatter> parts, TextGuard guard) {
    super("guard", "guard");
    this.parts = parts;
    this.guard = guard;
  }

  /**
   * A converter, which Log4j makes.
   *
   * @param configuration whose converters the part of the pattern may use
   * @param options the part of the pattern, and the name of a preset
   * @return the converter, or null if there is no pattern, which Log4j then leaves out
   */
  public static @Nullable GuardPatternConverter newInstance(
      Configuration configuration, String[] options) {
    if (options.length == 0 || options.length > 2) {
      LOGGER.error("%guard{pattern}{preset}: there are {} options", options.length);
      return null;
    }
    List<PatternFormatter> parts =
        PatternLayout.createPatternParser(configuration).parse(options[0]);
    return new GuardPatternConverter(
        parts, options.length == 1 ? TextGuard.forLogs() : preset(options[1]));
  }

  private static TextGuard preset(String name) {
    try {
      return TextGuard.preset(name);
    } catch (IllegalArgumentException e) {
      LOGGER.error("%guard: {}; logs is taken", e.getMessage());
      return TextGuard.forLogs();
    }
  }

  @Override
  public void format(LogEvent event, StringBuilder toAppendTo) {
    StringBuilder text = new StringBuilder();
    for (PatternFormatter each : parts) {
      each.format(event, text);
    }
    toAppendTo.append(guard.guard(text));
  }

  /** Whether an exception is written inside, so that Log4j adds none. */
  @Override
  public boolean handlesThrowable() {
    return parts.stream().anyMatch(PatternFormatter::handlesThrowable);
  }
}
