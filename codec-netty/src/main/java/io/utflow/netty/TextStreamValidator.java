/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedSequence;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.netty.inbound.EarlyRelease;
import io.utflow.netty.inbound.WaitingEvents;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Lets the bytes of a channel pass as long as they are well-formed text: the very {@code ByteBuf}
 * that was received, its content neither copied nor decoded.
 *
 * <pre>{@code
 * pipeline.addLast(new TextStreamValidator(TextEncoding.UTF_8));
 * }</pre>
 *
 * <p>A buffer passes when its complete sequences are well-formed (The Unicode Standard, §3.9). A
 * sequence that its end has cut is judged with the next buffer, or as truncated when the channel
 * closes or its input is shut down.
 *
 * <p><b>Errors.</b> Of the buffer that proves the first sequence ill-formed, the bytes before that
 * sequence pass, as a slice; none of it if the sequence began in an earlier buffer. Then {@code
 * exceptionCaught} is fired, once, with a {@link DecoderException} over the {@link
 * io.utflow.codec.IllFormedTextException}, or over the exception of the observer; from then on
 * buffers are released unread. The channel stays open: close it if that is the protocol.
 *
 * <p>A buffer that passes belongs to its receiver, which releases it. Messages that are not a
 * {@code ByteBuf} pass through. The policy of the spec for ill-formed text is ignored; its byte
 * order mark policy and its observer are not.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class TextStreamValidator extends ChannelInboundHandlerAdapter {
  private static final long NOWHERE = -1;

  /** An event that is not a message, in the queue. */
  private interface Signal {
    void receive(ChannelHandlerContext ctx);
  }

  private final ByteStage<Integer> stage;

  /** The byte offset of the buffer that is being judged. */
  private long position;

  /** The byte offset of the ill-formed sequence, if one was found. */
  private long illFormedAt = NOWHERE;

  private boolean failed;

  /** Until it is fired. */
  private @Nullable Throwable failure;

  /** Events that an observer has caused, within a call of the stage. */
  private final WaitingEvents waiting = new WaitingEvents();

  private boolean judging;

  /**
   * Validates by {@code spec}, which channels may share.
   *
   * @param spec the encoding, its byte order mark and the observer; immutable
   */
  public TextStreamValidator(DecoderSpec spec) {
    this.position = spec.firstByte();
    this.stage = Stages.validate(spec.observer(sequence -> note(sequence, spec)));
  }

  /**
   * Validates {@code encoding}.
   *
   * @param encoding of the bytes received
   */
  public TextStreamValidator(TextEncoding encoding) {
    this(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #TextStreamValidator(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextStreamValidator(Charset charset) {
    this(DecoderSpec.of(TextEncoding.of(charset)));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    take(ctx, message);
  }

  /** Receives an event after those that wait, when the stage is not at work. */
  private void take(ChannelHandlerContext ctx, Object event) {
    if (judging) {
      waiting.add(event);
      return;
    }
    if (failure == null && waiting.isEmpty()) {
      receive(ctx, event);
    } else {
      // In the queue: a receiver of what is fired now may cause others, which come after it.
      waiting.add(event);
    }
    catchUp(ctx);
  }

  private void signal(ChannelHandlerContext ctx, Signal signal) {
    take(ctx, signal);
  }

  private void receive(ChannelHandlerContext ctx, Object event) {
    if (event instanceof Signal signal) {
      signal.receive(ctx);
    } else {
      read(ctx, event);
    }
  }

  private void read(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof ByteBuf buffer)) {
      ctx.fireChannelRead(message);
      return;
    }
    if (failed) {
      ReferenceCountUtil.safeRelease(buffer);
      return;
    }
    if (EarlyRelease.isOf(buffer)) {
      fail(EarlyRelease.exception(null));
      return;
    }
    int length = buffer.readableBytes();
    int passing = passing(buffer);
    if (!failed) {
      position += length;
      ctx.fireChannelRead(buffer);
    } else {
      firePrefix(ctx, buffer, passing);
    }
  }

  /**
   * Fires the failure, then receives the events of an observer: before anything that the receiver
   * of the bytes causes.
   */
  private void catchUp(ChannelHandlerContext ctx) {
    fireFailure(ctx);
    Object event;
    while ((event = waiting.poll()) != null) {
      receive(ctx, event);
      fireFailure(ctx);
    }
  }

  private void fireFailure(ChannelHandlerContext ctx) {
    Throwable cause = failure;
    if (cause != null) {
      failure = null;
      ctx.fireExceptionCaught(new DecoderException(cause));
    }
  }

  private static void firePrefix(ChannelHandlerContext ctx, ByteBuf buffer, int length) {
    try {
      if (length > 0) {
        ctx.fireChannelRead(buffer.readRetainedSlice(length));
      }
    } finally {
      buffer.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    signal(ctx, ChannelHandlerContext::fireChannelReadComplete);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    signal(
        ctx,
        context -> {
          judgeEnd(context);
          context.fireChannelInactive();
        });
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    signal(
        ctx,
        context -> {
          if (event instanceof ChannelInputShutdownEvent) {
            judgeEnd(context);
          }
          context.fireUserEventTriggered(event);
        });
  }

  private void judgeEnd(ChannelHandlerContext ctx) {
    if (!failed) {
      judging = true;
      try {
        stage.endOfInput();
        stage.poll();
      } catch (Throwable e) {
        fail(e);
      } finally {
        judging = false;
      }
    }
    fireFailure(ctx);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    // An observer may have removed it.
    signal(ctx, context -> stage.close());
  }

  /** How many bytes of {@code buffer} may pass: all, unless the stream has failed. */
  private int passing(ByteBuf buffer) {
    int passing = 0;
    judging = true;
    try {
      for (ByteBuffer view : buffer.nioBuffers()) {
        stage.offer(view);
        Integer bytes;
        while ((bytes = stage.poll()) != null) {
          passing += bytes;
        }
      }
      return passing;
    } catch (Throwable e) {
      // Also a checked exception, which an observer in another language may throw.
      fail(e);
      // A sequence that the end of a view has cut begins in bytes that the stage let pass. If there
      // is none, a listener has thrown.
      return illFormedAt == NOWHERE ? passing : (int) Math.min(passing, illFormedAt - position);
    } finally {
      judging = false;
    }
  }

  private void note(IllFormedSequence sequence, DecoderSpec spec) {
    illFormedAt = sequence.byteOffset();
    spec.observer().ifPresent(observer -> observer.accept(sequence));
  }

  private void fail(Throwable cause) {
    failed = true;
    failure = cause;
  }
}
