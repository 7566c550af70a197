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

  /** An event of the user, in the queue. */
  private record UserEvent(Object event) {}

  /** The end of the connection, in the queue after the text before it. */
  private record Failure(WebSocketCloseStatus status, DecoderException exception) {}

  /** RSV1 in the first frame of a message: it is compressed (RFC 7692, §6). */
  private static final int COMPRESSED = 4;

  /** Events that an observer or a listener has caused, within a call of the stage. */
  private final WaitingEvents arrived = new WaitingEvents();

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
      add(Signal.NEXT_READ);
    }
    if (decoding) {
      arrived.add(message);
      return;
    }
    receive(message);
    receiveArrived();
    fireUnlessFiring(ctx);
  }

  /** Puts an event after all that were received. */
  private void add(Object event) {
    (decoding ? arrived : waiting).add(event);
  }

  private void receiveArrived() {
    Object event;
    while ((event = arrived.poll()) != null) {
      receive(event);
    }
  }

  private void receive(Object event) {
    if (event == Signal.INACTIVE) {
      dropMessage();
    }
    if (!(event instanceof WebSocketFrame frame)) {
      waiting.add(event);
    } else if (failed) {
      ReferenceCountUtil.safeRelease(frame);
    } else if (isText(frame)) {
      read(frame);
    } else {
      waiting.add(frame);
    }
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
      requireUncompressed(frame);
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
    if (removed) {
      handOver();
    }
  }

  /** Compressed bytes may be well-formed by accident, and would be taken for text. */
  private static void requireUncompressed(WebSocketFrame frame) {
    if ((frame.rsv() & COMPRESSED) != 0) {
      throw new CorruptedWebSocketFrameException(
          WebSocketCloseStatus.PROTOCOL_ERROR,
          "the frame is compressed (RSV1): put a WebSocketServerCompressionHandler, or that of a"
              + " client, before this handler");
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
    dropMessage();
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
    if (cause instanceof CorruptedWebSocketFrameException corrupted) {
      return new Failure(corrupted.closeStatus(), corrupted);
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
      } else if (event instanceof UserEvent user) {
        ctx.fireUserEventTriggered(user.event());
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
    if (firing || decoding) {
      add(Signal.READ_COMPLETE);
    } else {
      completeRead(ctx);
    }
  }

  // The end.

  @Override
  public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    add(new UserEvent(event));
    if (decoding) {
      return;
    }
    if (event instanceof ChannelInputShutdownEvent) {
      fireAll(ctx);
    } else {
      fireUnlessFiring(ctx);
    }
  }

  /**
   * Fires all that is left before the end, now: when this returns the pipeline may be gone. Only
   * where an observer has caused the end, within a call of the stage, it takes its turn.
   */
  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    add(Signal.INACTIVE);
    if (!decoding) {
      dropMessage();
      fireAll(ctx);
    }
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
