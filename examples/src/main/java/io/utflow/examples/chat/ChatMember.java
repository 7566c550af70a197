package io.utflow.examples.chat;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.concurrent.Future;
import io.utflow.codec.TextEncoding;
import io.utflow.examples.Printable;
import io.utflow.examples.UnknownCharset;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection: reads lines, tells the others. */
final class ChatMember extends SimpleChannelInboundHandler<String> {
  private static final String COMMANDS = "/charset NAME, /nick NAME, /quit";
  private static final int LONGEST_NAME = 24;

  private final Room room;
  private final Duration patience;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> patienceEnds;
  private String name = "";
  private boolean heard;
  private boolean leaving;

  /**
   * @param patience how long the others wait for this member while it does not read
   */
  ChatMember(Room room, Duration patience) {
    this.room = room;
    this.patience = patience;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    name = room.enter(this);
    say("Welcome. You are " + name + ". " + COMMANDS + "; anything else goes to the others.");
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    leaving = true;
    room.leave(this, name);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, String line) {
    if (leaving) {
      return;
    }
    if (!heard) {
      heard = true;
      LineCodec.answerAsRead(ctx.pipeline());
    }
    if (line.startsWith("/")) {
      int space = line.indexOf(' ');
      String command = space < 0 ? line : line.substring(0, space);
      obey(command.strip(), space < 0 ? "" : line.substring(space).strip());
    } else if (!line.isBlank()) {
      room.tell(this, "<" + name + "> " + Printable.of(line));
    }
  }

  private void obey(String command, String argument) {
    switch (command) {
      case "/charset" -> switchTo(argument);
      case "/nick" -> rename(argument);
      case "/quit" -> leave("Bye.");
      default -> say("I do not know " + Printable.of(command) + ". There are " + COMMANDS + ".");
    }
  }

  private void rename(String wish) {
    boolean fit =
        !wish.isEmpty()
            && wish.length() <= LONGEST_NAME
            && wish.equals(Printable.of(wish))
            && wish.codePoints().noneMatch(c -> c == '<' || c == '>' || Character.isWhitespace(c));
    if (!fit) {
      say("A name is one word of at most " + LONGEST_NAME + " characters, without < and >.");
    } else if (room.rename(this, name, wish)) {
      name = wish;
      say("You are " + name + ".");
    } else {
      say("Somebody else is " + wish + ".");
    }
  }

  private void switchTo(String charset) {
    try {
      TextEncoding encoding = TextEncoding.forName(charset);
      say("From here on " + encoding + ".");
      LineCodec.of(encoding).takeOver(context().pipeline());
    } catch (UnsupportedCharsetException e) {
      say("That does not work: " + UnknownCharset.message(e));
    }
  }

  private void say(String text) {
    hear("* " + text);
  }

  /** Sends a line to this member. */
  void hear(String line) {
    if (!leaving) {
      context().writeAndFlush(line + "\r\n");
    }
  }

  /** Whether what was sent to this member has been taken by the network, but for a little. */
  boolean keepsUp() {
    return context().channel().isWritable();
  }

  void listenTo(boolean input) {
    context().channel().config().setAutoRead(input);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (patienceEnds != null) {
      patienceEnds.cancel(false);
    }
    if (!keepsUp()) {
      patienceEnds =
          ctx.executor().schedule(this::letGo, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    room.keepPace();
  }

  private void letGo() {
    if (!leaving) {
      leave("* You do not read what is sent to you. Bye.");
      room.tell(this, "* " + name + " did not keep up and is gone.");
    }
  }

  /** With a last word, for which the member has as long as the others had patience with it. */
  private void leave(String lastWord) {
    hear(lastWord);
    leaving = true;
    room.leave(this, name);
    ChannelHandlerContext ctx = context();
    ctx.writeAndFlush("").addListener(ChannelFutureListener.CLOSE);
    ctx.executor().schedule(() -> ctx.close(), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private ChannelHandlerContext context() {
    return Objects.requireNonNull(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      say("That line was too long, and is left out.");
    } else {
      ctx.close();
    }
  }
}
