package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.netty.util.IllegalReferenceCountException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link ByteStage} in a pipeline: offers it what was received and fires what it yields.
 *
 * <p>Every buffer is taken whole, and what must wait waits in the stage, so there is nothing to
 * cumulate: this is a {@link ByteToMessageDecoder} by type, for those who look for one in a
 * pipeline, but reads for itself. What reaches it while an output, or a message that passes, is
 * being received, waits until that has returned. A removal is seen then too: what the stage has not
 * turned into an output is fired as bytes. Only the end of the channel does not wait, for the
 * pipeline may be gone afterwards: what was received before it is then decoded and fired at once.
 *
 * @param <O> what is fired
 */
abstract class StageDecoder<O> extends ByteToMessageDecoder {
  private enum Phase {
    /** More may be received. */
    STREAMING,
    /** The end is known, and what was received before it is being read. */
    ENDING,
    /** The stage was ended, or given up. */
    ENDED,
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

  /** Whether an output was fired since the last {@code channelReadComplete}. */
  private boolean incomplete;

  StageDecoder(ByteStage<O> stage) {
    this.stage = stage;
  }

  /**
   * The encoding the channel is read in, as soon as a byte order mark, or its absence, has decided.
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
      busy = false;
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
    if (removed && phase == Phase.ENDED) {
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
        stage.offer(received.take(in));
      }
      // From the end on nothing is handed over, so that a removal changes nothing.
      while (!removed || phase != Phase.STREAMING) {
        O output = poll();
        if (output != null) {
          demand.onOutput();
          incomplete = true;
          ctx.fireChannelRead(output);
          continue;
        }
        ByteBuffer view = received.poll();
        if (view == null) {
          return;
        }
        stage.offer(view);
      }
    } catch (Throwable e) {
      // Also a checked exception, which an observer in another language may throw.
      fail(ctx, e);
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
      busy = wasBusy;
    }
  }

  /**
   * Ends the stage. Called at the shutdown of the input and again at the end of the channel, when
   * it finds nothing left to do.
   */
  private void end(ChannelHandlerContext ctx) {
    if (phase == Phase.ENDING) {
      phase = Phase.ENDED;
      stage.endOfInput();
      drain(ctx, null);
    }
    if (incomplete) {
      incomplete = false;
      ctx.fireChannelReadComplete();
    }
  }

  // The removal.

  @Override
  protected final void handlerRemoved0(ChannelHandlerContext ctx) {
    removed = true;
    if (!busy) {
      handOver(ctx);
      stage.close();
    }
  }

  /**
   * Fires the bytes that wait. From the end on there are none: the last are being judged, or were.
   */
  private void handOver(ChannelHandlerContext ctx) {
    if (phase != Phase.STREAMING) {
      return;
    }
    phase = Phase.ENDED;
    ByteBuf rest = received.copyBehind(stage.takeRest());
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
    long dropped = waiting.discardBuffers() + discard();
    if (!removed) {
      ctx.pipeline().remove(this);
    }
    return dropped;
  }

  private long discard() {
    if (phase == Phase.FAILED) {
      return 0;
    }
    phase = Phase.ENDED;
    ByteBuf rest = received.copyBehind(stage.takeRest());
    try {
      return rest.readableBytes();
    } finally {
      rest.release();
    }
  }
}
