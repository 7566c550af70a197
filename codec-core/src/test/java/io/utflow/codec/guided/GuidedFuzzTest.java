/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.guided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws hold of the inputs that were found; {@code -P jazzer} looks for others. */
class GuidedFuzzTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        CodersFuzz.class,
        DetectionFuzz.class,
        EventsFuzz.class,
        FramesFuzz.class,
        LinesFuzz.class,
        NamesFuzz.class,
        PackingsFuzz.class
      })
  void holdsOfTheCorpus(Class<?> target) {
    Consumer<byte[]> law =
        data -> {
          try {
            target.getMethod("fuzzerTestOneInput", byte[].class).invoke(null, data);
          } catch (ReflectiveOperationException e) {
            throw new AssertionError(e.getCause());
          }
        };
    List<byte[]> corpus = Corpus.of(target);
    assertThat(corpus).isNotEmpty();
    for (byte[] data : corpus) {
      assertThat(Corpus.bytes(Corpus.line(data))).isEqualTo(data);
      assertThatCode(() -> law.accept(data)).as(Corpus.line(data)).doesNotThrowAnyException();
    }
  }
}
