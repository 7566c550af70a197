/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.utflow.codec.TextEncoding;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The counters of one direction, made when an encoding is met. */
final class CounterTable {
  private final MeterRegistry registry;
  private final Tags tags;

  /** By name: UTF-16 has the same with any default order. */
  private final Map<String, EncodingCounters> counters = new ConcurrentHashMap<>();

  CounterTable(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  EncodingCounters of(TextEncoding encoding) {
    return counters.computeIfAbsent(
        encoding.name(), name -> new EncodingCounters(registry, tags, name));
  }
}
