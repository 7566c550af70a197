/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.testing.Cuts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A last line that has no terminator. */
class LastLineTest {
  private final Room room = new Room();

  private EmbeddedChannel enter() {
    EmbeddedChannel channel = new EmbeddedChannel();
    LineCodec.addTo(channel.pipeline());
    channel.pipeline().addLast(new ChatMember(room, Duration.ofMinutes(1)));
    channel.pipeline().fireChannelActive();
    return channel;
  }

  private static String received(EmbeddedChannel member) {
    StringBuilder text = new StringBuilder();
    for (ByteBuf bytes; (bytes = member.readOutbound()) != null; bytes.release()) {
      text.append(bytes.toString(StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /** Who closes may leave out the terminator; of a connection that is reset it is half a line. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isALineUnlessTheConnectionIsReset(boolean isReset) {
    byte[] sent = "first\r\nsecond".getBytes(StandardCharsets.UTF_8);
    for (List<byte[]> pieces : Cuts.hostile(sent)) {
      EmbeddedChannel reader = enter();
      EmbeddedChannel writer = enter();
      received(reader); // The welcome.
      pieces.forEach(piece -> writer.writeInbound(Unpooled.copiedBuffer(piece)));
      if (isReset) {
        writer.pipeline().fireExceptionCaught(new IOException("Connection reset"));
      }
      writer.finishAndReleaseAll();
      assertThat(received(reader).replaceAll("<guest[0-9]+> ", ""))
          .isEqualTo(isReset ? "first\r\n" : "first\r\nsecond\r\n");
      assertThat(writer.isOpen()).isFalse();
      reader.finishAndReleaseAll();
    }
  }
}
