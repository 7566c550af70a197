/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.conformance.DecoderUnderTest;
import io.utflow.conformance.Level;
import io.utflow.conformance.Suite;
import io.utflow.conformance.toy.Fault;
import io.utflow.conformance.toy.ToyDecoder;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

class ConformanceTestsTest {
  /** As a maintainer has it. */
  @TestFactory
  Stream<DynamicNode> theToyPasses() {
    return ConformanceTests.of(ToyDecoder.with(null));
  }

  @Test
  void aFaultFailsItsTestsAtTheLevelsThatAreAskedFor() {
    DecoderUnderTest faulty = ToyDecoder.with(Fault.OVERLONG_ACCEPTED);
    Suite suite = Suite.all().only(vector -> vector.id().startsWith("utf-8/"));
    assertThat(failed(ConformanceTests.of(faulty, suite, EnumSet.of(Level.WHOLE))))
        .containsOnlyKeys("utf-8/any-bytes", "utf-8/overlong")
        .allSatisfy((family, message) -> assertThat(message).contains("WHOLE", "Table 3-7"));
    assertThat(failed(ConformanceTests.of(faulty, suite, EnumSet.of(Level.CUTS)))).isEmpty();
  }

  @Test
  void aVectorWithoutThePartOfTheDecoderIsSkipped() {
    Suite suite = Suite.all().only(vector -> vector.id().startsWith("events/id/"));
    DecoderUnderTest nothing = DecoderUnderTest.of("nothing", (job, encoding) -> null);
    assertThat(failed(ConformanceTests.of(nothing, suite, Set.of(Level.WHOLE))).values())
        .allMatch("skipped"::equals)
        .isNotEmpty();
  }

  /** For each family what became of the last of its tests that did not pass. */
  private static Map<String, String> failed(Stream<DynamicNode> tests) {
    Map<String, String> failed = new TreeMap<>();
    tests.forEach(
        family ->
            ((DynamicContainer) family)
                .getChildren()
                .forEach(
                    test -> {
                      try {
                        ((DynamicTest) test).getExecutable().execute();
                      } catch (TestAbortedException e) {
                        failed.put(family.getDisplayName(), "skipped");
                      } catch (Throwable thrown) {
                        failed.put(family.getDisplayName(), thrown.getMessage());
                      }
                    }));
    return failed;
  }
}
