/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.MalformedPolicy;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.TooLongTextException;
import io.utflow.netty.inbound.EarlyRelease;
import io.utflow.netty.inbound.ReadDemand;
import io.utflow.netty.inbound.ReceivedBytes;
import io.utflow.netty.inbound.ShortMessages;
import io.utflow.netty.inbound.WaitingEvents;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a stage for each text message of a WebSocket, and closes the connection where the text is
 * ill-formed. A frame is decoded as it arrives; what it yields is fired in order, however receivers
 * read, close or remove the handler meanwhile.
 */
abstract class TextFrameDecoder extends ChannelInboundHandlerAdapter {
  /** Events that are not messages, in the queue. */
  private enum Signal {
    NEXT_READ,
    READ_COMPLETE,
    INACTIVE
  }

  /** The end of the connection, in the queue after the text before it. */
  private record Failure(WebSocketCloseStatus status, DecoderException exception) {}

  /** The events that wait to be fired. */
  private final WaitingEvents waiting = new WaitingEvents();

  private final ReceivedBytes received = new ReceivedBytes(true);
  private final ReadDemand demand = new ReadDemand();

  /** Reads the message that is open; null between messages. */
  private @Nullable ByteStage<String> stage;

  /** The last text of the stage: whether it ends the message is not known yet. */
  private @Nullable String held;

  /** Whether some text of the open message was fired, or is in the queue. */
  private boolean begun;

  private boolean decoding;
  private boolean firing;
  private boolean failed;

  /** Whether an observer has caused the end of the channel, within a call of the stage. */
  private boolean endWaits;

  private boolean removed;

  private final boolean listened;
  private final int longest;

  /**
   * For messages read by {@code spec}.
   *
   * @param longest the longest text, in UTF-16 code units, that is fired as one output
   */
  TextFrameDecoder(DecoderSpec spec, int longest) {
    this.listened = spec.listener().isPresent();
    this.longest = longest;
  }

  /** A stage for one message. */
  abstract ByteStage<String> newStage();

  /** The message that is fired for {@code text}. */
  abstract Object output(String text, boolean endsMessage);

  /** Reads as RFC 6455 says, whatever the spec says of ill-formed text and byte order marks. */
  static DecoderSpec ofWebSocket(DecoderSpec spec) {
    if (spec.encoding() != TextEncoding.UTF_8) {
      throw new IllegalArgumentException(
          "the text of a WebSocket is UTF-8, not " + spec.encoding() + ": take TextEncoding.UTF_8");
    }
    return spec.onMalformed(MalformedPolicy.REPORT).bom(BomPolicy.KEEP);
  }

