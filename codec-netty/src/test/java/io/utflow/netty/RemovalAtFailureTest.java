/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.Recorder.Bytes;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Removed by the receiver of the text before a failure, a handler hands over all behind it. */
class RemovalAtFailureTest extends DecoderTest {
  private static final List<DecoderSpec> FAILING =
      List.of(
          UTF_8.onMalformed(MalformedPolicy.REPORT),
          UTF_8.onMalformed(MalformedPolicy.handledBy(sequence -> fail())),
          UTF_8.observer(sequence -> fail()));
  private static final List<Function<DecoderSpec, ChannelHandler>> HANDLERS =
      List.of(
          TextStreamDecoder::new,
          spec -> new TextStreamTranscoder(spec, EncoderSpec.of(TextEncoding.UTF_16BE)));

  private static String fail() {
    throw new IllegalArgumentException("from an observer or handler");
  }

  @ParameterizedTest
  @EnumSource
  void theSequenceThatIsToFailIsHandedOverToo(Buffers.Kind kind) {
    for (DecoderSpec spec : FAILING) {
      for (Function<DecoderSpec, ChannelHandler> make : HANDLERS) {
        ChannelHandler handler = make.apply(spec);
        Recorder recorder = new Recorder().onFirstRead((ctx, ab) -> ctx.pipeline().remove(handler));
        EmbeddedChannel channel = new EmbeddedChannel(handler, recorder);
        channel.writeInbound(buffers.of(kind, Samples.hex("61 62 FF 63 64")));
        channel.finish();
        assertThat(recorder.events().get(0)).isIn("ab", new Bytes("00610062"));
        assertThat(recorder.events().subList(1, 3))
            .as("%s %s", handler, spec)
            .containsExactly(new Bytes("ff6364"), Recorder.INACTIVE);
        buffers.assertAllReleased();
      }
    }
  }
}
