/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.guided.Corpus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The laws hold of the inputs that were found; {@code -P jazzer} looks for others. */
class GuardFuzzTest {
  @Test
  void holdsOfTheCorpus() {
    List<byte[]> corpus = Corpus.of(GuardFuzz.class);
    assertThat(corpus).isNotEmpty();
    corpus.forEach(GuardFuzz::fuzzerTestOneInput);
  }
}
