/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.utflow.codec.IllFormedCause;
import java.util.Arrays;
import java.util.List;

/** The counters of one encoding in one direction. */
final class EncodingCounters {
  private final String encoding;
  private final Counter bytes;
  private final Counter chars;

  /** In the order of the causes. */
  private final List<Counter> illFormed;

  EncodingCounters(MeterRegistry registry, Tags direction, String encoding) {
    this.encoding = encoding;
    Tags tags = direction.and("encoding", encoding);
    this.bytes =
        Counter.builder("utflow.bytes")
            .description("Bytes that were read as text, or written")
            .baseUnit("bytes")
            .tags(tags)
            .register(registry);
    this.chars =
        Counter.builder("utflow.chars")
            .description("UTF-16 code units that bytes became, or were made of")
            .baseUnit("chars")
            .tags(tags)
            .register(registry);
    this.illFormed =
        Arrays.stream(IllFormedCause.values())
            .map(cause -> ofCause(registry, tags.and("cause", cause.name())))
            .toList();
  }

  private static Counter ofCause(MeterRegistry registry, Tags tags) {
    return Counter.builder("utflow.ill.formed")
        .description("Ill-formed code unit sequences, and characters without a place")
        .baseUnit("sequences")
        .tags(tags)
        .register(registry);
  }

  String encoding() {
    return encoding;
  }

  void add(long moreBytes, long moreChars) {
    bytes.increment((double) moreBytes);
    chars.increment((double) moreChars);
  }

  void add(IllFormedCause cause) {
    illFormed.get(cause.ordinal()).increment();
  }
}
