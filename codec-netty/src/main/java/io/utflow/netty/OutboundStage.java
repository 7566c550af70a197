/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.MessageToByteEncoder;
import io.utflow.codec.stage.Stage;
import io.utflow.netty.inbound.EarlyRelease;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Stage} on the way out: each message becomes one buffer. Text that waits for the
 * next message is written when the channel is closed, by the policy.
 *
 * <p>When the stage fails, the bytes before the ill-formed sequence are written, the promise of the
 * message fails, and so do those of all later ones, each with the first failure as its cause.
 *
 * <p>An observer or handler of the spec runs while a message is being encoded. If it closes the
 * channel or removes this handler, that waits until the message is written; if it writes to this
 * handler, that write fails.
 *
 * @param <M> the messages written to the channel
 * @param <I> the inputs of the stage: none, one or several for a message
 */
abstract class OutboundStage<M, I> extends MessageToByteEncoder<M> {
  private final Class<? extends M> messages;
  private final AppendingBuffers target;
  private final Stage<? super I, ByteBuf> stage;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Throwable failure;

  /** Whether the stage was told that there is no more input, which it is told once. */
  private boolean ended;

  OutboundStage(
      Class<? extends M> messages, AppendingBuffers target, Stage<? super I, ByteBuf> stage) {
    super(anyMessage());
    this.messages = messages;
    this.target = target;
    this.stage = stage;
  }

  /**
   * Netty keeps the class of the messages of a handler for each thread: a class of ours would hold
   * our class loader as long as the thread lives.
   */
  @SuppressWarnings("unchecked") // Nothing but isInstance is asked of it, and not by this class.
  private static <M> Class<? extends M> anyMessage() {
    return (Class<? extends M>) Object.class;
  }

  @Override
  public boolean acceptOutboundMessage(Object message) {
    return messages.isInstance(message);
  }

  @Override
  public final void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** The inputs of the stage for a message. */
  abstract I[] inputsOf(M message);

  /**
   * @throws EncoderException if the message was released already: what to do is its message
   */
  @Override
  public final void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (EarlyRelease.isOf(message) && acceptOutboundMessage(message)) {
      throw new EncoderException(EarlyRelease.exception(null));
    }
    super.write(ctx, message, promise);
  }

  @Override
  protected final void encode(ChannelHandlerContext ctx, M message, ByteBuf out) {
    requireOpen();
    ByteBuf outer = target.appendTo(out);
    @SuppressWarnings("ReferenceEquality") // That very buffer, not an empty one.
    boolean withinMessage = outer != Unpooled.EMPTY_BUFFER;
    try {
      for (I input : inputsOf(message)) {
        stage.offer(input);
        drain();
      }
    } catch (Throwable e) {
      // Also a checked exception, which an observer in another language may throw.
      if (!withinMessage) {
        failure = e;
      }
      writePrefix(ctx, out);
      throw e;
    } finally {
      target.appendTo(outer);
    }
  }

  /**
   * Throws unless the stage may be changed between two messages.
   *
   * @throws IllegalStateException if this is not the event loop of the channel, a message is being
   *     written, or the stream has ended or failed
   */
  final void requireBetweenMessages() {
    ChannelHandlerContext ctx = context;
    if (ctx != null && !ctx.executor().inEventLoop()) {
      throw new IllegalStateException("call this in the event loop of the channel");
    }
    if (target.isInUse()) {
      throw new IllegalStateException("called while a message is being encoded");
    }
    if (ended || failure != null) {
      throw new IllegalStateException("nothing more is written: the stream has ended or failed");
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new EncoderException(
          new IllegalStateException("the stream has ended: the channel is being closed"));
    }
    if (failure != null) {
      throw new EncoderException(
          new IllegalStateException("the stream has failed at an earlier message", failure));
    }
  }

  private void drain() {
    ByteBuf output;
    do {
      output = stage.poll();
      if (output != null) {
        target.add(output);
      }
    } while (output != null && !stage.isSpent());
  }

  private static void writePrefix(ChannelHandlerContext ctx, ByteBuf out) {
    if (out.isReadable()) {
      ctx.write(out.readRetainedSlice(out.readableBytes()));
    }
  }

  /**
   * Writes the waiting text, then closes at once, as every close does: the promises of bytes that
   * the peer has not taken by then fail. If the channel is closed already, the stream was cut and
   * did not end: waiting text is dropped, and no observer is called.
   */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (target.isInUse()) {
      ctx.executor().execute(() -> close(ctx, promise));
      return;
    }
    if (ctx.channel().isActive()) {
      end(ctx);
    }
    ctx.close(promise);
  }

  /**
   * Ends the stage as at the close: writes the waiting text, because no other message will reach
   * the stage.
   */
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

  /** Ends the stage and writes the waiting text; a failure is fired after the bytes before it. */
  private void end(ChannelHandlerContext ctx) {
    if (failure != null || ended) {
      return;
    }
    ended = true;
    ByteBuf rest = ctx.alloc().ioBuffer(0);
    EncoderException endFailure = null;
    ByteBuf outer = target.appendTo(rest);
    try {
      stage.endOfInput();
      drain();
    } catch (Throwable e) {
      failure = e;
      endFailure = new EncoderException(e);
    } finally {
      target.appendTo(outer);
    }
    if (rest.isReadable()) {
      ctx.writeAndFlush(rest);
    } else {
      rest.release();
    }
    if (endFailure != null) {
      ctx.fireExceptionCaught(endFailure);
    }
  }
}
