package io.utflow.examples.chat;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.TextEncoding;
import java.nio.charset.UnsupportedCharsetException;

/** One connection: reads lines, tells the others. */
final class ChatMember extends SimpleChannelInboundHandler<String> {
  private final ChannelGroup members;
  private String name = "somebody";
  private boolean heard;

  ChatMember(ChannelGroup members) {
    this.members = members;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    members.add(ctx.channel());
    say(ctx, "Welcome. /charset NAME, /nick NAME, /quit; anything else goes to the others.");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, String line) {
    if (!heard) {
      heard = true;
      LineCodec.answerAsRead(ctx.pipeline());
    }
    if (line.startsWith("/charset ")) {
      switchTo(ctx, line.substring("/charset ".length()).strip());
    } else if (line.startsWith("/nick ")) {
      String wish = line.substring("/nick ".length()).strip();
      name = wish.isEmpty() ? name : wish;
      say(ctx, "You are " + name + ".");
    } else if (line.equals("/quit")) {
      ctx.writeAndFlush("Bye.\r\n").addListener(ChannelFutureListener.CLOSE);
    } else {
      String text = "<" + name + "> " + line + "\r\n";
      // Who does not keep up misses lines: what waits for one reader must not fill the memory.
      members.writeAndFlush(text, member -> member != ctx.channel() && member.isWritable());
    }
  }

  private void switchTo(ChannelHandlerContext ctx, String charset) {
    try {
      TextEncoding encoding = TextEncoding.forName(charset);
      say(ctx, "From here on " + encoding + ".");
      LineCodec.of(encoding).takeOver(ctx.pipeline());
    } catch (UnsupportedCharsetException e) {
      say(ctx, "I do not know the charset " + e.getCharsetName() + ".");
    }
  }

  private static void say(ChannelHandlerContext ctx, String text) {
    ctx.writeAndFlush("* " + text + "\r\n");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      say(ctx, "That line was too long, and is left out.");
    } else {
      ctx.close();
    }
  }
}
