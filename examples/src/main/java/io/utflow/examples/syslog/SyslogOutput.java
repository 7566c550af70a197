/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

/** Makes a line of a frame: parses, counts, writes JSON. Used by the thread of the journal only. */
final class SyslogOutput {
  private final SyslogParser parser;
  private final SyslogCounters counters;

  SyslogOutput(SyslogParser parser, SyslogCounters counters) {
    this.parser = parser;
    this.counters = counters;
  }

  String line(SyslogFrame frame, String peer, boolean isSecure) {
    SyslogMessage message = parser.parse(frame.bytes());
    counters.count(message, frame.truncated());
    return SyslogJson.line(message, frame.truncated(), peer, isSecure);
  }
}
