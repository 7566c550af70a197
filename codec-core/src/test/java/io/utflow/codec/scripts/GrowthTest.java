/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.scripts.Growth.Figures;
import io.utflow.codec.testing.OverEncodings;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The time for whatever a peer can lengthen is proportional to its length: the exponent over three
 * doublings is near 1, and 2 where time is the square. A row that is above the bound is measured
 * again, longer. In the suite, on machines that are busy with other work, the bound lies in the
 * middle; the profile {@code fuzz} says {@code -Dutflow.fuzz.exponent=1.2}. {@code
 * -Dutflow.fuzz.growth} is the smallest size, in bytes or chars; {@code -Dutflow.tests=all} has
 * more encodings, and pieces of 64 bytes too.
 */
@OverEncodings
class GrowthTest {
  private static final int SIZE = Integer.getInteger("utflow.fuzz.growth", 1024);
  private static final double BOUND =
      Double.parseDouble(System.getProperty("utflow.fuzz.exponent", "1.5"));

  /** What a name that no encoding has may cost: the names of providers take 5,000 once more. */
  private static final double MOST_MICROS_OF_A_NAME =
      Double.parseDouble(System.getProperty("utflow.fuzz.name-micros", "1000"));

  @TestFactory
  List<DynamicTest> timeIsProportionalToLength() {
    return GrowthJobs.all().entrySet().stream()
        .map(
            job ->
                DynamicTest.dynamicTest(
                    job.getKey(),
                    () -> {
                      Figures figures = Growth.measure(job.getKey(), SIZE, BOUND, job.getValue());
                      assertThat(figures.exponent())
                          .as("%s, from %d on", figures, SIZE)
                          .isLessThanOrEqualTo(BOUND);
                    }))
        .toList();
  }

  /** Names come from peers, and each may be another. */
  @Test
  void anUnknownNameCostsLittle() {
    GrowthJobs.names()
        .forEach(
            (name, job) ->
                assertThat(Growth.micros(job, 16, 16 * MOST_MICROS_OF_A_NAME) / 16)
                    .as("microseconds of %s", name)
                    .isLessThanOrEqualTo(MOST_MICROS_OF_A_NAME));
  }
}
