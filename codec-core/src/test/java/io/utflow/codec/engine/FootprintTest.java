/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextDecoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextValidator;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.ClassLayout;

/** Law L4: a decoder at rest is small and owns no arrays. */
@Tag("whole")
class FootprintTest {
  private static final long MOST_BYTES = 96;
  private static final long A_MILLION_BYTES = 100_000_000;

  static {
    // Specs hold records, whose fields JOL finds in this way only.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void anIdleDecoderRetainsNoMoreThanItself(TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(encoding).observer(sequence -> {});
    TextDecoder one = used(spec, encoding);
    TextDecoder other = used(spec, encoding);
    assertThat(one.pendingBytes()).isPositive();
    assertThat(1_000_000 * retained(one, other)).isLessThan(A_MILLION_BYTES);
    assertThat(retained(one, other)).isLessThanOrEqualTo(MOST_BYTES);
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void anIdleValidatorRetainsNoMoreThanItself(TextEncoding encoding) {
    DecoderSpec spec = DecoderSpec.of(encoding);
    TextValidator one = spec.newValidator();
    TextValidator other = spec.newValidator();
    byte[] bytes = ReferenceEncoder.encode(encoding, new TextSamples(9).text(20_000));
    one.validate(BufferKind.DIRECT.of(bytes), false);
    other.validate(BufferKind.DIRECT.of(bytes), false);
    assertThat(retained(one, other)).isLessThanOrEqualTo(MOST_BYTES);
  }

  /** A decoder that has decoded through every window, replaced something, and carries bytes. */
  private static TextDecoder used(DecoderSpec spec, TextEncoding encoding) {
    TextDecoder decoder = spec.newDecoder();
    TextSamples samples = new TextSamples(9);
    byte[] bytes = samples.damaged(ReferenceEncoder.encode(encoding, "A" + samples.text(20_000)));
    decoder.decode(BufferKind.DIRECT.of(bytes), false);
    decoder.decode(BufferKind.HEAP.of(bytes), false);
    decoder.takePending();
    byte[] pair = ReferenceEncoder.encode(encoding, 0x10000);
    decoder.decode(BufferKind.HEAP.of(Arrays.copyOf(pair, 3)), false);
    return decoder;
  }

  /**
   * What {@code one} retains alone: itself, if everything it refers to it shares with {@code
   * other}, as they share the spec, encodings and states.
   */
  private static long retained(Object one, Object other) {
    for (Class<?> type = one.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          assertThat(valueOf(field, one)).as("%s", field).isSameAs(valueOf(field, other));
        }
      }
    }
    return ClassLayout.parseInstance(one).instanceSize();
  }

  private static @Nullable Object valueOf(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
