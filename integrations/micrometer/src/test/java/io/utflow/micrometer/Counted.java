/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was counted: the counters of a registry that are not 0. */
final class Counted {
  private Counted() {}

  /** By name and values of tags, such as {@code utflow.bytes decode UTF-8}. */
  static Map<String, Long> in(MeterRegistry registry) {
    Map<String, Long> counted = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      long count = (long) ((Counter) meter).count();
      if (count != 0) {
        counted.put(described(meter.getId()), count);
      }
    }
    return counted;
  }

  private static String described(Meter.Id id) {
    String values =
        Stream.of("direction", "encoding", "cause")
            .map(id::getTag)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" "));
    return id.getName() + " " + values;
  }

  static String tagsOf(Meter meter) {
    return meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.joining(", "));
  }
}
