/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Encodings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How large the buffers are that stages ask for, after input that became nothing. */
class OutputEstimateTest {
  private static final int LONG = 1 << 16;

  static List<TextEncoding> targets() {
    return Encodings.ALL;
  }

  private static ByteStage<ByteBuffer> skipping(TextEncoding target) {
    return Stages.transcode(
        DecoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.SKIP),
        EncoderSpec.of(target),
        OutputBuffers.onHeap());
  }

  /** {@code length} bytes that are in no UTF-8 text, and a character in front. */
  private static byte[] leftOut(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xFF);
    bytes[0] = 'A';
    return bytes;
  }

  private static byte[] ascii(int length) {
    return "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
  }

  private static List<ByteBuffer> outputs(Stage<ByteBuffer, ByteBuffer> stage, byte[] input) {
    List<ByteBuffer> outputs = new ArrayList<>();
    stage.offer(ByteBuffer.wrap(input));
    ByteBuffer output;
    while ((output = stage.poll()) != null) {
      outputs.add(output);
    }
    return outputs;
  }

  private static int bytes(List<ByteBuffer> outputs) {
    return outputs.stream().mapToInt(ByteBuffer::remaining).sum();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void textBehindInputThatWasLeftOutFillsWholeBuffers(TextEncoding target) {
    ByteStage<ByteBuffer> stage = skipping(target);
    outputs(stage, "A".getBytes(StandardCharsets.US_ASCII));
    assertThat(outputs(stage, leftOut(LONG))).hasSize(1);
    List<ByteBuffer> outputs = outputs(stage, ascii(LONG));
    int pieceLength = EncoderSpec.of(target).pieceBytes();
    assertThat(outputs).hasSizeLessThanOrEqualTo(bytes(outputs) / pieceLength + 1);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void shorterInputsNeedFewBuffersAgainAtOnce(TextEncoding target) {
    ByteStage<ByteBuffer> stage = skipping(target);
    outputs(stage, leftOut(LONG));
    assertThat(outputs(stage, ascii(1000))).hasSizeLessThanOrEqualTo(2);
    assertThat(outputs(stage, ascii(1000))).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void buffersForInputThatIsMostlyLeftOutAreSmallerThanIt(TextEncoding target) {
    ByteStage<ByteBuffer> stage = skipping(target);
    outputs(stage, leftOut(1000));
    for (int i = 0; i < 10; i++) {
      List<ByteBuffer> outputs = outputs(stage, leftOut(1000));
      assertThat(outputs).singleElement().matches(buffer -> buffer.capacity() < 500);
    }
  }
}
