/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The channel's allocator has no memory left, from one allocation on: who wrote is told, nothing is
 * lost of what was made before, and nothing is sent that looks whole.
 */
class OutOfMemoryTest extends HandlerTest {
  private static final EncoderSpec UTF_8 = EncoderSpec.of(TextEncoding.UTF_8);

  /** Has so many buffers. */
  private static final class Scarce extends AbstractByteBufAllocator {
    private final List<ByteBuf> made = new ArrayList<>();
    private int left;

    Scarce(int buffers) {
      left = buffers;
    }

    private ByteBuf made(Supplier<ByteBuf> maker) {
      if (left-- <= 0) {
        throw new OutOfMemoryError("no buffer is left");
      }
      ByteBuf buffer = maker.get();
      made.add(buffer);
      return buffer;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
      return made(() -> new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity));
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
      return made(() -> new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity));
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }

    void assertAllReleased() {
      assertThat(made).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
    }
  }

  /** An encoder, and what is written through it. */
  private record Writing(
      String name, Supplier<ChannelHandler> encoder, Supplier<List<Object>> messages) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Writing> writings() {
    String text = "\u00E9\uD83D\uDE00".repeat(20);
    return Stream.of(
        new Writing(
            "text", () -> new TextStreamEncoder(UTF_8.pieceBytes(16)), () -> List.of(text, text)),
        new Writing(
            "events",
            ServerSentEventEncoder::new,
            () -> List.of(ServerSentEvent.of(text), ServerSentEvent.of(text))),
        new Writing(
            "frames",
            () -> new WebSocketTextEncoder(UTF_8.pieceBytes(16)),
            () -> List.of(text, text)),
        new Writing(
            "bodies",
            () -> HttpTextEncoder.inCharset(UTF_8),
            () ->
                List.of(
                    new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK),
                    text,
                    text,
                    LastHttpContent.EMPTY_LAST_CONTENT)));
  }

  private static Throwable root(Throwable thrown) {
    return thrown.getCause() == null ? thrown : root(thrown.getCause());
  }

  /** There is memory again at its end: a part of it is missing all the same. */
  @Test
  void aBodyOfWhichTextIsMissingHasNoEnd() {
    Scarce scarce = new Scarce(1);
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(scarce);
    channel.pipeline().addLast(HttpTextEncoder.inCharset(UTF_8));
    channel.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    assertThat(channel.write("first").cause()).isNull();
    assertThat(root(channel.write("second").cause())).isInstanceOf(OutOfMemoryError.class);
    scarce.left = 10;
    for (Object later : List.of("third", LastHttpContent.EMPTY_LAST_CONTENT)) {
      assertThat(root(channel.write(later).cause())).isInstanceOf(OutOfMemoryError.class);
    }
    channel.finishAndReleaseAll();
    scarce.assertAllReleased();
  }

  @ParameterizedTest
  @MethodSource("writings")
  void whoWritesIsTold(Writing writing) {
    for (int left = 0; left < 2; left++) {
      Scarce scarce = new Scarce(left);
      EmbeddedChannel channel = new EmbeddedChannel();
      channel.config().setAllocator(scarce);
      channel.pipeline().addLast(writing.encoder().get());
      List<ChannelFuture> written = new ArrayList<>();
      for (Object message : writing.messages().get()) {
        written.add(channel.write(message));
        channel.flush();
      }
      written.removeIf(ChannelFuture::isSuccess);
      assertThat(written).isNotEmpty();
      written.forEach(
          future -> assertThat(root(future.cause())).isInstanceOf(OutOfMemoryError.class));
      channel.finishAndReleaseAll();
      scarce.assertAllReleased();
    }
  }

  /** What arrives is read by a transcoder, which has no buffer to write to. */
  @ParameterizedTest
  @MethodSource("kinds")
  void aTranscoderFailsItsStream(Buffers.Kind kind) {
    for (int left = 0; left < 4; left++) {
      Scarce scarce = new Scarce(left);
      Recorder received = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel();
      channel.config().setAllocator(scarce);
      channel
          .pipeline()
          .addLast(
              new TextStreamTranscoder(
                  DecoderSpec.of(TextEncoding.UTF_8),
                  EncoderSpec.of(TextEncoding.UTF_16BE).pieceBytes(8)),
              received);
      channel.writeInbound(buffers.of(kind, Samples.utf8("a\u00E9".repeat(20))));
      channel.writeInbound(buffers.of(kind, Samples.utf8("more")));
      channel.finish();
      assertThat(received.errors()).hasSize(1);
      assertThat(received.errors().get(0)).hasRootCauseInstanceOf(OutOfMemoryError.class);
      assertThat("006100e9".repeat(20)).startsWith(received.hex());
      scarce.assertAllReleased();
      buffers.assertAllReleased();
    }
  }

  private static Stream<Buffers.Kind> kinds() {
    return Stream.of(Buffers.Kind.HEAP, Buffers.Kind.DIRECT, Buffers.Kind.COMPOSITE);
  }
}
