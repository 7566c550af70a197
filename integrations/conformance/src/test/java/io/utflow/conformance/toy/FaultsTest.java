/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.toy;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.Product;
import io.utflow.conformance.ConformanceVector;
import io.utflow.conformance.Level;
import io.utflow.conformance.Report;
import io.utflow.conformance.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The suite can fail: each fault of the toy turns its families red, and no other. */
class FaultsTest {
  private static final Suite SUITE = Suite.all();

  /** A third formulation of the standards, beside the two of the generator. */
  @Test
  void theToyWithoutAFaultPassesAll() {
    Report report = SUITE.judge(ToyDecoder.with(null));
    assertThat(report.failures(3)).isEmpty();
    assertThat(report.verdicts()).hasSameSizeAs(SUITE.vectors());
    for (Level level : Level.values()) {
      assertThat(report.score("text", level).judged()).as(level.name()).isPositive();
    }
  }

  /**
   * {@code faults.txt} has a line for each fault and level: which families are red. What it holds
   * was read against the fault, family by family.
   */
  @Test
  void eachFaultTurnsItsFamiliesRedAndNoOther() throws IOException {
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      if (Product.takes(fault.ordinal(), 8)) {
        Report report = SUITE.judge(ToyDecoder.with(fault));
        for (Level level : Level.values()) {
          Set<String> families = report.failedFamilies(level);
          if (!families.isEmpty()) {
            found.add(fault + " " + level + " " + String.join(" ", families));
          }
        }
        expected.addAll(expected().stream().filter(line -> line.startsWith(fault + " ")).toList());
      }
    }
    assertThat(String.join("\n", found)).isEqualTo(String.join("\n", expected));
  }

  @Test
  void eachFamilyIsTurnedRedByAFault() throws IOException {
    assertThat(
            expected().stream()
                .flatMap(line -> Arrays.stream(line.split(" ")).skip(2))
                .collect(Collectors.toSet()))
        .isEqualTo(
            SUITE.vectors().stream().map(ConformanceVector::family).collect(Collectors.toSet()));
    assertThat(expected().stream().map(line -> line.split(" ")[0]).collect(Collectors.toSet()))
        .hasSameSizeAs(Fault.values());
  }

  private static List<String> expected() throws IOException {
    try (InputStream in = FaultsTest.class.getResourceAsStream("faults.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    }
  }
}
