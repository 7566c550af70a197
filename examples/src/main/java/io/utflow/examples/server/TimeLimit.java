/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads how long a peer may take. Netty takes zero for no limit at all, and clocks in nanoseconds,
 * of which a {@code long} holds 292 years.
 */
public final class TimeLimit implements ITypeConverter<Duration> {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(365);

  @Override
  public Duration convert(String value) {
    try {
      Duration limit = Duration.parse(value);
      if (limit.compareTo(SHORTEST) >= 0 && limit.compareTo(LONGEST) <= 0) {
        return limit;
      }
    } catch (DateTimeParseException e) {
      // It is told as what is out of range is.
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is not a time limit; give one from PT0.001S to P365D, such as PT30S or PT2H");
  }
}
