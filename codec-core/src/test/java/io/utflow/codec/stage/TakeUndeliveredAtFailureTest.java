/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.BufferKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A stage that is given up before it has thrown hands over the ill-formed sequence too. */
class TakeUndeliveredAtFailureTest {
  private static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);

  /** Each fails the stream at an ill-formed sequence. */
  static List<DecoderSpec> failing(DecoderSpec spec) {
    return List.of(
        spec.onMalformed(MalformedPolicy.REPORT),
        spec.onMalformed(MalformedPolicy.REPLACE.atMost(0)),
        spec.onMalformed(MalformedPolicy.handledBy(sequence -> fail("handler"))),
        spec.observer(sequence -> fail("observer")),
        spec.onMalformed(MalformedPolicy.REPORT).observer(sequence -> fail("observer")));
  }

  private static String fail(String who) {
    throw new IllegalArgumentException("from the " + who);
  }

  static Stream<Arguments> cases() {
    return Stream.of(
            List.of("6162", "FF6364"),
            List.of("6162", "E28241"),
            List.of("6162", "F09F9841"),
            List.of("C3A9", "EDA080"),
            List.of("6162", "FF"))
        .flatMap(parts -> failing(UTF_8).stream().map(spec -> Arguments.of(parts, spec)));
  }

  private static List<ByteStage<?>> stages(DecoderSpec spec) {
    List<ByteStage<?>> stages = new ArrayList<>();
    stages.add(Stages.decode(spec));
    stages.add(Stages.decode(spec.pieceChars(2)));
    for (TextEncoding to : List.of(TextEncoding.UTF_8, TextEncoding.UTF_16BE)) {
      stages.add(Stages.transcode(spec, EncoderSpec.of(to), HeapBuffers.INSTANCE));
      stages.add(Stages.transcode(spec, EncoderSpec.of(to).pieceBytes(4), HeapBuffers.INSTANCE));
    }
    return stages;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theSequenceIsHandedOver(List<String> parts, DecoderSpec spec) {
    byte[] bytes = HexFormat.of().parseHex(parts.get(0) + parts.get(1));
    for (BufferKind kind : BufferKind.values()) {
      for (ByteStage<?> stage : stages(spec)) {
        stage.offer(kind.of(bytes));
        assertThat(stage.poll()).isNotNull();
        assertThat(HexFormat.of().withUpperCase().formatHex(stage.takeUndelivered()))
            .as("%s, %s", spec, stage)
            .isEqualTo(parts.get(1));
      }
    }
  }

  /** The text before it ends within the input that proves a pending sequence ill-formed. */
  @ParameterizedTest
  @MethodSource("cases")
  void alsoWhereTheFirstByteWasInputOfItsOwn(List<String> parts, DecoderSpec spec) {
    byte[] bytes = HexFormat.of().parseHex(parts.get(0) + parts.get(1));
    for (ByteStage<?> stage : stages(spec)) {
      stage.offer(BufferKind.HEAP.of(Arrays.copyOf(bytes, 1)));
      Object output;
      do {
        output = stage.poll();
      } while (output != null);
      stage.offer(BufferKind.HEAP.of(Arrays.copyOfRange(bytes, 1, bytes.length)));
      assertThat(stage.poll()).isNotNull();
      assertThat(HexFormat.of().withUpperCase().formatHex(stage.takeUndelivered()))
          .isEqualTo(parts.get(1));
    }
  }

  @Test
  void whatWasThrownIsNotHandedOver() {
    for (DecoderSpec spec : failing(UTF_8.bom(BomPolicy.KEEP))) {
      for (ByteStage<?> stage : stages(spec)) {
        stage.offer(BufferKind.HEAP.of(HexFormat.of().parseHex("FF41")));
        assertThatThrownBy(stage::poll).isInstanceOf(RuntimeException.class);
        assertThat(stage.takeUndelivered()).isEmpty();
      }
    }
  }
}
