/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoder;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.TextTranscoder;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.Encodings;
import io.utflow.codec.testing.Product;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.TextSamples;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;

/**
 * Law L4: encoders and transcoders at rest are small, their writers included, and own no arrays.
 */
@Tag("whole")
class OutputFootprintTest {
  private static final long MOST_BYTES = 96;

  static {
    // Specs hold records, whose fields JOL finds in this way only.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  static List<TextEncoding> encodings() {
    return Encodings.ALL;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void anIdleEncoderRetainsNoMoreThanItselfAndItsWriter(TextEncoding encoding) {
    EncoderSpec spec = EncoderSpec.of(encoding).observer(sequence -> {});
    TextEncoder one = used(spec);
    TextEncoder other = used(spec);
    assertThat(one.pendingChars()).isPositive();
    long layout = size(Encoder.class) + size(CharacterWriter.class);
    assertThat(retained(one, other)).isEqualTo(layout).isLessThanOrEqualTo(MOST_BYTES);
  }

  private static TextEncoder used(EncoderSpec spec) {
    TextEncoder encoder = spec.newEncoder();
    String text = "\uDC00" + new TextSamples(9).text(20_000) + "\uD800";
    encoder.encode(text, 0, ByteBuffer.allocateDirect(4 * text.length() + 8), false);
    encoder.encode(text, 0, ByteBuffer.allocate(4 * text.length() + 8), false);
    return encoder;
  }

  @ParameterizedTest
  @MethodSource("encodings")
  void anIdleTranscoderRetainsNoMoreThanItselfAndItsWriter(TextEncoding encoding) {
    long layout = size(Transcoder.class) + size(CharacterWriter.class);
    TextSamples samples = new TextSamples(9);
    byte[] bytes = samples.damaged(ReferenceEncoder.encode(encoding, "A" + samples.text(20_000)));
    for (TextEncoding to : Encodings.ALL) {
      if (!Product.takes(Encodings.ALL.indexOf(encoding), Encodings.ALL.indexOf(to), 0, 3)) {
        continue;
      }
      DecoderSpec spec = DecoderSpec.of(encoding).observer(sequence -> {});
      EncoderSpec target = EncoderSpec.of(to);
      TextTranscoder one = used(spec.newTranscoder(target), encoding, bytes);
      TextTranscoder other = used(spec.newTranscoder(target), encoding, bytes);
      assertThat(one.pendingBytes()).isPositive();
      assertThat(retained(one, other)).isEqualTo(layout).isLessThanOrEqualTo(MOST_BYTES);
    }
  }

  private static TextTranscoder used(
      TextTranscoder transcoder, TextEncoding encoding, byte[] bytes) {
    transcoder.transcode(BufferKind.DIRECT.of(bytes), ByteBuffer.allocateDirect(200_000), false);
    transcoder.transcode(BufferKind.HEAP.of(bytes), ByteBuffer.allocate(200_000), false);
    transcoder.takePending();
    byte[] pair = ReferenceEncoder.encode(encoding, 0x10000);
    transcoder.transcode(BufferKind.HEAP.of(Arrays.copyOf(pair, 3)), ByteBuffer.allocate(8), false);
    return transcoder;
  }

  private static long size(Class<?> type) {
    return ClassLayout.parseClass(type).instanceSize();
  }

  /** What the second adds to the first: the spec, the encodings and states are shared. */
  private static long retained(Object one, Object other) {
    return GraphLayout.parseInstance(one, other).totalSize()
        - GraphLayout.parseInstance(one).totalSize();
  }

  @Test
  void aLongReplacementThatWaitsIsNotCopied() {
    MalformedPolicy policy = MalformedPolicy.replaceWith("x".repeat(100_000));
    EncoderSpec spec = EncoderSpec.of(TextEncoding.UTF_8).onMalformed(policy);
    assertThat(retained(waiting(spec), waiting(spec))).isLessThan(2 * MOST_BYTES);
  }

  private static TextEncoder waiting(EncoderSpec spec) {
    TextEncoder encoder = spec.newEncoder();
    assertThat(encoder.encode("\uD800a", 0, ByteBuffer.allocate(8), false))
        .isEqualTo(CoderStatus.OVERFLOW);
    return encoder;
  }
}
