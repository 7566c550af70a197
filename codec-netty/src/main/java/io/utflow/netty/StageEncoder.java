package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
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
 * <p>An observer or handler of the spec runs in the midst of a message. If it closes the channel or
 * removes this handler, that waits until the message is written; if it writes to this handler, that
 * write fails.
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
    ByteBuf outer = target.appendTo(out);
    try {
      for (I input : inputsOf(message)) {
        stage.offer(input);
        drain();
      }
    } catch (RuntimeException | Error e) {
      writePrefix(ctx, out);
      throw e;
    } finally {
      target.appendTo(outer);
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

  /**
   * Writes what waits, then closes, also when that fails. A second call closes at once, whatever
   * the receiver has taken. Where the channel is closed already the stream is cut, not ended, and
   * what waits is dropped unjudged.
   */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (target.isInUse()) {
      ctx.executor().execute(() -> close(ctx, promise));
    } else if (ctx.channel().isActive()) {
      end(ctx).addListener(written -> ctx.close(promise));
    } else {
      ctx.close(promise);
    }
  }

  /** As at the close, what waits is written: no other message will reach the stage. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (target.isInUse()) {
      ctx.executor().execute(() -> handlerRemoved(ctx));
      return;
    }
    if (ctx.channel().isActive()) {
      end(ctx);
    }
    stage.close();
  }

  /** Ends the stage and writes what waited; a failure is fired behind what was before it. */
  private ChannelFuture end(ChannelHandlerContext ctx) {
    ByteBuf rest = ctx.alloc().ioBuffer(0);
    EncoderException failure = null;
    ByteBuf outer = target.appendTo(rest);
    try {
      stage.endOfInput();
      drain();
    } catch (RuntimeException | Error e) {
      failure = new EncoderException(e);
    } finally {
      target.appendTo(outer);
    }
    ChannelFuture written = writeUnlessEmpty(ctx, rest);
    if (failure != null) {
      ctx.fireExceptionCaught(failure);
    }
    return written;
  }

  private static ChannelFuture writeUnlessEmpty(ChannelHandlerContext ctx, ByteBuf rest) {
    if (rest.isReadable()) {
      return ctx.writeAndFlush(rest);
    }
    rest.release();
    return ctx.newSucceededFuture();
  }
}
