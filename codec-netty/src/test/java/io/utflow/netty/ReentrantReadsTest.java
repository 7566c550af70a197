/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static io.utflow.netty.Recorder.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flow.FlowControlHandler;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that reads from within {@code channelRead} gets all of it, in order. */
class ReentrantReadsTest extends HandlerTest {
  private static final Map<String, Supplier<ChannelHandler>> DECODERS =
      Map.of(
          "text", () -> new TextStreamDecoder(TextEncoding.UTF_8),
          "lines", () -> new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF),
          "bytes",
              () ->
                  new TextStreamTranscoder(
                      DecoderSpec.of(TextEncoding.UTF_8), EncoderSpec.of(TextEncoding.UTF_8)),
          "valid", () -> new TextStreamValidator(TextEncoding.UTF_8));

  /** Asks for the next message while it receives one. */
  private static final class Reader extends Recorder {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      super.channelRead(ctx, message);
      ctx.read();
    }
  }

  /** Frames, most of them empty, that are taken one by one out of a queue. */
  private ByteBuf frames(int emptyOnes) {
    ByteBuf frames = buffers.ofHex("00 02 61 0A");
    frames.writeZero(2 * emptyOnes);
    return frames.writeShort(2).writeByte('b').writeByte('\n');
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 10_000})
  void emptyFramesOfAPeerStopNothing(int emptyOnes) {
    DECODERS.forEach(
        (name, decoder) -> {
          if (name.equals("valid") && emptyOnes > 100) {
            // It passes empty buffers on, and each is received within the one before.
            return;
          }
          Reader reader = new Reader();
          EmbeddedChannel channel = new EmbeddedChannel();
          channel.config().setAutoRead(false);
          channel
              .pipeline()
              .addLast(
                  new LengthFieldBasedFrameDecoder(Short.MAX_VALUE, 0, 2, 0, 2),
                  new FlowControlHandler(),
                  decoder.get(),
                  reader);
          channel.writeInbound(frames(emptyOnes));
          assertThat(reader.events()).as(name).isEmpty();
          channel.pipeline().lastContext().read();
          channel.finish();
          assertThat(reader.strings().isEmpty() ? reader.hex() : reader.text())
              .as(name)
              .isIn("ab", "a\nb\n", "610a620a");
          assertThat(reader.events()).as(name).endsWith(INACTIVE);
          assertThat(reader.errors()).as(name).isEmpty();
        });
  }

  @Test
  void anEmptyBufferStopsNothing() {
    assertGoesOnBehind("");
  }

  private void assertGoesOnBehind(String hex) {
    DECODERS.forEach(
        (name, decoder) -> {
          Recorder recorder =
              new Recorder()
                  .onFirstRead(
                      (ctx, first) -> {
                        ctx.pipeline().fireChannelRead(buffers.ofHex(hex));
                        ctx.pipeline().fireChannelRead(buffers.ofHex("62 0A"));
                      });
          EmbeddedChannel channel = new EmbeddedChannel(decoder.get(), recorder);
          channel.writeInbound(buffers.ofHex("61 0A"));
          channel.writeInbound(buffers.ofHex("63 0A"));
          buffers.assertAllReleased();
          channel.finish();
          assertThat(recorder.strings().isEmpty() ? recorder.hex() : recorder.text())
              .as(name)
              .isIn("abc", "a\nb\nc\n", "610a620a630a");
        });
  }

  @Test
  void aMessageOfAnotherKindStopsNothingAndKeepsItsPlace() {
    DECODERS.forEach(
        (name, decoder) -> {
          Recorder recorder =
              new Recorder()
                  .onFirstRead(
                      (ctx, first) -> {
                        ctx.pipeline().fireChannelRead(7);
                        ctx.pipeline().fireChannelRead(buffers.ofHex("62 0A"));
                        ctx.pipeline().fireChannelRead(8);
                      });
          EmbeddedChannel channel = new EmbeddedChannel(decoder.get(), recorder);
          channel.writeInbound(buffers.ofHex("61 0A"));
          channel.writeInbound(buffers.ofHex("63 0A"));
          channel.finish();
          List<Object> events = recorder.events();
          assertThat(events).as(name).hasSize(6);
          assertThat(List.of(events.get(1), events.get(3))).as(name).containsExactly(7, 8);
          buffers.assertAllReleased();
        });
  }
}
