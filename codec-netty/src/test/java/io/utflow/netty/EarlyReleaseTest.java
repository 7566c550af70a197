/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who forgets to retain a buffer is told what to do. */
class EarlyReleaseTest extends DecoderTest {
  private static List<ChannelHandler> handlers() {
    return List.of(
        new TextStreamDecoder(UTF_8),
        new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF),
        new TextStreamTranscoder(UTF_8, EncoderSpec.of(TextEncoding.UTF_16)),
        new TextStreamValidator(UTF_8));
  }

  private static void assertHelps(Throwable failure) {
    assertThat(failure.getCause())
        .isInstanceOf(IllegalReferenceCountException.class)
        .hasMessageContaining("retain()");
  }

  @ParameterizedTest
  @EnumSource
  void aBufferThatWasReleasedFailsTheStream(Buffers.Kind kind) {
    for (ChannelHandler handler : handlers()) {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(handler, recorder);
      ByteBuf released = buffers.of(kind, Samples.hex("61 0A"));
      released.release();
      channel.pipeline().fireChannelRead(released);
      channel.writeInbound(buffers.of(kind, Samples.hex("62 0A")));
      channel.finish();
      assertThat(recorder.events()).containsExactly(recorder.errors().get(0), Recorder.INACTIVE);
      assertThat(recorder.errors().get(0)).isInstanceOf(DecoderException.class);
      assertHelps(recorder.errors().get(0));
      buffers.assertAllReleased();
    }
  }

  @Test
  void soDoesOneThatIsReleasedWhileItWaits() {
    ByteBuf second = buffers.ofHex("62 0A");
    Recorder recorder =
        new Recorder()
            .onFirstRead(
                (ctx, first) -> {
                  ctx.pipeline().fireChannelRead(second);
                  second.release();
                });
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(UTF_8), recorder);
    channel.writeInbound(buffers.ofHex("61"));
    channel.finish();
    assertThat(recorder.events()).containsExactly("a", recorder.errors().get(0), Recorder.INACTIVE);
    assertHelps(recorder.errors().get(0));
  }

  /** A buffer that throws when it is released, as one of a broken pool. */
  private static final class Unreleasable extends UnpooledHeapByteBuf {
    Unreleasable(String text) {
      super(UnpooledByteBufAllocator.DEFAULT, 16, 16);
      writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    protected void deallocate() {
      super.deallocate();
      throw new IllegalStateException("not released");
    }
  }

  /** What is behind it is still received, in its order, and the end too. */
  @Test
  void aBufferThatCannotBeReleasedFailsTheStreamAndHidesNothing() {
    ByteBuf second = buffers.ofHex("62 0A");
    Recorder recorder =
        new Recorder()
            .onFirstRead(
                (ctx, first) -> {
                  ctx.pipeline().fireChannelRead(second);
                  ctx.pipeline().fireChannelRead("passes");
                });
    EmbeddedChannel channel = new EmbeddedChannel(new TextStreamDecoder(UTF_8), recorder);
    channel.pipeline().fireChannelRead(new Unreleasable("a"));
    assertThat(recorder.errors()).hasSize(1);
    assertThat(recorder.errors().get(0))
        .isInstanceOf(DecoderException.class)
        .hasRootCauseMessage("not released");
    assertThat(recorder.events()).containsExactly("a", recorder.errors().get(0), "passes");
    assertThat(second.refCnt()).isZero();
    channel.finish();
    assertThat(recorder.events()).endsWith(Recorder.INACTIVE);
  }

  /** The text of a message goes out though its frame cannot be released; so does the end. */
  @Test
  void aFrameThatCannotBeReleasedHidesNothing() {
    for (boolean ends : new boolean[] {true, false}) {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(new WebSocketTextDecoder(), recorder);
      channel.writeInbound(new TextWebSocketFrame(ends, 0, new Unreleasable("a")));
      assertThat(recorder.errors()).hasSize(1);
      assertThat(recorder.errors().get(0)).hasRootCauseMessage("not released");
      assertThat(recorder.events())
          .startsWith(new WebSocketText("a", ends), recorder.errors().get(0));
      channel.finishAndReleaseAll();
      assertThat(recorder.events()).endsWith(Recorder.INACTIVE);
    }
  }

  @Test
  void onTheWayOutThePromiseSaysSo() {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new TextStreamOutboundTranscoder(UTF_8, EncoderSpec.of(TextEncoding.UTF_16)));
    ByteBuf released = buffers.ofHex("61");
    released.release();
    Throwable cause = channel.writeAndFlush(released).cause();
    assertThat(cause).isInstanceOf(EncoderException.class);
    assertHelps(cause);
    channel.finishAndReleaseAll();
  }
}
