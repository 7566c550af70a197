/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import io.utflow.guard.TextGuard;

/**
 * Guards a part of a pattern, so that logged text cannot forge a line, control a terminal, or hide
 * anything from its reader:
 *
 * <pre>{@code
 * <conversionRule conversionWord="guard" class="io.utflow.logback.GuardConverter"/>
 * ...
 * <pattern>%d %-5level %guard(%msg %ex){logs}%n</pattern>
 * }</pre>
 *
 * <p>The option is the name of a {@linkplain TextGuard#preset preset}, as in {@code
 * %guard(%ex){terminals}}; without one it is {@code logs}, which puts all on one line. Always give
 * it: Logback takes a {@code %} directly after the parenthesis as text. An unknown name is an error
 * of the configuration, and {@code logs} is used.
 *
 * <p>Put {@code %ex} inside: to a pattern without it Logback adds one at its end, where the message
 * of an exception is not guarded. Thread-safe, as Logback asks.
 */
public final class GuardConverter extends CompositeConverter<ILoggingEvent> {
  private volatile TextGuard guard = TextGuard.forLogs();

  /** A converter, which Logback makes. */
  public GuardConverter() {}

  /** Reads the option. */
  @Override
  public void start() {
    String name = getFirstOption();
    try {
      guard = name == null ? TextGuard.forLogs() : TextGuard.preset(name);
    } catch (IllegalArgumentException e) {
      addError("%guard: " + e.getMessage() + "; logs is taken");
    }
    super.start();
  }

  @Override
  protected String transform(ILoggingEvent event, String in) {
    return guard.guard(in);
  }
}
