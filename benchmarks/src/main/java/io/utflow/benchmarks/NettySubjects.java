/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.stage.LineSpec;
import io.utflow.netty.TextLineDecoder;
import io.utflow.netty.TextStreamDecoder;
import io.utflow.netty.TextStreamEncoder;
import java.nio.charset.Charset;

/**
 * Whole handlers, ours and Netty's, in a channel of their own. Each piece is one read, a retained
 * duplicate of a buffer that is kept, and the handler releases it; what it fires is counted.
 */
final class NettySubjects {
  private static final int LONGEST_LINE = 1 << 16;

  private NettySubjects() {}

  static Subject streamDecoder(DecoderSpec spec, BufferKind kind) {
    return inbound(kind, new TextStreamDecoder(spec));
  }

  static Subject stringDecoder(Charset charset, BufferKind kind) {
    return inbound(kind, new StringDecoder(charset));
  }

  static Subject lineDecoder(DecoderSpec spec, LineSpec lines, BufferKind kind) {
    return inbound(kind, new TextLineDecoder(spec, lines.maxChars(LONGEST_LINE)));
  }

  static Subject lineFramesAndStrings(Charset charset, BufferKind kind) {
    return inbound(kind, new LineBasedFrameDecoder(LONGEST_LINE), new StringDecoder(charset));
  }

  static Subject streamEncoder(EncoderSpec spec) {
    return outbound(new TextStreamEncoder(spec));
  }

  static Subject stringEncoder(Charset charset) {
    return outbound(new StringEncoder(charset));
  }

  static Subject bufferToString(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (byte[] piece : pieces.arrays()) {
        ByteBuf buffer = Unpooled.wrappedBuffer(piece);
        chars += buffer.toString(charset).length();
        buffer.release();
      }
      return chars;
    };
  }

  static Subject bufferToStringDirect(Charset charset) {
    return pieces -> {
      long chars = 0;
      for (ByteBuf piece : pieces.buffers(BufferKind.DIRECT)) {
        chars += piece.duplicate().toString(charset).length();
      }
      return chars;
    };
  }

  private static Subject inbound(BufferKind kind, ChannelHandler... handlers) {
    ReceivedChars received = new ReceivedChars();
    EmbeddedChannel channel = new EmbeddedChannel(handlers);
    channel.pipeline().addLast(received);
    return pieces -> {
      long before = received.total;
      for (ByteBuf piece : pieces.buffers(kind)) {
        channel.pipeline().fireChannelRead(piece.retainedDuplicate());
        channel.pipeline().fireChannelReadComplete();
      }
      channel.checkException();
      return received.total - before;
    };
  }

  private static Subject outbound(ChannelHandler handler) {
    WrittenBytes written = new WrittenBytes();
    EmbeddedChannel channel = new EmbeddedChannel(written, handler);
    return pieces -> {
      long before = written.total;
      for (String text : pieces.texts()) {
        channel.pipeline().write(text, channel.voidPromise());
      }
      channel.checkException();
      return written.total - before;
    };
  }

  /** Stands for the application. */
  private static final class ReceivedChars extends ChannelInboundHandlerAdapter {
    private long total;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      total += ((String) message).length();
    }
  }

  /** Stands for the transport, which sends every buffer at once. */
  private static final class WrittenBytes extends ChannelOutboundHandlerAdapter {
    private long total;

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      ByteBuf buffer = (ByteBuf) message;
      total += buffer.readableBytes();
      buffer.release();
      promise.trySuccess();
    }
  }
}
