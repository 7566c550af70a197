/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.codec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.utflow.codec.BomPolicy;
import io.utflow.codec.CoderStatus;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.kernel.KernelSet;
import io.utflow.codec.kernel.choice.KernelSwitch;
import io.utflow.codec.kernel.choice.Kernels;
import io.utflow.codec.testing.BufferKind;
import io.utflow.codec.testing.CoreSurfaces;
import io.utflow.codec.testing.Cuts;
import io.utflow.codec.testing.PolicyCase;
import io.utflow.codec.testing.ReferenceEncoder;
import io.utflow.codec.testing.StreamCheck;
import io.utflow.codec.testing.TextSamples;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A decoder that has read long ASCII expects more, and meets other text. */
class ExpectedAsciiTest {
  private static final int LONG = 2000;

  private final KernelSet before = Kernels.chosen();

  static Iterable<KernelSet> sets() {
    return Kernels.available();
  }

  @AfterEach
  void restore() {
    KernelSwitch.use(before);
  }

  /** All laws of a stream of long ASCII and other text in turns, cut at any places. */
  @ParameterizedTest
  @MethodSource("sets")
  void otherTextBehindAsciiIsDecodedAsWell(KernelSet set) {
    KernelSwitch.use(set);
    TextSamples samples = new TextSamples(19);
    for (PolicyCase policy : PolicyCase.ALL) {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      for (int i = 0; i < 4; i++) {
        stream.writeBytes(
            "a"
                .repeat(2 * LONG + samples.random().nextInt(LONG))
                .getBytes(StandardCharsets.US_ASCII));
        byte[] other = ReferenceEncoder.encode(TextEncoding.UTF_8, samples.text(LONG));
        stream.writeBytes(i % 2 == 0 ? other : samples.damaged(other));
      }
      byte[] bytes = stream.toByteArray();
      new StreamCheck(TextEncoding.UTF_8, BomPolicy.PER_ENCODING, policy, bytes.length, bytes)
          .run(
              CoreSurfaces.charBuffer(BufferKind.HEAP, false),
              Cuts.every(bytes, LONG + samples.random().nextInt(LONG)),
              false);
    }
  }

  /** Where there is no room for all of it. */
  @ParameterizedTest
  @MethodSource("sets")
  void asciiThatHasNoRoomStaysInTheInput(KernelSet set) {
    KernelSwitch.use(set);
    Decoder decoder = new Decoder(DecoderSpec.of(TextEncoding.UTF_8));
    byte[] ascii = "a".repeat(LONG).getBytes(StandardCharsets.US_ASCII);
    for (int room = LONG; room > LONG / 2; room -= 97) {
      ByteBuffer in = ByteBuffer.wrap(ascii);
      CharBuffer out = CharBuffer.allocate(room);
      CoderStatus status = decoder.decode(in, out, false);
      assertThat(status).isEqualTo(room < LONG ? CoderStatus.OVERFLOW : CoderStatus.UNDERFLOW);
      assertThat(in.position()).isEqualTo(room);
      assertThat(out.flip().toString()).isEqualTo("a".repeat(room));
    }
  }
}
