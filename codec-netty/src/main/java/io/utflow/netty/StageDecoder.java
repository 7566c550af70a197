package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs any {@link ByteStage} in a pipeline, also one of your own: offers it what is received, cut
 * anywhere, and fires what it yields. The decoders of this package are handlers of this kind.
 *
 * <pre>{@code
 * ByteStage<Header> headers = Stages.lines(spec, LineSpec.of(LineBreaks.CRLF)).then(new Headers());
 * pipeline.addLast(new StageDecoder<>(headers));
 * }</pre>
 *
 * <p>Each {@code ByteBuf} is taken whole and released when the stage has read it; what must wait
 * waits in the stage, so nothing is cumulated: this is a {@link ByteToMessageDecoder} by type, for
 * those who look for one in a pipeline, but reads for itself. An output belongs to its receiver; if
 * it is counted, the receiver releases it. A buffer that yields no output triggers another read
 * where {@code autoRead} is off. Other messages pass through.
 *
 * <p>What reaches the handler while an output, or a message that passes, is being received, waits
 * until that has returned. A removal is seen then too: {@link ByteStage#takeRest()} is fired as a
 * {@code ByteBuf}, unless it is empty, and what was received behind it. Only the end of the
 * channel, or of its input, does not wait, for the pipeline may be gone afterwards: what was
 * received before it is offered at once, then the stage is ended and what it still yields is fired.
 *
 * <p>Whatever the stage throws is fired once, as the cause of a {@link DecoderException}; then the
 * stage is not asked again, and what is still received is released unread. The channel stays open:
 * close it if that is the protocol. The stage is closed when the handler is removed, which the end
 * of a channel does too.
 *
 * <p>One for each channel, with a stage of its own, never shared.
 *
 * @param <O> what is fired
 */
public class StageDecoder<O> extends ByteToMessageDecoder {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private enum Phase {
    /** More may be received. */
    STREAMING,
    /** The end is known, and what was received before it is being read. */
    ENDING,
    /** The stage was ended. */
    ENDED,
    /** The stage was given up, and is closed. */
    GIVEN_UP,
    /** The failure was fired, or is being fired. */
    FAILED
  }

  /** Events that are not messages, in the queue. */
  private enum Signal {
    READ_COMPLETE,
    INPUT_SHUTDOWN,
    INACTIVE
  }

  private final ByteStage<O> stage;

  /**
   * A field and not a local variable, so that an end of the channel that a receiver causes finds,
   * and drains, the rest.
   */
  private final ReceivedBytes received = new ReceivedBytes();

  private final WaitingEvents waiting = new WaitingEvents();
  private final ReadDemand demand = new ReadDemand();
  private @Nullable ChannelHandlerContext context;
  private Phase phase = Phase.STREAMING;
  private boolean removed;

  /** Whether something is being read or received. */
  private boolean busy;

  /** Whether the stage is at work, so that it cannot be asked for anything. */
  private boolean polling;

  /** Whether the stage was switched since it was last given bytes. */
  private boolean switched;

  /** Whether an output was fired since the last {@code channelReadComplete}. */
  private boolean incomplete;

  /**
   * Runs {@code stage}, which is this handler's from now on.
   *
   * @param stage for this channel only, with no input yet
   */
  public StageDecoder(ByteStage<O> stage) {
    this.stage = Objects.requireNonNull(stage, "stage");
  }

  /**
   * The encoding the channel is read in, as soon as a byte order mark, or its absence, has decided:
   * {@link ByteStage#resolvedEncoding()}.
   *
   * @return an encoding with a byte order of its own, or empty
   */
  public final Optional<TextEncoding> resolvedEncoding() {
    return stage.resolvedEncoding();
  }

  /** Called by Netty. */
  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  // What is received, one after another.

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

  /**
   * Is busy no longer, or only as it was before; a removed handler has no more use for its stage.
   */
  private void leave(ChannelHandlerContext ctx, boolean wasBusy) {
    busy = wasBusy;
    if (!busy && removed) {
      close(ctx);
    }
  }

  private void close(ChannelHandlerContext ctx) {
    try {
      stage.close();
    } catch (Throwable e) {
      fail(ctx, e);
    }
  }

  /** Never called: nothing is cumulated. */
  @Override
  protected final void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    throw new UnsupportedOperationException("channelRead decodes");
  }

  private void receiveWaiting(ChannelHandlerContext ctx) {
    Object event;
    while ((event = waiting.poll()) != null) {
      if (event instanceof ByteBuf) {
        demand.onNextRead();
      }
      receive(ctx, event);
    }
  }

  private void receive(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ByteBuf in) {
      read(ctx, in);
    } else if (event instanceof Signal signal) {
      signal(ctx, signal);
    } else {
      ctx.fireChannelRead(event);
    }
    if (switched) {
      drain(ctx, null);
    }
    if (removed) {
      handOver(ctx);
    }
  }

  private void signal(ChannelHandlerContext ctx, Signal signal) {
    switch (signal) {
      case READ_COMPLETE -> completeRead(ctx);
      case INPUT_SHUTDOWN -> {
        end(ctx);
        ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      }
      case INACTIVE -> {
        end(ctx);
        ctx.fireChannelInactive();
      }
    }
  }

  private void read(ChannelHandlerContext ctx, ByteBuf in) {
    if (removed && (phase == Phase.ENDED || phase == Phase.GIVEN_UP)) {
      // It was received before the removal, behind what was handed over.
      ctx.fireChannelRead(in);
      ctx.fireChannelReadComplete();
      return;
    }
    demand.onBytes();
    if (phase != Phase.FAILED && !EarlyRelease.isOf(in)) {
      drain(ctx, in);
    }
    if (removed) {
      // Before the release: what has not been read is in the memory of the buffer.
      handOver(ctx);
    }
    try {
      in.release();
    } catch (IllegalReferenceCountException e) {
      // Bytes are missing, or were others when they were read.
      fail(ctx, EarlyRelease.exception(e));
    }
  }

  // What the stage yields.

  /** Fires what the stage yields of {@code in}, or of what it has, until it needs more. */
  private void drain(ChannelHandlerContext ctx, @Nullable ByteBuf in) {
    try {
      if (in != null) {
        offer(received.take(in));
      }
      while (readsOn()) {
        O output = poll();
        if (output != null) {
          demand.onOutput();
          incomplete = true;
          ctx.fireChannelRead(output);
        }
        if ((output == null || stage.isSpent()) && !offerNext()) {
          return;
        }
      }
    } catch (Throwable e) {
      // Also a checked exception, which an observer in another language may throw.
      fail(ctx, e);
    }
  }

  /** From the end on nothing is handed over, so that a removal changes nothing. */
  private boolean readsOn() {
    return switch (phase) {
      case STREAMING -> !removed;
      case ENDING, ENDED -> true;
      case GIVEN_UP, FAILED -> false;
    };
  }

  /** False: there is nothing to offer. */
  private boolean offerNext() {
    if (!readsOn()) {
      return false;
    }
    ByteBuffer view = received.poll();
    if (view == null && switched && phase != Phase.ENDED) {
      // What the stage had taken before the switch may be complete in the new encoding.
      view = NOTHING;
    }
    switched = false;
    if (view == null) {
      return false;
    }
    offer(view);
    return true;
  }

  private void offer(ByteBuffer view) {
    polling = true;
    try {
      stage.offer(view);
    } finally {
      polling = false;
    }
  }

  private @Nullable O poll() {
    polling = true;
    try {
      return stage.poll();
    } finally {
      polling = false;
    }
  }

  private void fail(ChannelHandlerContext ctx, Throwable cause) {
    if (phase == Phase.FAILED) {
      return;
    }
    phase = Phase.FAILED;
    switched = false;
    received.clear();
    ctx.fireExceptionCaught(new DecoderException(cause));
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    if (busy) {
      waiting.add(Signal.READ_COMPLETE);
    } else {
      completeRead(ctx);
    }
  }

  private void completeRead(ChannelHandlerContext ctx) {
    incomplete = false;
    demand.complete(ctx);
    ctx.fireChannelReadComplete();
  }

  // The end.

  @Override
  public final void channelInactive(ChannelHandlerContext ctx) {
    inputEnds(ctx, Signal.INACTIVE);
  }

  @Override
  public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnds(ctx, Signal.INPUT_SHUTDOWN);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /**
   * Fires all that is left before the end, now: when this returns the pipeline may be gone. Only
   * within the stage, where an observer has caused the end, it takes its turn.
   */
  private void inputEnds(ChannelHandlerContext ctx, Signal end) {
    if (phase == Phase.STREAMING) {
      phase = Phase.ENDING;
    }
    waiting.add(end);
    if (polling) {
      return;
    }
    boolean wasBusy = busy;
    busy = true;
    try {
      drain(ctx, null);
      receiveWaiting(ctx);
    } finally {
      leave(ctx, wasBusy);
    }
  }

  /**
   * Ends the stage. Called at the shutdown of the input and again at the end of the channel, when
   * it finds nothing left to do.
   */
  private void end(ChannelHandlerContext ctx) {
    if (phase == Phase.ENDING) {
      phase = Phase.ENDED;
      endStage(ctx);
      drain(ctx, null);
    }
    completeOutputs(ctx);
  }

  /** Where no {@code channelReadComplete} follows the outputs. */
  private void completeOutputs(ChannelHandlerContext ctx) {
    if (incomplete) {
      incomplete = false;
      ctx.fireChannelReadComplete();
    }
  }

  private void endStage(ChannelHandlerContext ctx) {
    polling = true;
    try {
      stage.endOfInput();
    } catch (Throwable e) {
      fail(ctx, e);
    } finally {
      polling = false;
    }
  }

  // The switch.

  /**
   * Reads the channel in another way from here on: another encoding, policy, observer. All that was
   * received and has not been fired as an output is read so: the rest of the buffer whose output is
   * being received, the buffers that wait behind it, and the bytes of a sequence or delimiter that
   * the end of a buffer has cut. No byte is lost or decoded twice. The byte order mark policy and
   * the budget of {@code next} begin here, and byte offsets go on. The text of a line that an
   * earlier buffer has begun stays its beginning.
   *
   * <p>Call it where an output is received, within {@code channelRead}, as behind a line that names
   * an encoding; or, in the event loop, between two buffers: then what the bytes that wait are in
   * the new encoding is fired before this returns.
   *
   * @param next how the bytes are read from here on
   * @throws UnsupportedOperationException if the stage has one way to read, as a transcoder
   * @throws IllegalStateException if the stream has failed or ended, if this handler is in no
   *     pipeline or not any more, if this is not its event loop, or amid a buffer: if an observer
   *     or a handler of ill-formed sequences calls, or the receiver of the failure of a line that
   *     is too long
   */
  public final void switchTo(DecoderSpec next) {
    Objects.requireNonNull(next, "next");
    ChannelHandlerContext ctx = requireBetweenOutputs();
    if (removed || phase == Phase.GIVEN_UP || phase == Phase.FAILED) {
      throw new IllegalStateException(
          "nothing more is read: the handler was removed, or the stream has failed");
    }
    stage.switchTo(next);
    switched = true;
    if (!busy) {
      busy = true;
      try {
        drain(ctx, null);
        completeOutputs(ctx);
        receiveWaiting(ctx);
      } finally {
        leave(ctx, false);
      }
    }
  }

  // The removal.

  @Override
  protected final void handlerRemoved0(ChannelHandlerContext ctx) {
    removed = true;
    if (!busy) {
      handOver(ctx);
      close(ctx);
    }
  }

  /**
   * Fires the bytes that wait. From the end on there are none: the last are being judged, or were.
   */
  private void handOver(ChannelHandlerContext ctx) {
    if (phase != Phase.STREAMING) {
      return;
    }
    phase = Phase.GIVEN_UP;
    ByteBuf rest;
    try {
      rest = received.copyBehind(stage.takeRest());
    } catch (Throwable e) {
      fail(ctx, e);
      return;
    }
    if (rest.isReadable()) {
      demand.onOutput();
      ctx.fireChannelRead(rest);
      ctx.fireChannelReadComplete();
    } else {
      rest.release();
    }
  }

  /**
   * Removes this handler and drops all that was received and has not been fired: the bytes that
   * wait, the rest of the buffer whose output is being received, the buffers behind it. The way to
   * leave the stream before a security upgrade, such as STARTTLS: a peer, or an attacker in its
   * place, may have sent more behind the command, unprotected, and what an ordinary removal hands
   * on would be taken for what came through TLS. If the answer is not 0, that has happened: to
   * close the channel is then the safe reply.
   *
   * <p>Call it where the command is received, within {@code channelRead}, and before TLS is put
   * into the pipeline. What handlers nearer to the transport still hold is not known here.
   *
   * @return how many bytes were dropped; of an open line that earlier buffers began, its text,
   *     encoded again
   * @throws IllegalStateException if this handler is in no pipeline, if this is not its event loop,
   *     or amid a buffer: if an observer or a handler of ill-formed sequences calls, or the
   *     receiver of the failure of a line that is too long
   */
  public final long discardAndRemove() {
    ChannelHandlerContext ctx = requireBetweenOutputs();
    try {
      return waiting.discardBuffers() + discard();
    } finally {
      received.clear();
      if (!removed) {
        ctx.pipeline().remove(this);
      }
    }
  }

  private ChannelHandlerContext requireBetweenOutputs() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !ctx.executor().inEventLoop()) {
      throw new IllegalStateException(
          ctx == null
              ? "the handler is in no pipeline yet"
              : "call this in the event loop of the channel, where the command is received");
    }
    if (polling) {
      throw new IllegalStateException(
          "called amid a buffer, by an observer or at a line that is too long;"
              + " call this where the command is received");
    }
    return ctx;
  }

  private long discard() {
    if (phase == Phase.FAILED || phase == Phase.GIVEN_UP) {
      return 0;
    }
    phase = Phase.GIVEN_UP;
    ByteBuf rest = received.copyBehind(stage.takeRest());
    try {
      return rest.readableBytes();
    } finally {
      rest.release();
    }
  }
}
