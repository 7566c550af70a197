/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.util.concurrent.Future;
import io.utflow.cli.Printable;
import io.utflow.cli.UnknownCharset;
import io.utflow.codec.TextEncoding;
import java.io.IOException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection: sends each line to the others, or executes it as a command. */
final class ChatMember extends SimpleChannelInboundHandler<String> {
  private static final String COMMANDS = "/charset NAME, /nick NAME, /quit";
  private static final int LONGEST_NAME = 24;

  private final Room room;
  private final Duration patience;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> patienceEnds;
  private String name = "";
  private boolean hasWritten;
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
    inform("Welcome. You are " + name + ". " + COMMANDS + "; anything else goes to the others.");
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
    if (!hasWritten) {
      hasWritten = true;
      LineCodec.answerInTheEncodingRead(ctx.pipeline());
    }
    if (line.startsWith("/")) {
      int space = line.indexOf(' ');
      String command = space < 0 ? line : line.substring(0, space);
      execute(command.strip(), space < 0 ? "" : line.substring(space).strip());
    } else if (!line.isBlank()) {
      room.sendToOthers(this, "<" + name + "> " + Printable.of(line));
    }
  }

  private void execute(String command, String argument) {
    switch (command) {
      case "/charset" -> switchTo(argument);
      case "/nick" -> rename(argument);
      case "/quit" -> leave("Bye.");
      default -> inform("I do not know " + Printable.of(command) + ". There are " + COMMANDS + ".");
    }
  }

  private void rename(String wish) {
    boolean isAllowed =
        !wish.isEmpty()
            && wish.length() <= LONGEST_NAME
            && wish.equals(Printable.of(wish))
            && wish.codePoints().noneMatch(c -> isMisleading(c));
    if (!isAllowed) {
      inform("A name is one word of at most " + LONGEST_NAME + " characters, without < and >.");
    } else if (room.rename(this, name, wish)) {
      name = wish;
      inform("You are " + name + ".");
    } else {
      inform("Somebody else is " + wish + ".");
    }
  }

  /** Signs of the chat itself, and characters without a shape, by which names would look alike. */
  private static boolean isMisleading(int c) {
    return c == '<'
        || c == '>'
        || Character.isWhitespace(c)
        || Character.getType(c) == Character.FORMAT;
  }

  private void switchTo(String charset) {
    try {
      TextEncoding encoding = TextEncoding.forName(charset);
      inform("From here on " + encoding + ".");
      TextEncoding written = LineCodec.switchTo(context().pipeline(), encoding);
      if (written != encoding) {
        inform(encoding + " is only read here; this is " + written + ".");
      }
    } catch (UnsupportedCharsetException e) {
      inform("That does not work: " + UnknownCharset.message(e));
    }
  }

  private void inform(String text) {
    send("* " + text);
  }

  /** Sends a line to this member. */
  void send(String line) {
    if (!leaving) {
      context().writeAndFlush(line + "\r\n");
    }
  }

  /** Whether the network has taken nearly all text that was sent to this member. */
  boolean keepsUp() {
    return context().channel().isWritable();
  }

  /** Reads from this member, or pauses. */
  void setReading(boolean reading) {
    context().channel().config().setAutoRead(reading);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (patienceEnds != null) {
      patienceEnds.cancel(false);
    }
    if (!keepsUp()) {
      patienceEnds =
          ctx.executor()
              .schedule(this::disconnectSlowReader, patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    room.updateReading();
  }

  private void disconnectSlowReader() {
    if (!leaving) {
      leave("* You do not read what is sent to you. Bye.");
      room.sendToOthers(this, "* " + name + " did not keep up and is gone.");
    }
  }

  /** Sends a last line, for whose receipt the member has the same patience as before. */
  private void leave(String lastLine) {
    send(lastLine);
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
      inform("That line was too long, and is left out.");
    } else {
      if (cause instanceof IOException) { // The connection was reset: half a line is none.
        LineCodec.dropOpenLine(ctx.pipeline());
      }
      ctx.close();
    }
  }
}
