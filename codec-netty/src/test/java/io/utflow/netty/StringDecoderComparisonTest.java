/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.string.StringDecoder;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Why these handlers are: Netty's {@link StringDecoder} decodes each buffer by itself, so it reads
 * the same text only where no character was cut, and takes the byte order of the first buffer for
 * none of the others.
 */
class StringDecoderComparisonTest extends HandlerTest {
  @ParameterizedTest
  @CsvSource({
    "UTF-8,    € in two parts,          E2 82 | AC,              \u20AC,       \uFFFD\uFFFD",
    "UTF-8,    😀 in two parts,         F0 9F | 98 80,           \uD83D\uDE00, \uFFFD\uFFFD\uFFFD",
    "UTF-8,    é between two letters,   61 C3 | A9 62,           a\u00E9b,     a\uFFFD\uFFFDb",
    "UTF-16BE, a code unit in two,      00 | 41 00 42,           AB,           \uFFFD\u4100\uFFFD",
    "UTF-16LE, a surrogate pair in two, 3D D8 | 00 DE,           \uD83D\uDE00, \uFFFD\uFFFD",
    "UTF-16,   little-endian by mark,   FF FE 41 00 | 42 00,     AB,           A\u4200",
    "UTF-8,    € whole,                 41 | E2 82 AC,           A\u20AC,      A\u20AC",
  })
  void decodedBufferByBuffer(
      String encoding, String what, String pieces, String text, String incumbent) {
    TextEncoding utflow = TextEncoding.forName(encoding);
    assertThat(received(new TextStreamDecoder(utflow), pieces)).as(what).isEqualTo(text);
    Charset charset = Charset.forName(encoding);
    assertThat(received(new StringDecoder(charset), pieces)).as(what).isEqualTo(incumbent);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7"})
  void aTextInPieces(int length) {
    byte[] bytes = Samples.utf8(Samples.TEXT);
    StringBuilder pieces = new StringBuilder();
    for (int i = 0; i < bytes.length; i++) {
      pieces.append(i > 0 && i % length == 0 ? "|" : "").append(String.format("%02X", bytes[i]));
    }
    assertThat(received(new TextStreamDecoder(TextEncoding.UTF_8), pieces.toString()))
        .isEqualTo(Samples.TEXT);
    assertThat(received(new StringDecoder(StandardCharsets.UTF_8), pieces.toString()))
        .isNotEqualTo(Samples.TEXT);
  }

  private String received(ChannelHandler decoder, String pieces) {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(decoder, recorder);
    for (String piece : pieces.split("\\|")) {
      channel.writeInbound(buffers.ofHex(piece));
    }
    channel.finish();
    return recorder.text();
  }
}
