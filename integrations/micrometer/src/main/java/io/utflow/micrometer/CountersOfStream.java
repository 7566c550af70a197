/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import io.utflow.codec.TextEncoding;

/**
 * The counters of a spec's streams. Nearly always the encoding is that of the input before, so that
 * nothing is looked up.
 */
final class CountersOfStream {
  private final CounterTable table;

  /** Threads may see different ones, each of them whole: what they hold is final. */
  private EncodingCounters last;

  CountersOfStream(CounterTable table, TextEncoding first) {
    this.table = table;
    this.last = table.of(first);
  }

  EncodingCounters of(TextEncoding encoding) {
    EncodingCounters counters = last;
    if (!counters.encoding().equals(encoding.name())) {
      counters = table.of(encoding);
      last = counters;
    }
    return counters;
  }
}
