/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.pool.ForgetsInput;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.FrameStage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one stream through a stage: offers it the bytes received and fires what it yields, up to
 * the end, the first failure, or the removal of the handler.
 */
public final class StageReader<O> {
  private enum Phase {
    /** More bytes may be received. */
    STREAMING,
    /** The end is known, and the bytes received before it are being read. */
    ENDING,
    /** The stage was told that the input has ended. */
    ENDED,
    /** The undelivered bytes were taken from the stage, which is closed. */
    GIVEN_UP,
    /** The failure was fired, or is being fired. */
    FAILED
  }

  private final ByteStage<O> stage;
  private final Outlet outlet;

  /**
   * The rest of the buffer that is being read. A field and not a local variable, so that it is
   * found and read if a receiver causes the end of the channel.
   */
  private final ReceivedBytes received;

  private final ReadDemand demand = new ReadDemand();
  private Phase phase = Phase.STREAMING;
  private boolean removed;

  /** Whether a call of the stage has not returned yet, so that the stage can do nothing else. */
  private boolean inStage;

  /** Whether the stage was switched since it was last polled to its end. */
  private boolean switched;

  /** Whether an output was fired since the last {@code channelReadComplete}. */
  private boolean incomplete;

  public StageReader(ByteStage<O> stage, Outlet outlet) {
    this.stage = stage;
    this.received = new ReceivedBytes(stage instanceof ForgetsInput);
    this.outlet = outlet;
  }

  public Optional<TextEncoding> resolvedEncoding() {
    return stage.resolvedEncoding();
  }

  public boolean isInStage() {
    return inStage;
  }

  public boolean isRemoved() {
    return removed;
  }

  // Reading.

  /** Fires what the stage yields of {@code in}, and releases it. */
  public void read(ChannelHandlerContext ctx, ByteBuf in) {
    if (removed && (phase == Phase.ENDED || phase == Phase.GIVEN_UP)) {
      // It was received before the removal, behind what was handed over.
      ctx.fireChannelRead(in);
      ctx.fireChannelReadComplete();
      return;
    }
    demand.onBytes();
    if (phase != Phase.FAILED && in.refCnt() > 0) {
      drain(ctx, in);
    }
    if (removed) {
      // Before the release: bytes that were not read are in the memory of the buffer.
      handOver(ctx);
    }
    try {
      in.release();
    } catch (Throwable e) {
      // Of a buffer that somebody released, bytes are missing, or were others when they were read.
      // Whatever is thrown, the events that wait behind this buffer are still received.
      fail(ctx, EarlyRelease.explained(e));
    }
  }

  /** Releases bytes unread. */
  public void skip(ChannelHandlerContext ctx, ByteBuf in) {
    demand.onBytes();
    try {
      in.release();
    } catch (Throwable e) {
      fail(ctx, EarlyRelease.explained(e));
    }
  }

  /**
   * Fires what the stage yields of the bytes that it holds, and of those of the buffer that are
   * left.
   */
  public void drain(ChannelHandlerContext ctx) {
    drain(ctx, null);
  }

