/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What takes a DecoderSpec takes a TextEncoding in its place. */
class EncodingForSpecTest {
  private static ByteBuf utf8(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  @Test
  void linesAndRecords() {
    EmbeddedChannel lines =
        new EmbeddedChannel(
            new TextLineDecoder(TextEncoding.UTF_8, LineSpec.of(LineBreaks.ANY).maxChars(9)));
    lines.writeInbound(utf8("\u20AC\n"));
    assertThat(lines.<String>readInbound()).isEqualTo("\u20AC");
    lines.finishAndReleaseAll();
    EmbeddedChannel records =
        new EmbeddedChannel(new TextRecordDecoder(TextEncoding.UTF_8, "|", "\r\n"));
    records.writeInbound(utf8("a|\u20AC\r\n"));
    assertThat(records.<String>readInbound()).isEqualTo("a");
    assertThat(records.<String>readInbound()).isEqualTo("\u20AC");
    records.finishAndReleaseAll();
  }

  @Test
  void aBoundOfLines() {
    EmbeddedChannel lines =
        new EmbeddedChannel(new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF, 3));
    lines.writeInbound(utf8("a\u20ACb\n"));
    assertThat(lines.<String>readInbound()).isEqualTo("a\u20ACb");
    assertThatThrownBy(() -> lines.writeInbound(utf8("abcd\n")))
        .isInstanceOf(TooLongFrameException.class);
    lines.finishAndReleaseAll();
  }

  @Test
  void transcoders() {
    EmbeddedChannel in =
        new EmbeddedChannel(new TextStreamTranscoder(TextEncoding.UTF_8, TextEncoding.UTF_16BE));
    in.writeInbound(utf8("a"));
    ByteBuf read = in.readInbound();
    assertThat(read.toString(StandardCharsets.UTF_16BE)).isEqualTo("a");
    read.release();
    in.finishAndReleaseAll();
    EmbeddedChannel out =
        new EmbeddedChannel(
            new TextStreamOutboundTranscoder(TextEncoding.UTF_8, TextEncoding.UTF_16BE));
    out.writeOutbound(utf8("a"));
    ByteBuf written = out.readOutbound();
    assertThat(written.toString(StandardCharsets.UTF_16BE)).isEqualTo("a");
    written.release();
    out.finishAndReleaseAll();
  }
}
