/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.testing.Cuts;
import io.utflow.netty.Recorder.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A decoder and an encoder as one handler. */
class TextStreamCodecTest extends HandlerTest {
  private final TextStreamCodec codec = new TextStreamCodec(TextEncoding.UTF_8);
  private final EmbeddedChannel channel = new EmbeddedChannel(codec, recorder);

  private static String written(EmbeddedChannel channel) {
    StringBuilder hex = new StringBuilder();
    ByteBuf buffer;
    while ((buffer = channel.readOutbound()) != null) {
      hex.append(ByteBufUtil.hexDump(buffer));
      buffer.release();
    }
    return hex.toString();
  }

  @Test
  void textComesInAndGoesOutHoweverItIsCut() {
    for (List<byte[]> cut : Cuts.hostile(Samples.utf8(Samples.TEXT))) {
      cut.forEach(piece -> channel.writeInbound(buffers.of(piece)));
      assertThat(recorder.text()).isEqualTo(Samples.TEXT);
      recorder.take();
    }
    channel.writeOutbound("a\uD83D", "\uDE00b");
    assertThat(written(channel)).isEqualTo("61f09f988062");
    channel.finish();
  }

  @Test
  void theEndDecidesWhatWaitsInBothDirections() {
    channel.writeInbound(buffers.ofHex("61 E2"));
    channel.writeOutbound("\uD83D");
    channel.close();
    assertThat(recorder.events()).containsExactly("a", "\uFFFD", INACTIVE);
    assertThat(written(channel)).isEqualTo("efbfbd");
    channel.finish();
  }

  @Test
  void eachDirectionHasASpecOfItsOwn() {
    EmbeddedChannel mixed =
        new EmbeddedChannel(
            new TextStreamCodec(
                DecoderSpec.of(TextEncoding.UTF_16LE), EncoderSpec.of(TextEncoding.UTF_8)));
    mixed.writeInbound(buffers.ofHex("AC 20"));
    assertThat((String) mixed.readInbound()).isEqualTo("\u20AC");
    mixed.writeOutbound("\u20AC");
    assertThat(written(mixed)).isEqualTo("e282ac");
    EmbeddedChannel latin = new EmbeddedChannel(new TextStreamCodec(StandardCharsets.ISO_8859_1));
    latin.writeInbound(buffers.ofHex("E9"));
    assertThat((String) latin.readInbound()).isEqualTo("\u00E9");
    mixed.finish();
    latin.finish();
    channel.finish();
  }

  @Test
  void theDecoderCanBeSwitched() {
    channel.writeInbound(buffers.ofHex("61"));
    codec.decoder().switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
    channel.writeInbound(buffers.ofHex("20 AC"));
    assertThat(recorder.strings()).containsExactly("a", "\u20AC");
    assertThat(codec.decoder().resolvedEncoding()).contains(TextEncoding.UTF_16BE);
    channel.finish();
  }

  @Test
  void aRemovalHandsOnWhatWaits() {
    channel.writeInbound(buffers.ofHex("61 E2"));
    channel.writeOutbound("b\uD83D");
    channel.pipeline().remove(codec);
    channel.writeInbound(buffers.ofHex("82"));
    assertThat(recorder.events()).containsExactly("a", new Bytes("e2"), new Bytes("82"));
    assertThat(written(channel)).isEqualTo("62efbfbd");
    channel.finish();
  }

  @Test
  void beforeTlsWhatWaitsIsDropped() {
    recorder.onFirstRead(
        (ctx, text) -> assertThat(codec.decoder().discardAndRemove()).isEqualTo(2));
    channel.writeInbound(buffers.ofHex("61 E2 82"));
    assertThat(recorder.events()).containsExactly("a");
    assertThat(channel.pipeline().get(TextStreamCodec.class)).isNull();
    channel.finish();
  }

  @Test
  void linesAreCombinedByNettysOwnClass() {
    TextLineDecoder lines = new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.CRLF);
    Recorder receiver = new Recorder();
    EmbeddedChannel combined =
        new EmbeddedChannel(
            new CombinedChannelDuplexHandler<>(lines, new TextStreamEncoder(TextEncoding.UTF_8)),
            receiver);
    combined.writeInbound(buffers.of(Samples.utf8("STARTTLS\r\nEHLO")));
    assertThat(lines.discardAndRemove()).isEqualTo(4);
    combined.writeInbound(buffers.ofHex("16 03"));
    assertThat(receiver.events()).containsExactly("STARTTLS", new Bytes("1603"));
    combined.finish();
    channel.finish();
  }
}
