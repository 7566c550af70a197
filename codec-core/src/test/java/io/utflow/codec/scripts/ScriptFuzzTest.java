/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.testing.OverEncodings;
import io.utflow.codec.testing.Product;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each law holds of random scripts. {@code -Dutflow.fuzz.scripts} says how many for each law,
 * {@code -Dutflow.fuzz.millis} how much time of the processor a law has at most (no bound unless it
 * is given), {@code -Dutflow.fuzz.seed} where they begin, and {@code -Dutflow.fuzz.encodings=a,b}
 * names the encodings. A failure names the seed and the shrunk script, which {@link Script#parse}
 * reads.
 */
@OverEncodings
class ScriptFuzzTest {
  private static final long SEED = Long.getLong("utflow.fuzz.seed", 31);
  private static final long SCRIPTS = Long.getLong("utflow.fuzz.scripts", Product.sampled(1000));
  private static final Duration BUDGET =
      Duration.ofMillis(Long.getLong("utflow.fuzz.millis", Integer.MAX_VALUE));

  @ParameterizedTest
  @EnumSource
  void holdsOfRandomScripts(Law law) {
    Fuzzer fuzzer = new Fuzzer(law, 1);
    assertThat(fuzzer.run(SEED, SCRIPTS, BUDGET)).as("after %d scripts", fuzzer.done()).isEmpty();
  }
}
