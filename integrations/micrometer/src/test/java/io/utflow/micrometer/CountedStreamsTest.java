/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.netty.TextStreamEncoder;
import io.utflow.reactor.ByteArrayText;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** Through the adapters: a pipeline and a Flux, however the bytes were cut. */
class CountedStreamsTest {
  /** 13 bytes, 9 code units with the replacements of two ill-formed sequences. */
  private static final byte[] BYTES =
      ByteBuffer.allocate(13)
          .put("a😀\né".getBytes(UTF_8))
          .put((byte) 0xFF)
          .put("b\n".getBytes(UTF_8))
          .put((byte) 0xE2)
          .put((byte) 0x82)
          .array();

  private static final Map<String, Long> DECODED =
      Map.of(
          "utflow.bytes decode UTF-8", 13L,
          "utflow.chars decode UTF-8", 9L,
          "utflow.ill.formed decode UTF-8 INVALID_BYTE", 1L,
          "utflow.ill.formed decode UTF-8 TRUNCATED", 1L);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final UtflowMeters meters = UtflowMeters.of(registry);

  static List<List<byte[]>> cuts() {
    return Cuts.hostile(BYTES);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void handlersAreCounted(List<byte[]> pieces) {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8));
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(spec));
    pieces.forEach(piece -> channel.writeInbound(Unpooled.wrappedBuffer(piece)));
    channel.finishAndReleaseAll();
    assertThat(Counted.in(registry)).isEqualTo(DECODED);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void operatorsAreCounted(List<byte[]> pieces) {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8));
    Flux.fromIterable(pieces).transform(ByteArrayText.decode(spec)).blockLast();
    assertThat(Counted.in(registry)).isEqualTo(DECODED);
  }

  /** Terminators are read, but are no part of a line. */
  @ParameterizedTest
  @MethodSource("cuts")
  void linesAreCounted(List<byte[]> pieces) {
    DecoderSpec spec = meters.decoding(DecoderSpec.of(UTF_8));
    LineSpec lines = LineSpec.of(LineBreaks.LF_OR_CRLF);
    Flux.fromIterable(pieces).transform(ByteArrayText.lines(spec, lines)).blockLast();
    assertThat(Counted.in(registry))
        .containsEntry("utflow.bytes decode UTF-8", 13L)
        .containsEntry("utflow.chars decode UTF-8", 7L)
        .containsEntry("utflow.ill.formed decode UTF-8 TRUNCATED", 1L);
  }

  @Test
  void whatIsWrittenIsCounted() {
    EncoderSpec spec = meters.encoding(EncoderSpec.of(UTF_8));
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamEncoder(spec));
    channel.writeOutbound("a\uD83D", "\uDE00é");
    int written = 0;
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      written += out.readableBytes();
      out.release();
    }
    channel.finishAndReleaseAll();
    assertThat(written).isEqualTo(7);
    assertThat(Counted.in(registry))
        .isEqualTo(Map.of("utflow.bytes encode UTF-8", 7L, "utflow.chars encode UTF-8", 4L));
  }
}