  // What is received.

  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object message) {
    if (firing) {
      waiting.add(Signal.NEXT_READ);
    }
    if (!(message instanceof WebSocketFrame frame)) {
      waiting.add(message);
    } else if (failed) {
      ReferenceCountUtil.safeRelease(frame);
    } else if (isText(frame)) {
      read(frame);
    } else {
      waiting.add(frame);
    }
    fireUnlessFiring(ctx);
  }

  /** Whether a frame is text; the decoder of frames has seen to their order. */
  private boolean isText(WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame) {
      dropMessage();
      begun = false;
      return true;
    }
    return frame instanceof ContinuationWebSocketFrame && stage != null;
  }

  private void read(WebSocketFrame frame) {
    demand.onBytes();
    if (EarlyRelease.isOf(frame)) {
      fail(EarlyRelease.exception(null));
      return;
    }
    decoding = true;
    try {
      if (!isReadAtOnce(frame)) {
        decode(frame);
      }
    } catch (Throwable e) {
      // Also a checked exception, which an observer in another language may throw.
      fail(e);
    } finally {
      decoding = false;
      received.clear();
    }
    release(frame);
    if (endWaits) {
      endWaits = false;
      dropMessage();
      waiting.add(Signal.INACTIVE);
    }
    if (removed) {
      handOver();
    }
  }

  /** Whatever this throws, the events after the frame are still fired. */
  private void release(WebSocketFrame frame) {
    try {
      frame.release();
    } catch (Throwable e) {
      fail(EarlyRelease.explained(e));
    }
  }

  /** Reads a message of one short frame in one call, unless the spec has a listener. */
  private boolean isReadAtOnce(WebSocketFrame frame) {
    boolean whole = frame.isFinalFragment() && frame instanceof TextWebSocketFrame;
    ByteBuf content = frame.content();
    if (!whole || listened || content.readableBytes() > longest) {
      return false;
    }
    String text = ShortMessages.read(content);
    if (text != null) {
      enqueue(text, true);
    }
    return text != null;
  }

  private void decode(WebSocketFrame frame) {
    ByteStage<String> message = stage == null ? newStage() : stage;
    stage = message;
    for (ByteBuffer view = received.take(frame.content()); view != null; view = received.poll()) {
      message.offer(view);
      hold(message);
    }
    if (frame.isFinalFragment()) {
      message.endOfInput();
      hold(message);
      stage = null;
      enqueue(held == null ? "" : held, true);
    } else if (held != null) {
      enqueue(held, false);
    }
  }

  /** Queues all that the stage yields but the last output, which may end the message. */
  private void hold(ByteStage<String> message) {
    String text;
    while ((text = message.poll()) != null) {
      if (held != null) {
        enqueue(held, false);
      }
      held = text;
    }
  }

  private void enqueue(String text, boolean endsMessage) {
    held = null;
    begun = true;
    waiting.add(output(text, endsMessage));
  }

  private void fail(Throwable cause) {
    if (held != null) {
      enqueue(held, false);
    }
    stage = null;
    if (!failed) {
      failed = true;
      waiting.add(failureBy(cause));
    }
  }

  private static Failure failureBy(Throwable cause) {
    if (cause instanceof IllFormedTextException) {
      WebSocketCloseStatus status = WebSocketCloseStatus.INVALID_PAYLOAD_DATA;
      return new Failure(
          status, new CorruptedWebSocketFrameException(status, cause.getMessage(), cause));
    }
    if (cause instanceof TooLongTextException tooLong) {
      String message =
          "the message is longer than "
              + tooLong.maxChars()
              + " chars, the maxChars of WebSocketMessageDecoder";
      return new Failure(
          WebSocketCloseStatus.MESSAGE_TOO_BIG, new TooLongFrameException(message, cause));
    }
    return new Failure(WebSocketCloseStatus.INTERNAL_SERVER_ERROR, new DecoderException(cause));
  }

  // What is fired.

  private void fireUnlessFiring(ChannelHandlerContext ctx) {
    if (firing) {
      return;
    }
    firing = true;
    try {
      fireAll(ctx);
    } finally {
      firing = false;
    }
  }

  private void fireAll(ChannelHandlerContext ctx) {
    Object event;
    while ((event = waiting.poll()) != null) {
      if (event instanceof Signal signal) {
        fire(ctx, signal);
      } else if (event instanceof Failure failure) {
        fire(ctx, failure);
      } else {
        demand.onOutput();
        ctx.fireChannelRead(event);
      }
    }
  }

  private void fire(ChannelHandlerContext ctx, Signal signal) {
    switch (signal) {
      case NEXT_READ -> demand.onNextRead();
      case READ_COMPLETE -> completeRead(ctx);
      case INACTIVE -> ctx.fireChannelInactive();
    }
  }

  /** The close goes first, for who receives the exception may close the channel. */
  private static void fire(ChannelHandlerContext ctx, Failure failure) {
    if (ctx.channel().isActive()) {
      ctx.writeAndFlush(new CloseWebSocketFrame(failure.status()))
          .addListener(ChannelFutureListener.CLOSE);
    }
    ctx.fireExceptionCaught(failure.exception());
  }

  private void completeRead(ChannelHandlerContext ctx) {
    demand.complete(ctx);
    ctx.fireChannelReadComplete();
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    if (firing) {
      waiting.add(Signal.READ_COMPLETE);
    } else {
      completeRead(ctx);
    }
  }

  // The end.

  @Override
  public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !decoding) {
      fireAll(ctx);
    }
    ctx.fireUserEventTriggered(event);
  }

  /**
   * Fires all that is left before the end, now: when this returns the pipeline may be gone. Only
   * where an observer has caused the end, within a call of the stage, it takes its turn.
   */
  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    if (decoding) {
      endWaits = true;
      return;
    }
    dropMessage();
    waiting.add(Signal.INACTIVE);
    fireAll(ctx);
  }

  /** A message that the end of the channel cuts has no end. */
  private void dropMessage() {
    ByteStage<String> open = stage;
    if (open != null) {
      stage = null;
      open.close();
    }
  }

  @Override
  public final void handlerRemoved(ChannelHandlerContext ctx) {
    removed = true;
    if (!decoding) {
      handOver();
      fireUnlessFiring(ctx);
    }
  }

  /** The bytes of the open message that have not become text go on as a frame. */
  private void handOver() {
    ByteStage<String> open = stage;
    if (open == null) {
      return;
    }
    stage = null;
    byte[] rest = open.takeUndelivered();
    if (!begun) {
      waiting.add(new TextWebSocketFrame(false, 0, Unpooled.wrappedBuffer(rest)));
    } else if (rest.length > 0) {
      waiting.add(new ContinuationWebSocketFrame(false, 0, Unpooled.wrappedBuffer(rest)));
    }
  }
}
