/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.characters;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.cli.UnknownCharset;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.TextLineDecoder;
import java.nio.charset.UnsupportedCharsetException;
import java.util.function.UnaryOperator;

/**
 * Answers each line with the names of its characters. {@code CHARSET name} is answered with {@code
 * OK name}, and from the next byte on lines are read in that charset, even if they came in the same
 * packet as the command: {@link TextLineDecoder#switchTo} reads again the bytes that the decoder
 * has received and not read. Answers are ASCII.
 *
 * <p>While the peer does not read its answers, nothing more is read from it.
 */
final class CharsetConversation extends SimpleChannelInboundHandler<String> {
  private static final String COMMAND = "CHARSET ";

  private final UnaryOperator<DecoderSpec> counted;

  /**
   * @param counted puts counters on a spec
   */
  CharsetConversation(UnaryOperator<DecoderSpec> counted) {
    this.counted = counted;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, String line) {
    if (line.equals("QUIT")) {
      answer(ctx, "BYE");
      ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
    } else if (line.startsWith(COMMAND)) {
      switchTo(ctx, line.substring(COMMAND.length()).strip());
    } else {
      answer(ctx, CharacterNames.of(line));
    }
  }

  private void switchTo(ChannelHandlerContext ctx, String name) {
    try {
      TextEncoding encoding = TextEncoding.forName(name);
      ctx.pipeline().get(TextLineDecoder.class).switchTo(counted.apply(DecoderSpec.of(encoding)));
      answer(ctx, "OK " + encoding);
    } catch (UnsupportedCharsetException e) {
      answer(ctx, "NO " + UnknownCharset.message(e));
    }
  }

  private static void answer(ChannelHandlerContext ctx, String line) {
    ctx.write(ByteBufUtil.writeAscii(ctx.alloc(), line + "\r\n"));
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(ctx.channel().isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      answer(ctx, "NO that line is too long");
    } else {
      ctx.close();
    }
  }
}
