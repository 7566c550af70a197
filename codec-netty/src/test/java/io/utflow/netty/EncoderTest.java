/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.util.function.Function;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What tests of the encoder share; a stage of the user's own that encodes must be no other. */
@ParameterizedClass
@EnumSource
abstract class EncoderTest extends HandlerTest {
  /** A handler that encodes text. */
  enum Encoder {
    TEXT(TextStreamEncoder::new),
    STAGE(EncoderTest::overStage);

    private final Function<EncoderSpec, ChannelHandler> maker;

    Encoder(Function<EncoderSpec, ChannelHandler> maker) {
      this.maker = maker;
    }

    ChannelHandler of(EncoderSpec spec) {
      return maker.apply(spec);
    }
  }

  static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);
  static final EncoderSpec REPORTING = UTF_8.onMalformed(MalformedPolicy.REPORT);
  static final String REPLACEMENT = "efbfbd";

  @Parameter Encoder encoder;

  final Sent sent = new Sent();

  final EmbeddedChannel channel(EncoderSpec spec) {
    return new EmbeddedChannel(sent, encoder.of(spec), recorder);
  }

  /** The handler behind {@link #sent}. */
  static void removeEncoder(EmbeddedChannel channel) {
    channel.pipeline().remove(OutboundStage.class);
  }

  static ChannelHandler overStage(EncoderSpec spec) {
    return new StageEncoder<>(CharSequence.class, buffers -> Stages.encode(spec, buffers));
  }
}
