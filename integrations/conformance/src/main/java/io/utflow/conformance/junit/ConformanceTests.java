/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.junit;

import io.utflow.conformance.ConformanceVector;
import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Level;
import io.utflow.conformance.Suite;
import io.utflow.conformance.Verdict;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Dynamic tests of JUnit 5 or 6, a container for each family and a test for each vector; a method
 * with {@code @TestFactory} returns them. A vector that the decoder takes no part in is skipped.
 */
public final class ConformanceTests {
  private ConformanceTests() {}

  /**
   * {@return tests of all levels}
   *
   * @param decoder the decoder
   */
  public static Stream<DynamicNode> of(DecoderUnderTest decoder) {
    return of(decoder, Suite.all(), EnumSet.allOf(Level.class));
  }

  /**
   * {@return tests of some vectors and levels}
   *
   * @param decoder the decoder
   * @param suite the vectors
   * @param levels the levels that have to pass
   */
  public static Stream<DynamicNode> of(DecoderUnderTest decoder, Suite suite, Set<Level> levels) {
    Set<Level> wanted = Set.copyOf(levels);
    Map<String, List<ConformanceVector>> families =
        suite.vectors().stream()
            .collect(
                Collectors.groupingBy(
                    ConformanceVector::family, LinkedHashMap::new, Collectors.toList()));
    return families.entrySet().stream()
        .map(
            family ->
                DynamicContainer.dynamicContainer(
                    family.getKey(),
                    family.getValue().stream()
                        .map(
                            vector ->
                                DynamicTest.dynamicTest(
                                    vector.id(), () -> check(vector, decoder, wanted)))));
  }

  private static void check(ConformanceVector vector, DecoderUnderTest decoder, Set<Level> levels) {
    Verdict verdict = Suite.judge(vector, decoder).orElse(null);
    Assumptions.assumeTrue(verdict != null, "the decoder takes no part");
    if (verdict != null) {
      Map<Level, String> failures = verdict.failures();
      failures.keySet().retainAll(levels);
      if (!failures.isEmpty()) {
        throw new AssertionError(failures + "; " + vector.clause());
      }
    }
  }
}
