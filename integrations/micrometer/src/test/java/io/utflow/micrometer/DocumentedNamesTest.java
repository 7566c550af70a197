/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedCause;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The names in {@code docs/guide/metrics.md} are those that a registry, and Prometheus, see. */
class DocumentedNamesTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z.]+)` \\| `([a-z_]+)` \\| `([a-z, ]+)` \\|", Pattern.MULTILINE);
  private static final Pattern IN_A_QUERY = Pattern.compile("utflow_\\w+");
  private static final Pattern CAUSE = Pattern.compile("^\\| `([A-Z_]+)` \\|", Pattern.MULTILINE);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private String page;

  @BeforeEach
  void count() throws IOException {
    page = Files.readString(Path.of("../../docs/guide/metrics.md"));
    UtflowMeters meters = UtflowMeters.of(registry);
    meters.decoding(DecoderSpec.of(TextEncoding.UTF_8));
    meters.encoding(EncoderSpec.of(TextEncoding.UTF_8));
  }

  @Test
  void theTableNamesEveryMeterWithItsTags() {
    Set<String> registered =
        registry.getMeters().stream()
            .map(meter -> nameOf(meter) + " " + Counted.tagsOf(meter))
            .collect(Collectors.toSet());
    Set<String> documented =
        rows().stream()
            .map(row -> row.group(1) + " " + inOrder(row.group(3)))
            .collect(Collectors.toSet());
    assertThat(documented).isEqualTo(registered);
  }

  @Test
  void theTableNamesWhatPrometheusReads() {
    Set<String> scraped =
        Pattern.compile("^(utflow_\\w+)\\{", Pattern.MULTILINE)
            .matcher(registry.scrape())
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    assertThat(rows().stream().map(row -> row.group(2)))
        .containsExactlyInAnyOrderElementsOf(scraped);
    Set<String> asked =
        IN_A_QUERY.matcher(page).results().map(MatchResult::group).collect(Collectors.toSet());
    assertThat(asked).isEqualTo(scraped);
  }

  @Test
  void everyCauseIsExplained() {
    assertThat(CAUSE.matcher(page).results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(IllFormedCause.values())
                .map(Enum::name)
                .collect(Collectors.toCollection(HashSet::new)));
  }

  private List<MatchResult> rows() {
    return ROW.matcher(page).results().toList();
  }

  private static String nameOf(Meter meter) {
    return meter.getId().getName();
  }

  private static String inOrder(String tags) {
    return Arrays.stream(tags.split(", ")).sorted().collect(Collectors.joining(", "));
  }
}
