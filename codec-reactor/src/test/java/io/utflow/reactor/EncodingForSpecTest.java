/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.RecordSpec;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** What takes a DecoderSpec takes a TextEncoding in its place. */
class EncodingForSpecTest {
  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.of(
          TextEncoding.class,
          TextEncoding.UTF_8,
          LineBreaks.class,
          LineBreaks.ANY,
          LineSpec.class,
          LineSpec.of(LineBreaks.ANY),
          RecordSpec.class,
          RecordSpec.delimitedBy("|"),
          String[].class,
          new String[] {"|"},
          int.class,
          100);

  @ParameterizedTest
  @ValueSource(
      classes = {
        ByteArrayText.class,
        ByteBufText.class,
        ByteBufferText.class,
        DataBufferText.class
      })
  void anEncodingGoesWhereASpecGoes(Class<?> facade) throws ReflectiveOperationException {
    int methods = 0;
    for (Method method : facade.getMethods()) {
      Class<?>[] types = method.getParameterTypes();
      // Those with an allocator or a factory are in FacadesTest.
      boolean isCommon = ARGUMENTS.keySet().containsAll(List.of(types));
      if (isCommon && types.length > 0 && types[0] == TextEncoding.class) {
        methods++;
        Object[] arguments = Arrays.stream(types).map(ARGUMENTS::get).toArray();
        assertThat(method.invoke(null, arguments)).as("%s", method).isNotNull();
      }
    }
    assertThat(methods).isEqualTo(11);
  }

  @Test
  void recordsByDelimiters() {
    Flux<byte[]> bytes = Flux.just("a|b\u20AC".getBytes(StandardCharsets.UTF_8));
    assertThat(
            bytes.transform(ByteArrayText.records(TextEncoding.UTF_8, "|")).collectList().block())
        .containsExactly("a", "b\u20AC");
  }
}
