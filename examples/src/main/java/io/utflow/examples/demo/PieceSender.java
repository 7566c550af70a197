/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.demo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * A client that sends bytes in the pieces it is told to, each when the receipt for the one before
 * has come back, then shuts its output down and reads the answer, text in UTF-8, to the end.
 */
final class PieceSender {
  private final EventLoopGroup group;

  PieceSender(EventLoopGroup group) {
    this.group = group;
  }

  /**
   * Sends to {@code server} when subscribed to.
   *
   * @param ends where the pieces end, ascending, the last at the end of {@code bytes}
   * @return the answer; an error if a receipt shows that a piece did not arrive as it was sent
   */
  Mono<String> send(SocketAddress server, byte[] bytes, int[] ends) {
    return Mono.create(
        sink ->
            new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new Conversation(bytes, ends, sink))
                .connect(server)
                .addListener(
                    connected -> {
                      if (!connected.isSuccess()) {
                        sink.error(connected.cause());
                      }
                    }));
  }

  private static final class Conversation extends ByteToMessageDecoder {
    private final byte[] bytes;
    private final int[] ends;
    private final MonoSink<String> answer;
    private int piece = -1;

    private Conversation(byte[] bytes, int[] ends, MonoSink<String> answer) {
      this.bytes = bytes;
      this.ends = ends;
      this.answer = answer;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      sendNext(ctx);
    }

    private void sendNext(ChannelHandlerContext ctx) {
      piece++;
      if (piece == ends.length) {
        ((SocketChannel) ctx.channel()).shutdownOutput();
      } else {
        ctx.writeAndFlush(Unpooled.wrappedBuffer(bytes, start(), ends[piece] - start()));
      }
    }

    private int start() {
      return piece == 0 ? 0 : ends[piece - 1];
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
        throws IOException {
      // After the last piece the answer follows: leave it here until it is complete.
      while (piece < ends.length && in.readableBytes() >= PieceReceipts.BYTES) {
        int sent = ends[piece] - start();
        int arrived = in.readUnsignedShort();
        if (arrived != sent) {
          throw new IOException("a piece of " + sent + " bytes arrived as " + arrived);
        }
        sendNext(ctx);
      }
    }

    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
      if (piece < ends.length) {
        answer.error(new IOException("the server closed the connection before the last piece"));
      }
      answer.success(in.readCharSequence(in.readableBytes(), StandardCharsets.UTF_8).toString());
      ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      answer.error(cause);
      ctx.close();
    }
  }
}
