/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.testing.Cuts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What tests of decoding handlers share. */
abstract class DecoderTest extends HandlerTest {
  static final DecoderSpec UTF_8 = DecoderSpec.of(TextEncoding.UTF_8);
  static final DecoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);

  static List<byte[]> singleBytesAndEmptyPieces(byte[] bytes) {
    return Cuts.withEmptyPieces(Cuts.bytewise(bytes));
  }

  static void shutDownInput(EmbeddedChannel channel) {
    channel.pipeline().fireUserEventTriggered(SHUTDOWN);
  }

  /** All that the receiver gets of a stream in these pieces. */
  final void receive(
      ChannelHandler handler, Recorder receiver, Buffers.Kind kind, List<byte[]> pieces) {
    EmbeddedChannel channel = new EmbeddedChannel(handler, receiver);
    for (byte[] piece : pieces) {
      channel.writeInbound(buffers.of(kind, piece));
    }
    channel.finish();
  }

  /** What {@code call} of a decoder throws if an observer makes it, while bytes are decoded. */
  final List<Throwable> refusals(Consumer<TextStreamDecoder> call) {
    List<Throwable> refusals = new ArrayList<>();
    TextStreamDecoder[] decoder = new TextStreamDecoder[1];
    decoder[0] =
        new TextStreamDecoder(
            UTF_8.observer(
                sequence -> {
                  try {
                    call.accept(decoder[0]);
                  } catch (IllegalStateException e) {
                    refusals.add(e);
                  }
                }));
    EmbeddedChannel channel = new EmbeddedChannel(decoder[0], recorder);
    channel.writeInbound(buffers.ofHex("FF 61"));
    assertThat(channel.pipeline().get(TextStreamDecoder.class)).isSameAs(decoder[0]);
    assertThat(recorder.text()).as("the stream goes on").isEqualTo("\uFFFDa");
    channel.finish();
    return refusals;
  }
}