  private void drain(ChannelHandlerContext ctx, @Nullable ByteBuf in) {
    try {
      ByteBuffer first = in == null ? null : received.take(in);
      if (first != null && !mayFire()) {
        offer(first);
      }
      while (mayFire()) {
        O output = first == null ? poll() : offerAndPoll(first);
        first = null;
        if (output != null) {
          fire(ctx, output);
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

  /** Fires a message in its turn, as what a {@code read()} was for. */
  public void fire(ChannelHandlerContext ctx, Object message) {
    demand.onOutput();
    incomplete = true;
    outlet.fire(ctx, message);
  }

  /**
   * Whether outputs are still fired. A removal stops that, but not once the end is known: then
   * nothing is handed over.
   */
  private boolean mayFire() {
    return switch (phase) {
      case STREAMING -> !removed;
      case ENDING, ENDED -> true;
      case GIVEN_UP, FAILED -> false;
    };
  }

  /** Answers false if there is nothing to offer. */
  private boolean offerNext() {
    if (!mayFire()) {
      return false;
    }
    ByteBuffer view = received.poll();
    switched = false;
    if (view == null) {
      return false;
    }
    offer(view);
    return true;
  }

  private void offer(ByteBuffer view) {
    inStage = true;
    try {
      stage.offer(view);
    } finally {
      inStage = false;
    }
  }

  private @Nullable O offerAndPoll(ByteBuffer view) {
    inStage = true;
    try {
      return stage.offerAndPoll(view);
    } finally {
      inStage = false;
    }
  }

  private @Nullable O poll() {
    inStage = true;
    try {
      return stage.poll();
    } finally {
      inStage = false;
    }
  }

  /** Ends the stream: fires the failure, if it is the first. */
  public void fail(ChannelHandlerContext ctx, Throwable cause) {
    if (phase == Phase.FAILED) {
      return;
    }
    phase = Phase.FAILED;
    switched = false;
    received.clear();
    ctx.fireExceptionCaught(new DecoderException(cause));
  }

  /** Counts outputs from here on as answers to a {@code read()} that the last receiver has made. */
  public void beginNextRead() {
    demand.onNextRead();
  }

  public void completeRead(ChannelHandlerContext ctx) {
    incomplete = false;
    demand.complete(ctx);
    ctx.fireChannelReadComplete();
  }

  /** Fires {@code channelReadComplete} after outputs for which the channel fires no such event. */
  public void completeOutputs(ChannelHandlerContext ctx) {
    if (incomplete) {
      incomplete = false;
      ctx.fireChannelReadComplete();
    }
  }

  /** The same, where no read is under way: then these outputs answer none that is to come. */
  public void completeUnread(ChannelHandlerContext ctx) {
    if (!demand.isReading()) {
      demand.onNextRead();
      completeOutputs(ctx);
    }
  }

  // Frames: a handler says where they begin and end, between two buffers.

  /**
   * Begins a frame, unless nothing is read any more.
   *
   * @param reader reads the frame; the frame stage closes it, or this method if it is not used
   * @throws IllegalStateException if the stage reads no frames, or a frame is open
   */
  public void begin(ByteStage<?> reader) {
    @SuppressWarnings("unchecked") // Who makes the frame stage makes the readers.
    ByteStage<Object> own = (ByteStage<Object>) reader;
    try {
      FrameStage<Object, O> frames = frames();
      if (mayFire() && phase != Phase.ENDED) {
        frames.begin(own);
      } else {
        reader.close();
      }
    } catch (IllegalStateException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * Ends the open frame and fires the resulting outputs.
   *
   * @throws IllegalStateException if the stage reads no frames, or no frame is open
   */
  public void endFrame(ChannelHandlerContext ctx) {
    FrameStage<Object, O> frames = frames();
    if (mayFire()) {
      frames.endFrame();
      drain(ctx);
    }
  }

  /**
   * Fails the open frame and fires the resulting outputs.
   *
   * @throws IllegalStateException if the stage reads no frames, or no frame is open
   */
  public void cutFrame(ChannelHandlerContext ctx, Throwable cause) {
    FrameStage<Object, O> frames = frames();
    if (mayFire()) {
      frames.cutFrame(cause);
      drain(ctx);
    }
  }

  @SuppressWarnings("unchecked") // Who makes the frame stage makes the readers.
  private FrameStage<Object, O> frames() {
    if (stage instanceof FrameStage) {
      return (FrameStage<Object, O>) stage;
    }
    throw new IllegalStateException(
        "the stage reads no frames: make it by Stages.frames(FrameResult, long)");
  }

  /** Whether the stream has failed, so that nothing more is read of it. */
  public boolean hasFailed() {
    return phase == Phase.FAILED;
  }

  // The end.

  /** From here on, received bytes are read to their end whatever the receivers do. */
  public void expectEnd() {
    if (phase == Phase.STREAMING) {
      phase = Phase.ENDING;
    }
  }

  /**
   * Ends the stage. Called at the shutdown of the input and again at the end of the channel, when
   * it finds nothing left to do.
   */
  public void end(ChannelHandlerContext ctx) {
    if (phase == Phase.ENDING) {
      phase = Phase.ENDED;
      endStage(ctx);
      drain(ctx);
    }
    completeOutputs(ctx);
  }

  private void endStage(ChannelHandlerContext ctx) {
    inStage = true;
    try {
      stage.endOfInput();
    } catch (Throwable e) {
      fail(ctx, e);
    } finally {
      inStage = false;
    }
  }

  public void close(ChannelHandlerContext ctx) {
    try {
      stage.close();
    } catch (Throwable e) {
      fail(ctx, e);
    }
  }

  // What a receiver asks for: it takes effect when the receiver has returned.

  /**
   * Goes on in another way, from the bytes that have not become an output.
   *
   * @throws IllegalStateException if the stream is not read any more
   */
  public void switchTo(DecoderSpec next) {
    if (removed || phase == Phase.GIVEN_UP || phase == Phase.FAILED) {
      throw new IllegalStateException(
          "the stream is not read any more: the handler was removed, or the stream has failed");
    }
    // A listener is told of what was read in the old way.
    inStage = true;
    try {
      stage.switchTo(next);
    } finally {
      inStage = false;
    }
    switched = true;
  }

  public void remove() {
    removed = true;
  }

  /** Reads on after a switch, hands over after a removal. */
  public void settle(ChannelHandlerContext ctx) {
    if (switched) {
      drain(ctx);
    }
    if (removed) {
      handOver(ctx);
    }
  }

  /**
   * Fires the bytes that have not become an output. Once the end is known there are no such bytes:
   * the last ones are being read, or were read.
   */
  private void handOver(ChannelHandlerContext ctx) {
    if (phase != Phase.STREAMING) {
      return;
    }
    phase = Phase.GIVEN_UP;
    ByteBuf rest;
    try {
      rest = received.copyBehind(stage.takeUndelivered());
    } catch (Throwable e) {
      fail(ctx, e);
      return;
    }
    if (rest.isReadable()) {
      demand.onOutput();
      outlet.fireRest(ctx, rest);
      ctx.fireChannelReadComplete();
    } else {
      rest.release();
    }
  }

  /** Drops the bytes that have not become an output, and answers how many they were. */
  public long discard() {
    if (phase == Phase.FAILED || phase == Phase.GIVEN_UP) {
      return 0;
    }
    phase = Phase.GIVEN_UP;
    try {
      byte[] undelivered = stage.takeUndelivered();
      return undelivered.length + received.remaining();
    } finally {
      received.clear();
    }
  }
}
