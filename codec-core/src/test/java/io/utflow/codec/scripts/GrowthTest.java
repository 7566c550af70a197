/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.scripts.Growth.Figures;
import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The work for whatever a peer can lengthen is proportional to its length: from one size to eight
 * times that size it grows with an exponent near 1, and 2 where it is the square. Work is counted
 * ({@link Work}), so the figures are the same on every machine. The profile {@code fuzz} measures
 * the time of the thread as well; {@code -Dutflow.fuzz.growth} is the smallest size, in bytes or
 * chars; {@code -Dutflow.tests=all} has more encodings, and pieces of 64 bytes too.
 */
@OverEncodings
class GrowthTest {
  private static final int SIZE = Integer.getInteger("utflow.fuzz.growth", 1024);
  private static final int TIMES = 8;

  /**
   * A text that is short, or fits one buffer, may take a shorter way than eight times its length:
   * the greatest exponent without a fault was 1.12.
   */
  private static final double BOUND = 1.25;

  /** The first frame of a stream makes what others use again. */
  private static final double MOST_TIMES_ALONE = 1.05;

  /** A name is compared with all names that there are: 29,000 where the charsets of the JDK are. */
  private static final long MOST_WORK_OF_A_NAME = 60_000;

  @TestFactory
  List<DynamicTest> workIsProportionalToLength() {
    return tests(
        jobs(GrowthJobs.class, "all", new CountedClasses()),
        (name, job) -> {
          long first = Work.of(job, SIZE);
          long last = Work.of(job, SIZE * TIMES);
          double exponent = Math.log((double) last / first) / Math.log(TIMES);
          assertThat(exponent)
              .as("%s: work of %d and of %d, from %d to %d", name, first, last, SIZE, SIZE * TIMES)
              .isLessThanOrEqualTo(BOUND);
        });
  }

  /** However many frames a buffer has. The sample has an eighth of them. */
  @TestFactory
  List<DynamicTest> theWorkForAFrameDoesNotDependOnHowManyThereAre() {
    int most = Math.max(2000, Product.sampled(16_000));
    return tests(
        jobs(FrameJobs.class, "frames", new CountedClasses()),
        (name, job) -> {
          double alone = Work.of(job, 1);
          assertThat(Work.of(job, 1000) / 1000.0).as(name).isLessThan(MOST_TIMES_ALONE * alone);
          assertThat(Work.of(job, most) / (double) most)
              .as(name)
              .isLessThan(MOST_TIMES_ALONE * alone);
        });
  }

  /** Names come from peers, and each may be another. */
  @TestFactory
  List<DynamicTest> anUnknownNameCostsLittle() {
    int names = 16;
    return tests(
        jobs(GrowthJobs.class, "names", new CountedClasses()),
        (name, job) ->
            assertThat(Work.of(job, names) / names).as(name).isLessThan(MOST_WORK_OF_A_NAME));
  }

  /** What is counted grows by the square where the work does. */
  @Test
  void squaresAreSeen() {
    jobs(GrowthJobs.class, "squares", new CountedClasses())
        .forEach(
            (name, job) ->
                assertThat((double) Work.of(job, SIZE * TIMES) / Work.of(job, SIZE))
                    .as(name)
                    .isGreaterThan(0.9 * TIMES * TIMES));
  }

  @TestFactory
  @EnabledIfSystemProperty(named = "utflow.fuzz.exponent", matches = ".+")
  List<DynamicTest> timeIsProportionalToLength() {
    double bound = Double.parseDouble(System.getProperty("utflow.fuzz.exponent", "1.2"));
    return tests(
        jobs(GrowthJobs.class, "all", GrowthTest.class.getClassLoader()),
        (name, job) -> {
          Figures figures = Growth.measure(name, SIZE, bound, job);
          assertThat(figures.exponent())
              .as("%s, from %d on", figures, SIZE)
              .isLessThanOrEqualTo(bound);
        });
  }

  @TestFactory
  @EnabledIfSystemProperty(named = "utflow.fuzz.name-micros", matches = ".+")
  List<DynamicTest> anUnknownNameTakesLittleTime() {
    double most = Double.parseDouble(System.getProperty("utflow.fuzz.name-micros", "100"));
    int names = 16;
    return tests(
        jobs(GrowthJobs.class, "names", GrowthTest.class.getClassLoader()),
        (name, job) ->
            assertThat(Growth.micros(job, names, names * most) / names)
                .as("microseconds of %s", name)
                .isLessThanOrEqualTo(most));
  }

  @FunctionalInterface
  private interface Check {
    void of(String name, IntToLongFunction job);
  }

  private static List<DynamicTest> tests(Map<String, IntToLongFunction> jobs, Check check) {
    return jobs.entrySet().stream()
        .map(
            job ->
                DynamicTest.dynamicTest(job.getKey(), () -> check.of(job.getKey(), job.getValue())))
        .toList();
  }

  /** What a method of a class answers, of the classes of this loader. */
  @SuppressWarnings("unchecked")
  private static Map<String, IntToLongFunction> jobs(
      Class<?> owner, String method, ClassLoader classes) {
    try {
      Method jobs = classes.loadClass(owner.getName()).getDeclaredMethod(method);
      jobs.setAccessible(true);
      return (Map<String, IntToLongFunction>) jobs.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
