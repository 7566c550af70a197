/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import io.utflow.codec.testing.ByteOutcome;
import io.utflow.codec.testing.EncodeSurface;
import io.utflow.codec.testing.TranscodeSurface;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The handlers that write, as ways through the library from pieces to bytes. */
final class OutboundSurfaces {
  private OutboundSurfaces() {}

  /** Each piece is a message; the end is the close of the channel. */
  static EncodeSurface encoder() {
    return (spec, pieces) -> run(new TextStreamEncoder(spec), pieces, piece -> piece);
  }

  /** The same by a stage of the user's own. */
  static EncodeSurface stageEncoder() {
    return (spec, pieces) -> run(EncoderTest.overStage(spec), pieces, piece -> piece);
  }

  static TranscodeSurface transcoder(Function<byte[], ByteBuf> buffers) {
    return (from, to, pieces) ->
        run(new TextStreamOutboundTranscoder(from, to), pieces, buffers::apply);
  }

  /** The way in, for comparison: what is received, and the end of the channel. */
  static TranscodeSurface receiver(Function<byte[], ByteBuf> buffers) {
    return (from, to, pieces) -> {
      Recorder recorder = new Recorder();
      EmbeddedChannel channel = new EmbeddedChannel(new TextStreamTranscoder(from, to), recorder);
      return ByteOutcome.record(
          pieces,
          (piece, bytes) -> {
            if (piece == null) {
              channel.finish();
            } else {
              channel.writeInbound(buffers.apply(piece));
            }
            List<Object> events = recorder.take();
            for (Object event : events) {
              if (event instanceof Recorder.Bytes output) {
                bytes.accept(Samples.hex(output.hex()));
              }
            }
            throwFirst(events);
          });
    };
  }

  private static <P> ByteOutcome run(
      ChannelHandler handler, List<P> pieces, Function<P, Object> messages) {
    Recorder recorder = new Recorder();
    EmbeddedChannel channel = new EmbeddedChannel(handler, recorder);
    ByteOutcome outcome =
        ByteOutcome.record(
            pieces,
            (piece, bytes) -> {
              ChannelFuture done =
                  piece == null ? channel.close() : channel.writeAndFlush(messages.apply(piece));
              channel.runPendingTasks();
              readOutbound(channel, bytes);
              if (!done.isSuccess()) {
                throw causeOf(done.cause());
              }
              throwFirst(recorder.take());
            });
    channel.finishAndReleaseAll();
    return outcome;
  }

  /** An empty buffer is no output: it carries the promise of a message that yields nothing. */
  private static void readOutbound(EmbeddedChannel channel, Consumer<byte[]> bytes) {
    ByteBuf output;
    while ((output = channel.readOutbound()) != null) {
      if (output.isReadable()) {
        bytes.accept(ByteBufUtil.getBytes(output));
      }
      output.release();
    }
  }

  private static void throwFirst(List<Object> events) throws Throwable {
    for (Object event : events) {
      if (event instanceof Throwable error) {
        throw causeOf(error);
      }
    }
  }

  static Throwable causeOf(@Nullable Throwable wrapped) {
    if (!(wrapped instanceof CodecException) || wrapped.getCause() == null) {
      throw new AssertionError("not wrapped as a handler should: " + wrapped, wrapped);
    }
    return wrapped.getCause();
  }

  static ByteBuf heap(byte[] bytes) {
    return Unpooled.wrappedBuffer(bytes);
  }
}
