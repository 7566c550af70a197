/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Prints what a server has counted, for those without a system of metrics. */
public final class Meters {
  private Meters() {}

  /** A line for each meter that is not zero, in the order of their names. */
  public static void print(MeterRegistry registry, PrintWriter out) {
    registry.getMeters().stream()
        .map(Meters::line)
        .filter(line -> !line.endsWith(" 0"))
        .sorted(Comparator.naturalOrder())
        .forEach(out::println);
    out.flush();
  }

  private static String line(Meter meter) {
    List<Tag> tags = meter.getId().getTags();
    String labels =
        tags.isEmpty()
            ? ""
            : tags.stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    double value = 0;
    for (Measurement measurement : meter.measure()) {
      value = measurement.getValue();
    }
    return meter.getId().getName() + labels + " " + Math.round(value);
  }
}
