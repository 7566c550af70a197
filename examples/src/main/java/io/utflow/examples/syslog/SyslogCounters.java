/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.utflow.examples.syslog.SyslogMessage.Format;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The counters of the server, beside those of {@code UtflowMeters} for the text. */
final class SyslogCounters {
  private final List<Counter> messages;
  private final Counter truncated;
  private final Counter lostFramings;
  private final Counter stalled;
  private final Counter failedHandshakes;

  SyslogCounters(MeterRegistry registry) {
    this.messages =
        Arrays.stream(Format.values())
            .map(Format::name)
            .map(name -> registry.counter("messages", "format", name.toLowerCase(Locale.ROOT)))
            .toList();
    this.truncated = registry.counter("messages.truncated");
    this.lostFramings = registry.counter("connections.framing.lost");
    this.stalled = registry.counter("connections.stalled");
    this.failedHandshakes = registry.counter("connections.handshake.failed");
  }

  void count(SyslogMessage message, boolean isTruncated) {
    messages.get(message.format().ordinal()).increment();
    if (isTruncated) {
      truncated.increment();
    }
  }

  /** Connections on which no frame could be found any more. */
  Counter lostFramings() {
    return lostFramings;
  }

  /** Connections whose frame did not end. */
  Counter stalled() {
    return stalled;
  }

  /** Connections that did not come to TLS. */
  Counter failedHandshakes() {
    return failedHandshakes;
  }
}
