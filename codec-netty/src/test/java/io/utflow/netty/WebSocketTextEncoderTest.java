/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text on the way out, as frames. */
class WebSocketTextEncoderTest {
  private static final String GRIN = "\uD83D\uDE00";
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);

  private final EmbeddedChannel channel = new EmbeddedChannel(new WebSocketTextEncoder());

  private static WebSocketText piece(String text) {
    return new WebSocketText(text, false);
  }

  private static WebSocketText last(String text) {
    return new WebSocketText(text, true);
  }

  /** What was written: T for a text frame, C for one that continues, a point where it ends. */
  private static List<String> frames(EmbeddedChannel channel) {
    List<String> frames = new ArrayList<>();
    WebSocketFrame frame;
    while ((frame = channel.readOutbound()) != null) {
      String type =
          frame instanceof TextWebSocketFrame
              ? "T"
              : frame instanceof ContinuationWebSocketFrame ? "C" : "?";
      String end = frame.isFinalFragment() ? "." : "";
      frames.add(type + ByteBufUtil.hexDump(frame.content()) + end);
      frame.release();
    }
    return frames;
  }

  @Test
  void aStringIsAMessage() {
    channel.writeOutbound("a" + GRIN, "", new StringBuilder("b"));
    assertThat(frames(channel)).containsExactly("T61f09f9880.", "T.", "T62.");
    channel.finish();
  }

  @Test
  void piecesAreFragmentsAndShareAPair() {
    channel.writeOutbound(piece("a\uD83D"), piece("\uDE00b"), piece(""), last("c"), "d");
    assertThat(frames(channel)).containsExactly("T61", "Cf09f988062", "C", "C63.", "T64.");
    channel.writeOutbound(piece("\uD83D"), last("\uDE00"));
    assertThat(frames(channel)).containsExactly("T", "Cf09f9880.");
    channel.writeOutbound(last(""));
    assertThat(frames(channel)).containsExactly("T.");
    channel.finish();
  }

  @Test
  void aSurrogateAtTheEndOfAMessageIsUnpaired() {
    channel.writeOutbound("a\uD83D", "\uDE00", piece("b\uD83D"), last(""));
    assertThat(frames(channel)).containsExactly("T61efbfbd.", "Tefbfbd.", "T62", "Cefbfbd.");
    channel.finish();
  }

  /** However long a frame may be, it ends between two characters. */
  @Test
  void aLongMessageIsSplitBetweenCharacters() {
    String text = "a\u00E9\u20AC" + GRIN.repeat(3);
    for (int length = 4; length < 30; length++) {
      EmbeddedChannel split =
          new EmbeddedChannel(new WebSocketTextEncoder(UTF_8.pieceBytes(length)), new Recorder());
      ChannelFuture done = split.writeAndFlush(text);
      assertThat(done.isSuccess()).isTrue();
      StringBuilder joined = new StringBuilder();
      WebSocketFrame frame;
      boolean ended = false;
      while ((frame = split.readOutbound()) != null) {
        assertThat(frame instanceof TextWebSocketFrame).isEqualTo(joined.length() == 0);
        assertThat(ended).isFalse();
        assertThat(frame.content().readableBytes()).isBetween(1, length);
        String part = new String(ByteBufUtil.getBytes(frame.content()), StandardCharsets.UTF_8);
        assertThat(part).doesNotContain("\uFFFD");
        joined.append(part);
        ended = frame.isFinalFragment();
        frame.release();
      }
      assertThat(ended).isTrue();
      assertThat(joined).hasToString(text);
      split.finish();
    }
  }

  @Test
  void byDefaultAFrameIsOneThatNettyReads() {
    channel.writeOutbound("a".repeat(65_536), "b".repeat(65_537));
    assertThat(frames(channel)).hasSize(3).last().isEqualTo("C62.");
    channel.finish();
  }

  @Test
  void otherMessagesPass() {
    BinaryWebSocketFrame binary = new BinaryWebSocketFrame();
    channel.writeOutbound(binary, 1);
    assertThat(channel.outboundMessages()).containsExactly(binary, 1);
    binary.release();
    channel.finish();
  }

  @Test
  void aMessageThatIsReportedIsNotSentAndLeavesOthersAlone() {
    EmbeddedChannel strict = strict(4);
    ChannelFuture bad = strict.writeAndFlush("aaaabbbb\uD83D");
    assertThat(bad.cause())
        .isInstanceOf(EncoderException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(frames(strict)).isEmpty();
    strict.writeOutbound("c");
    assertThat(frames(strict)).containsExactly("T63.");
    strict.finish();
  }

  @Test
  void behindAPieceThatIsReportedNothingIsSent() {
    EmbeddedChannel strict = strict(100);
    strict.writeOutbound(piece("a"));
    ChannelFuture bad = strict.writeAndFlush(piece("b\uDE00"));
    assertThat(bad.cause()).hasCauseInstanceOf(IllFormedTextException.class);
    ChannelFuture later = strict.writeAndFlush(last("c"));
    assertThat(later.cause().getCause())
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(IllFormedTextException.class);
    assertThat(strict.writeAndFlush("d").cause()).isInstanceOf(EncoderException.class);
    assertThat(frames(strict)).containsExactly("T61");
    strict.finish();
  }

  private static EmbeddedChannel strict(int length) {
    return new EmbeddedChannel(
        new WebSocketTextEncoder(UTF_8.onMalformed(MalformedPolicy.REPORT).pieceBytes(length)));
  }

  @Test
  void aMessageWithinAMessageIsRefused() {
    channel.writeOutbound(piece("a"));
    ChannelFuture refused = channel.writeAndFlush("b");
    assertThat(refused.cause()).rootCause().hasMessageContaining("last piece");
    channel.writeOutbound(last("c"));
    assertThat(frames(channel)).containsExactly("T61", "C63.");
    channel.finish();
  }

  @Test
  void whatAnObserverWritesIsRefused() {
    EmbeddedChannel observed = new EmbeddedChannel();
    List<ChannelFuture> within = new ArrayList<>();
    observed
        .pipeline()
        .addLast(
            new WebSocketTextEncoder(
                UTF_8.observer(bad -> within.add(observed.writeAndFlush("x")))));
    observed.writeOutbound("a\uD83D");
    assertThat(within).singleElement().satisfies(f -> assertThat(f.isSuccess()).isFalse());
    assertThat(frames(observed)).containsExactly("T61efbfbd.");
    observed.finish();
  }

  @Test
  void aRemovalDropsTheSurrogateThatWaits() {
    channel.writeOutbound(piece("a\uD83D"));
    channel.pipeline().remove(WebSocketTextEncoder.class);
    assertThat(frames(channel)).containsExactly("T61");
    channel.finish();
  }

  @Test
  void onlyUtf8IsTaken() {
    EncoderSpec utf16 = EncoderSpec.of(TextEncoding.UTF_16);
    assertThatThrownBy(() -> new WebSocketTextEncoder(utf16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TextEncoding.UTF_8");
  }

  /** Whoever configures a channel to use an allocator of its own finds its buffers there. */
  @Test
  void theBuffersAreOfTheAllocatorOfTheChannel() {
    UnpooledByteBufAllocator own = new UnpooledByteBufAllocator(false);
    EmbeddedChannel configured = new EmbeddedChannel();
    configured.config().setAllocator(own);
    configured.pipeline().addLast(new WebSocketTextEncoder());
    configured.writeOutbound("a", piece("b"), last("c"));
    for (WebSocketFrame frame; (frame = configured.readOutbound()) != null; ) {
      assertThat(frame.content().alloc()).isSameAs(own);
      frame.release();
    }
    assertThat(own.metric().usedHeapMemory() + own.metric().usedDirectMemory()).isZero();
    configured.finish();
    channel.finish();
  }
}
