package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.MessageToByteEncoder;
import io.utflow.codec.stage.Stage;

/**
 * Runs a {@link Stage} on the way out: each message becomes one buffer, written where the transport
 * wants it. What waits for the next message is written at the close of the channel, by the policy.
 *
 * <p>When the stage fails, the bytes before the offence are written, the promise of the message
 * fails, and so do those of all later ones.
 *
 * @param <M> what is written to the channel
 * @param <I> what the stage takes, none, one or several for a message
 */
abstract class StageEncoder<M, I> extends MessageToByteEncoder<M> {
  private final AppendingBuffers target;
  private final Stage<I, ByteBuf> stage;

  StageEncoder(Class<? extends M> messages, AppendingBuffers target, Stage<I, ByteBuf> stage) {
    super(messages);
    this.target = target;
    this.stage = stage;
  }

  /** What the stage is to take for a message. */
  abstract I[] inputsOf(M message);

  @Override
  protected final void encode(ChannelHandlerContext ctx, M message, ByteBuf out) {
    target.appendTo(out);
    try {
      for (I input : inputsOf(message)) {
        stage.offer(input);
        drain();
      }
    } catch (RuntimeException | Error e) {
      writePrefix(ctx, out);
      throw e;
    } finally {
      target.appendTo(Unpooled.EMPTY_BUFFER);
    }
  }

  /** The outputs are the target itself, one after another. */
  private void drain() {
    ByteBuf output;
    do {
      output = stage.poll();
    } while (output != null);
  }

  private static void writePrefix(ChannelHandlerContext ctx, ByteBuf out) {
    if (out.isReadable()) {
      ctx.write(out.readRetainedSlice(out.readableBytes()));
    }
  }

  /** Writes what waits, then closes, also when that fails. */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    ByteBuf rest = end(ctx);
    if (rest.isReadable()) {
      ctx.writeAndFlush(rest).addListener(written -> ctx.close(promise));
    } else {
      rest.release();
      ctx.close(promise);
    }
  }

  /** Writes what waits: no other message will reach the stage. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    ByteBuf rest = end(ctx);
    if (rest.isReadable() && ctx.channel().isActive()) {
      ctx.writeAndFlush(rest);
    } else {
      rest.release();
    }
    stage.close();
  }

  private ByteBuf end(ChannelHandlerContext ctx) {
    ByteBuf rest = ctx.alloc().ioBuffer(0);
    target.appendTo(rest);
    stage.endOfInput();
    try {
      drain();
    } catch (RuntimeException | Error e) {
      ctx.fireExceptionCaught(new EncoderException(e));
    } finally {
      target.appendTo(Unpooled.EMPTY_BUFFER);
    }
    return rest;
  }
}
