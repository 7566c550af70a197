/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks.chart;

import io.utflow.benchmarks.Result;
import io.utflow.benchmarks.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A call that programs use today, and how much faster Utflow does the same.
 *
 * @param name as the chart shows it
 * @param worst the text on which Utflow gains least
 * @param middle the text in the middle, the lower of two
 */
record Use(String name, Result worst, Result middle) {
  private static final Comparator<Result> WORST_FIRST = Comparator.comparingDouble(Result::times);

  /** The uses of the chart, measured in {@code folder}; the one with the worst figure first. */
  static List<Use> all(Path folder) throws IOException {
    List<Result> large = ResultFile.read(folder.resolve("pieces-jdk17.tsv"));
    List<Result> small = ResultFile.read(folder.resolve("pieces64-jdk17.tsv"));
    String handler = "utflow handler direct";
    String stringDecoder = "netty string decoder direct";
    String operator = "utflow operator direct";
    String asString = "reactor netty as string direct";
    return Stream.of(
            of("Netty StringDecoder, 64 bytes", small, handler, stringDecoder),
            of("Netty StringDecoder, 8 KiB", large, handler, stringDecoder),
            of("reactor-netty asString(), 64 bytes", small, operator, asString),
            of("reactor-netty asString(), 8 KiB", large, operator, asString),
            of("CharsetDecoder, 8 KiB, heap", large, "utflow chars", "jdk decoder"),
            of(
                "Netty LineBasedFrameDecoder and StringDecoder, lines",
                large,
                "utflow line handler direct",
                "netty lines direct"),
            of(
                "Spring StringDecoder, lines",
                large,
                "utflow spring lines direct",
                "spring string decoder direct"))
        .sorted(Comparator.comparing(Use::worst, WORST_FIRST))
        .toList();
  }

  private static Use of(String name, List<Result> results, String ours, String peer) {
    List<Result> sorted =
        results.stream()
            .filter(each -> each.ours().equals(ours) && each.peer().equals(peer))
            .sorted(WORST_FIRST)
            .toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("not measured: " + ours + " and " + peer);
    }
    return new Use(name, sorted.get(0), sorted.get((sorted.size() - 1) / 2));
  }
}
