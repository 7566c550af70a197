/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.RecordSpec;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A handler made with a charset reads and writes as one made with its encoding. */
class CharsetConstructorsTest {
  private static final Map<Charset, TextEncoding> SAME =
      Map.of(
          StandardCharsets.UTF_8, TextEncoding.UTF_8,
          StandardCharsets.UTF_16LE, TextEncoding.UTF_16LE);

  @Test
  void decodersReadIt() {
    List<Function<Charset, StageDecoder<String>>> decoders =
        List.of(
            TextStreamDecoder::new,
            charset -> new TextLineDecoder(charset, LineBreaks.LF_OR_CRLF),
            charset -> new TextRecordDecoder(charset, RecordSpec.delimitedBy(";")));
    for (Function<Charset, StageDecoder<String>> decoder : decoders) {
      SAME.forEach(
          (charset, encoding) ->
              assertThat(decoder.apply(charset).resolvedEncoding())
                  .isEqualTo(Optional.of(encoding)));
      assertThatNullPointerException().isThrownBy(() -> decoder.apply(null));
    }
  }

  @Test
  void theEncoderWritesIt() {
    SAME.keySet()
        .forEach(
            charset ->
                assertThat(sent(new TextStreamEncoder(charset), "\u00E9"))
                    .isEqualTo("\u00E9".getBytes(charset)));
  }

  @Test
  void theValidatorReadsIt() {
    EmbeddedChannel channel =
        new EmbeddedChannel(new TextStreamValidator(StandardCharsets.UTF_16LE));
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0x41, (byte) 0xFF}));
    ByteBuf passed = channel.readInbound();
    assertThat(passed.readableBytes()).isEqualTo(2);
    passed.release();
    channel.finishAndReleaseAll();
  }

  private static byte[] sent(ChannelHandler handler, String text) {
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    channel.writeOutbound(text);
    ByteBuf bytes = channel.readOutbound();
    try {
      return ByteBufUtil.getBytes(bytes);
    } finally {
      bytes.release();
      channel.finishAndReleaseAll();
    }
  }
}
