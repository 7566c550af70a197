/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.string.StringEncoder;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Why this handler is: Netty's {@link StringEncoder} encodes each message by itself, so it loses a
 * character whose surrogates two messages share, and begins each message with a byte order mark.
 */
class StringEncoderComparisonTest {

  @ParameterizedTest
  @CsvSource({
    "UTF-8,    😀 over two messages,    a\uD83D | \uDE00b, 61f09f988062,         613f3f62",
    "UTF-16BE, 😀 over two messages,    a\uD83D | \uDE00b, 0061d83dde000062,     0061fffdfffd0062",
    "UTF-16LE, 😀 over two messages,    a\uD83D | \uDE00b, 61003dd800de6200,     6100fdfffdff6200",
    "UTF-16,   two messages,            a | b,             feff00610062,         feff0061feff0062",
    "UTF-8,    an unpaired surrogate,   a\uD83Db,          61efbfbd62,           613f62",
    "UTF-8,    a surrogate at the end,  a\uD83D,           61efbfbd,             613f",
    "UTF-8,    whole characters,        a | € | 😀,        61e282acf09f9880,     61e282acf09f9880",
  })
  void encodedMessageByMessage(
      String encoding, String what, String messages, String hex, String incumbent) {
    TextEncoding utflow = TextEncoding.forName(encoding);
    assertThat(sent(new TextStreamEncoder(utflow), messages)).as(what).isEqualTo(hex);
    Charset charset = Charset.forName(encoding);
    assertThat(sent(new StringEncoder(charset), messages)).as(what).isEqualTo(incumbent);
  }

  private static String sent(ChannelHandler encoder, String messages) {
    EmbeddedChannel channel = new EmbeddedChannel(encoder);
    for (String message : messages.split(" \\| ")) {
      channel.writeOutbound(message);
    }
    channel.finish();
    StringBuilder hex = new StringBuilder();
    ByteBuf output;
    while ((output = channel.readOutbound()) != null) {
      hex.append(ByteBufUtil.hexDump(output));
      output.release();
    }
    return hex.toString();
  }
}
