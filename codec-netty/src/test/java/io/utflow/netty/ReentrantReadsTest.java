/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A receiver that reads from within {@code channelRead} gets all of it, in order. */
class ReentrantReadsTest extends HandlerTest {
  static final Map<String, Supplier<ChannelHandler>> DECODERS =
      Map.of(
          "text", () -> new TextStreamDecoder(TextEncoding.UTF_8),
          "lines", () -> new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF),
          "bytes",
              () ->
                  new TextStreamTranscoder(
                      DecoderSpec.of(TextEncoding.UTF_8), EncoderSpec.of(TextEncoding.UTF_8)),
          "valid", () -> new TextStreamValidator(TextEncoding.UTF_8));

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

  /** Whoever flushes at the end of a read waits for it. */
  @Test
  void theEndOfAReadKeepsItsPlace() {
    DECODERS.forEach(
        (name, decoder) -> {
          Recorder recorder =
              new Recorder()
                  .onFirstRead(
                      (ctx, first) -> {
                        ctx.pipeline().fireChannelRead(buffers.ofHex("62 0A"));
                        ctx.pipeline().fireChannelReadComplete();
                        ctx.pipeline().fireChannelRead(buffers.ofHex("63 0A"));
                      });
          EmbeddedChannel channel = new EmbeddedChannel(decoder.get(), recorder);
          channel.writeInbound(buffers.ofHex("61 0A"));
          List<Boolean> ends =
              recorder.eventsAndReadCompletes().stream()
                  .map(event -> event == Recorder.READ_COMPLETE)
                  .toList();
          assertThat(ends).as(name).containsExactly(false, false, true, false, true);
          channel.finish();
          buffers.assertAllReleased();
        });
  }
}
