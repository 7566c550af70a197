/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipelineException;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which messages an encoder takes, and what it makes of them. */
class TextStreamEncoderTest extends EncoderTest {
  @Test
  void aCountedMessageIsReleasedHoweverItEnds() {
    EmbeddedChannel channel = channel(REPORTING);
    List<Counted> messages =
        List.of(new Counted("a"), new Counted(""), new Counted("b\uDC00"), new Counted("too late"));
    messages.forEach(channel::writeAndFlush);
    assertThat(messages).allSatisfy(message -> assertThat(message.refCnt()).isZero());
    assertThat(sent.events()).containsExactly("61", "", "62");
    channel.finish();
  }

  @Test
  void otherMessagesPass() {
    EmbeddedChannel channel = channel(UTF_8);
    ByteBuf bytes = buffers.ofHex("00ff");
    channel.writeOutbound("a\uD83D", bytes, 7, new StringBuilder("\uDE00"));
    assertThat(sent.events()).containsExactly("61", "00ff", 7, "f09f9880");
    channel.finish();
  }

  @Test
  void oneHandlerServesOneChannel() {
    ChannelHandler handler = encoder.of(UTF_8);
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    EmbeddedChannel other = new EmbeddedChannel(DefaultChannelId.newInstance());
    assertThatThrownBy(() -> other.pipeline().addLast(handler))
        .isInstanceOf(ChannelPipelineException.class);
    channel.finish();
    other.finish();
  }

  @Test
  void aLargeMessageIsOneBuffer() {
    EmbeddedChannel channel = channel(UTF_8.pieceBytes(4));
    channel.writeOutbound("€".repeat(100_000), "a".repeat(100_000));
    assertThat(sent.events()).containsExactly("e282ac".repeat(100_000), "61".repeat(100_000));
    channel.finish();
  }

  /** Text whose memory is counted, as that of some servers' header values is. */
  private static final class Counted extends AbstractReferenceCounted implements CharSequence {
    private final String text;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      assertThat(refCnt()).isPositive();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public ReferenceCounted touch(Object hint) {
      return this;
    }

    @Override
    protected void deallocate() {}
  }
}
