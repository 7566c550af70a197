/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.EncoderException;
import io.utflow.codec.BomOutput;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Text that is written in another encoding from a message on. */
class EncoderSwitchTest {
  @RegisterExtension static final EventLoops LOOPS = new EventLoops();

  private final TextStreamEncoder encoder = new TextStreamEncoder(TextEncoding.UTF_8);
  private final EmbeddedChannel channel = new EmbeddedChannel(encoder);

  private String written() {
    StringBuilder hex = new StringBuilder();
    for (ByteBuf next; (next = channel.readOutbound()) != null; next.release()) {
      hex.append(hex.isEmpty() ? "" : " ").append(ByteBufUtil.hexDump(next));
    }
    return hex.toString();
  }

  @Test
  void theMessagesToComeAreInTheNewEncoding() {
    channel.writeOutbound("\u00E9");
    encoder.switchTo(EncoderSpec.of(TextEncoding.UTF_16LE));
    channel.writeOutbound("\u00E9");
    encoder.switchTo(EncoderSpec.of(TextEncoding.forName("ISO-8859-1")));
    encoder.switchTo(EncoderSpec.of(TextEncoding.UTF_16BE).bom(BomOutput.ALWAYS));
    channel.writeOutbound("\u00E9", "a");
    assertThat(written()).isEqualTo("c3a9 e900 feff00e9 0061");
    channel.finish();
  }

  /** A pair that is cut by the switch is one character of the new encoding. */
  @Test
  void aHighSurrogateThatWaitsIsWrittenInTheNewEncoding() {
    channel.writeOutbound("a\uD83D");
    encoder.switchTo(EncoderSpec.of(TextEncoding.UTF_16BE));
    channel.writeOutbound("\uDE00");
    channel.writeOutbound("\uD83D");
    encoder.switchTo(EncoderSpec.of(TextEncoding.UTF_8));
    channel.finish();
    // The message of a high surrogate alone is an empty buffer.
    assertThat(written()).isEqualTo("61 d83dde00  efbfbd");
  }

  @Test
  void offsetsGoOnAndTheBudgetBegins() {
    List<Long> told = new ArrayList<>();
    EncoderSpec once =
        EncoderSpec.of(TextEncoding.UTF_8)
            .onMalformed(MalformedPolicy.REPLACE.atMost(1))
            .observer(sequence -> told.add(sequence.charOffset()));
    encoder.switchTo(once);
    channel.writeOutbound("ab\uDC00");
    encoder.switchTo(once);
    channel.writeOutbound("\uDC00");
    assertThat(told).containsExactly(2L, 3L);
    channel.finishAndReleaseAll();
  }

  @Test
  void whatHasEndedOrFailedOrIsAtWorkIsNotSwitched() {
    EncoderSpec next = EncoderSpec.of(TextEncoding.UTF_16BE);
    List<Throwable> refused = new ArrayList<>();
    EncoderSpec calling =
        EncoderSpec.of(TextEncoding.UTF_8)
            .observer(
                sequence -> {
                  try {
                    encoder.switchTo(next);
                  } catch (IllegalStateException e) {
                    refused.add(e);
                  }
                });
    encoder.switchTo(calling);
    channel.writeOutbound("\uDC00");
    assertThat(refused)
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessageContaining("while a message is being encoded"));
    channel.finishAndReleaseAll();
    assertThatIllegalStateException().isThrownBy(() -> encoder.switchTo(next));

    TextStreamEncoder failing =
        new TextStreamEncoder(
            EncoderSpec.of(TextEncoding.UTF_8).onMalformed(MalformedPolicy.REPORT));
    EmbeddedChannel other = new EmbeddedChannel(failing);
    assertThat(other.writeOneOutbound("\uDC00").cause()).isInstanceOf(EncoderException.class);
    assertThatIllegalStateException().isThrownBy(() -> failing.switchTo(next));
    other.finishAndReleaseAll();
  }

  @Test
  void anotherThreadCannotSwitch() {
    TextStreamEncoder elsewhere = new TextStreamEncoder(TextEncoding.UTF_8);
    Channel registered =
        new Bootstrap()
            .group(LOOPS.group())
            .channel(NioSocketChannel.class)
            .handler(elsewhere)
            .register()
            .syncUninterruptibly()
            .channel();
    EncoderSpec next = EncoderSpec.of(TextEncoding.UTF_16BE);
    registered.eventLoop().submit(() -> elsewhere.switchTo(next)).syncUninterruptibly();
    assertThatIllegalStateException()
        .isThrownBy(() -> elsewhere.switchTo(next))
        .withMessage("call this in the event loop of the channel");
    registered.close().syncUninterruptibly();
  }

  @Test
  void bothHalvesOfACodecSwitch() {
    TextStreamCodec codec = new TextStreamCodec(TextEncoding.UTF_8);
    EmbeddedChannel both = new EmbeddedChannel(codec);
    codec.decoder().switchTo(DecoderSpec.of(TextEncoding.UTF_16BE));
    codec.encoder().switchTo(EncoderSpec.of(TextEncoding.UTF_16BE));
    both.writeOutbound("a");
    ByteBuf out = both.readOutbound();
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo("0061");
    both.writeInbound(out);
    assertThat(both.<String>readInbound()).isEqualTo("a");
    both.finishAndReleaseAll();
  }
}
