/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameStage;
import io.utflow.netty.inbound.Outlet;
import io.utflow.netty.inbound.StageReader;
import io.utflow.netty.inbound.WaitingEvents;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs any {@link ByteStage} in a pipeline, also one of your own: offers it the bytes received,
 * however the network cut them, and fires each output. The decoders of this package are handlers of
 * this kind.
 *
 * <pre>{@code
 * ByteStage<Header> headers = Stages.lines(spec, LineSpec.of(LineBreaks.CRLF)).then(new Headers());
 * pipeline.addLast(new StageDecoder<>(headers));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<Header>
 * }</pre>
 *
 * <p><b>Buffers.</b> The handler reads each {@code ByteBuf} to its end and releases it. Bytes that
 * wait for others wait in the stage, so nothing is cumulated: this is a {@link
 * ByteToMessageDecoder} by type, for those who look for one in a pipeline, but the settings it
 * inherits, such as the cumulator, have no effect. An output belongs to its receiver, who releases
 * it if it is reference-counted. Messages that are not a {@code ByteBuf} pass through.
 *
 * <p><b>Reads.</b> Where {@code autoRead} is off, a read that yields no output triggers another.
 *
 * <p><b>Order.</b> What reaches the handler while a receiver is at work on an output, or on a
 * message that passes, waits until the receiver has returned. Only the end of the channel, or of
 * its input, does not wait, because the pipeline may be gone afterwards: the bytes received before
 * it are read at once, then the stage is ended and its last outputs are fired, then the event.
 *
 * <p><b>Errors.</b> The first exception of the stage is fired to {@code exceptionCaught}, as the
 * cause of a {@link DecoderException}, after the outputs before it. From then on the stage is not
 * called, and buffers are released unread. A buffer that somebody released before it was read fails
 * the stream too, with an {@link io.netty.util.IllegalReferenceCountException}. The channel stays
 * open: close it if that is the protocol.
 *
 * <p><b>Removal.</b> When the handler is removed, the bytes that have not become an output are
 * fired as a {@code ByteBuf}, if there are any, then the buffers received after them; if a receiver
 * removes it, when that has returned. Before a switch to TLS call {@link #discardAndRemove()}
 * instead. The stage is closed when the handler is removed, which the end of a channel does too.
 *
 * <p><b>Frames.</b> A stage reads one stream, to the end of the channel. Where that carries one
 * message after another, each of which ends, the bodies of HTTP go to {@link HttpTextDecoder}, and
 * {@link io.utflow.codec.stage.Stages#frames} finds frames that their bytes tell. If a handler of
 * your own finds them, run a {@link FrameStage} here, and call {@link #begin}, {@link #endFrame}
 * and {@link #cutFrame} around the buffers that the handler fires.
 *
 * <p>Not sharable: each channel has a handler and a stage of its own.
 *
 * @param <O> what is fired
 */
public class StageDecoder<O> extends ByteToMessageDecoder {
  /** A call of a handler about frames, in the queue. */
  private interface FrameCall {
    void make(ChannelHandlerContext ctx);
  }

  /** An event of the user, in the queue. */
  private record UserEvent(Object event) {}

  /** Events that are not messages, in the queue. */
  private enum Signal {
    READ_COMPLETE,
    INPUT_SHUTDOWN,
    INACTIVE
  }

  private final StageReader<O> reader;
  private final WaitingEvents waiting = new WaitingEvents();
  private @Nullable ChannelHandlerContext context;

  /** Whether an event is being received, so that others wait. */
  private boolean busy;

  /**
   * Runs {@code stage}, which is this handler's from now on.
   *
   * @param stage for this channel only, with no input yet
   */
  public StageDecoder(ByteStage<O> stage) {
    this(stage, Outlet.AS_IT_IS);
  }

  StageDecoder(ByteStage<O> stage, Outlet outlet) {
    this.reader = new StageReader<>(Objects.requireNonNull(stage, "stage"), outlet);
  }

  /**
   * The encoding the channel is read in, known as soon as a byte order mark, or its absence, has
   * decided: {@link ByteStage#resolvedEncoding()}.
   *
   * @return an encoding with a byte order of its own, or empty
   */
  public final Optional<TextEncoding> resolvedEncoding() {
    return reader.resolvedEncoding();
  }

  /** Called by Netty; who overrides it calls this too. */
  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    onAdded(ctx);
  }

  /** For decoders whose stage needs something of the channel. */
  void onAdded(ChannelHandlerContext ctx) {}

  // What is received, one event after another.

  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object message) {
    if (busy) {
      waiting.add(message);
      return;
    }
    busy = true;
    try {
      receive(ctx, message);
      receiveWaiting(ctx);
    } finally {
      leave(ctx, false);
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    if (busy) {
      waiting.add(Signal.READ_COMPLETE);
    } else {
      reader.completeRead(ctx);
    }
  }

  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    receiveEnd(ctx, Signal.INACTIVE);
  }

  @Override
  public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      receiveEnd(ctx, Signal.INPUT_SHUTDOWN);
    } else if (busy) {
      waiting.add(new UserEvent(event));
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /** Never called: nothing is cumulated. */
  @Override
  protected final void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    throw new UnsupportedOperationException("channelRead decodes");
  }

  private void receive(ChannelHandlerContext ctx, Object event) {
    if (isRead(event)) {
      receiveMessage(ctx, event);
    } else if (event instanceof Signal signal) {
      receive(ctx, signal);
    } else if (event instanceof UserEvent user) {
      ctx.fireUserEventTriggered(user.event());
    } else if (event instanceof FrameCall call) {
      try {
        call.make(ctx);
      } catch (IllegalStateException e) {
        // Whoever has called has returned.
        reader.fail(ctx, e);
      }
    } else {
      receiveMessage(ctx, event);
    }
    reader.settle(ctx);
  }

  /** Reads a message or passes it on. Called with one after the other. */
  void receiveMessage(ChannelHandlerContext ctx, Object message) {
    if (message instanceof ByteBuf in) {
      reader.read(ctx, in);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  /** Whether a message is read, and not only passed on. */
  boolean isRead(Object message) {
    return message instanceof ByteBuf;
  }

  /** The bytes that a message in the queue holds and that were to be read, or null. */
  @Nullable ByteBuf contentOf(Object message) {
    return message instanceof ByteBuf bytes ? bytes : null;
  }

  /** Whether an event in the queue without such bytes is dropped with those of others. */
  boolean isDropped(Object message) {
    return false;
  }

  /** The end of the channel or of its input has come. */
  void beforeEnd(ChannelHandlerContext ctx) {}

  /** Puts an event before all that wait. */
  final void waitFirst(Object event) {
    waiting.addFirst(event);
  }

  final StageReader<O> reader() {
    return reader;
  }

  private void receive(ChannelHandlerContext ctx, Signal signal) {
    switch (signal) {
      case READ_COMPLETE -> reader.completeRead(ctx);
      case INPUT_SHUTDOWN -> {
        beforeEnd(ctx);
        reader.end(ctx);
        ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      }
      case INACTIVE -> {
        beforeEnd(ctx);
        reader.end(ctx);
        ctx.fireChannelInactive();
      }
    }
  }

  private void receiveWaiting(ChannelHandlerContext ctx) {
    Object event;
    while ((event = waiting.poll()) != null) {
      if (isRead(event)) {
        reader.beginNextRead();
      }
      receive(ctx, event);
    }
  }

  /**
   * Fires all that is left before the end, now: when this returns the pipeline may be gone. Only
   * where an observer has caused the end, within a call of the stage, it takes its turn.
   */
  private void receiveEnd(ChannelHandlerContext ctx, Signal end) {
    reader.expectEnd();
    waiting.add(end);
    if (reader.isInStage()) {
      return;
    }
    boolean wasBusy = busy;
    busy = true;
    try {
      reader.drain(ctx);
      receiveWaiting(ctx);
    } finally {
      leave(ctx, wasBusy);
    }
  }

  /** Restores the state before; a handler that was removed has no more use for its stage. */
  private void leave(ChannelHandlerContext ctx, boolean wasBusy) {
    busy = wasBusy;
    if (!busy && reader.isRemoved()) {
      reader.close(ctx);
    }
  }

  @Override
  protected final void handlerRemoved0(ChannelHandlerContext ctx) {
    reader.remove();
    if (!busy) {
      reader.settle(ctx);
      reader.close(ctx);
    }
  }

  /**
   * Reads the channel in another way from here on: another encoding, policy, observer. All bytes
   * received that have not become an output are read so: the rest of the buffer whose output is
   * being received, the buffers that wait after it, and the pending bytes of a sequence or
   * delimiter that the end of a buffer has cut. No byte is lost or decoded twice. The byte order
   * mark policy and the budget of {@code next} begin here, and byte offsets go on. The text of a
   * line that an earlier buffer has begun stays its beginning.
   *
   * <p>Call it where an output is received, within {@code channelRead}, as after a line that names
   * an encoding; or, in the event loop, between two buffers: then what the pending bytes are in the
   * new encoding is fired before this returns.
   *
   * @param next how the bytes are read from here on
   * @throws UnsupportedOperationException if the stage has one way to read, as a transcoder
   * @throws IllegalStateException if the stream has failed or ended; if this handler is in no
   *     pipeline, or not any more; if this is not its event loop; or if the stage is at work: if an
   *     observer or a handler of ill-formed sequences calls this, or the receiver of the exception
   *     of a line that is too long
   */
  public final void switchTo(DecoderSpec next) {
    Objects.requireNonNull(next, "next");
    ChannelHandlerContext ctx = requireBetweenOutputs();
    if (busy) {
      reader.switchTo(next);
      return;
    }
    busy = true;
    try {
      reader.switchTo(next);
      reader.settle(ctx);
      reader.completeUnread(ctx);
      receiveWaiting(ctx);
    } finally {
      leave(ctx, false);
    }
  }

  // Frames, for who finds them in a handler of his own.

  /**
   * Begins a frame: the buffers received from here on are its content. Input that reaches this
   * handler while a receiver is at work keeps its order with these calls.
   *
   * @param reader reads the frame, a fresh one for each; of the type that the {@link FrameStage} of
   *     this handler takes. It is this handler's from now on
   * @throws IllegalStateException if this handler does not run a {@link FrameStage}, or a frame is
   *     open; if it is in no pipeline, or this is not its event loop
   */
  public final void begin(ByteStage<?> reader) {
    Objects.requireNonNull(reader, "reader");
    call(ctx -> this.reader.begin(reader));
  }

  /**
   * Ends the open frame, and fires what its reader still yields, then what the {@link FrameStage}
   * makes of the end.
   *
   * @throws IllegalStateException if no frame is open; and as {@link #begin}
   */
  public final void endFrame() {
    call(reader::endFrame);
  }

  /**
   * Fails the open frame, which has no end.
   *
   * @param cause the reason why it was cut
   * @throws IllegalStateException if no frame is open; and as {@link #begin}
   */
  public final void cutFrame(Throwable cause) {
    Objects.requireNonNull(cause, "cause");
    call(ctx -> reader.cutFrame(ctx, cause));
  }

  /** Whether this handler says where frames begin and end, and no other handler does. */
  boolean findsFrames() {
    return false;
  }

  private void call(FrameCall call) {
    if (findsFrames()) {
      throw new UnsupportedOperationException(
          "this handler finds its frames itself; drive a StageDecoder of your own");
    }
    ChannelHandlerContext ctx = requireInEventLoop();
    if (busy) {
      waiting.add(call);
      return;
    }
    busy = true;
    try {
      call.make(ctx);
      reader.settle(ctx);
      reader.completeUnread(ctx);
      receiveWaiting(ctx);
    } finally {
      leave(ctx, false);
    }
  }

  /**
   * Removes this handler and drops all bytes received that have not become an output: the pending
   * bytes, the rest of the buffer whose output is being received, the buffers after it. The way to
   * leave the stream before a security upgrade, such as STARTTLS: a peer, or an attacker in its
   * place, may have sent more after the command, unprotected, and what an ordinary removal hands on
   * would be taken for what came through TLS. If the answer is not 0, that has happened: to close
   * the channel is then the safe reply.
   *
   * <p>Call it where the command is received, within {@code channelRead}, and before TLS is put
   * into the pipeline. Bytes that handlers nearer to the transport still hold are unknown here. If
   * this handler is the half of a {@link io.netty.channel.CombinedChannelDuplexHandler}, that is
   * removed, the other half with it: write the answer to the command before.
   *
   * @return how many bytes were dropped; of an open line that earlier buffers began, its text,
   *     encoded again
   * @throws IllegalStateException if this handler is in no pipeline; if this is not its event loop;
   *     or if the stage is at work: if an observer or a handler of ill-formed sequences calls this,
   *     or the receiver of the exception of a line that is too long
   */
  public final long discardAndRemove() {
    ChannelHandlerContext ctx = requireBetweenOutputs();
    try {
      return waiting.discard(this::contentOf, this::isDropped) + reader.discard();
    } finally {
      if (!reader.isRemoved()) {
        // Not this: it may be the half of a CombinedChannelDuplexHandler.
        ctx.pipeline().remove(ctx.handler());
      }
    }
  }

  private ChannelHandlerContext requireInEventLoop() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !ctx.executor().inEventLoop()) {
      throw new IllegalStateException(
          ctx == null
              ? "the handler is in no pipeline yet"
              : "call this in the event loop of the channel, where an output is received");
    }
    return ctx;
  }

  private ChannelHandlerContext requireBetweenOutputs() {
    ChannelHandlerContext ctx = requireInEventLoop();
    if (reader.isInStage()) {
      throw new IllegalStateException(
          "called while the stage decodes, by an observer or at a line that is too long;"
              + " call this where an output is received");
    }
    return ctx;
  }
}
