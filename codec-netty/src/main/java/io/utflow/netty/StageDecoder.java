package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link ByteStage} in a pipeline: offers it what was received and fires what it yields.
 *
 * <p>Every buffer is taken whole, in place, and what must wait waits in the stage, so Netty never
 * cumulates. Outputs are fired from within {@code decode}, one by one: {@link ByteToMessageDecoder}
 * guards that method, so what a receiver of an output causes there comes after the other outputs of
 * the buffer. A buffer read meanwhile is queued. Only a removal of this handler takes effect at
 * once: what the stage has not turned into an output is then fired as bytes.
 *
 * @param <O> what is fired
 */
abstract class StageDecoder<O> extends ByteToMessageDecoder {
  private enum Phase {
    STREAMING,
    ENDING,
    ENDED,
    FAILED
  }

  private final ByteStage<O> stage;
  private Phase phase = Phase.STREAMING;

  /**
   * A field and not a local variable, so that an end of the channel that a receiver causes finds,
   * and drains, the rest.
   */
  private final ReceivedBytes received = new ReceivedBytes();

  private boolean polling;

  StageDecoder(ByteStage<O> stage) {
    this.stage = stage;
    // The merging cumulator would copy a composite buffer even when there is nothing to merge.
    setCumulator(COMPOSITE_CUMULATOR);
  }

  /**
   * The encoding the channel is read in, as soon as a byte order mark, or its absence, has decided.
   */
  public final Optional<TextEncoding> resolvedEncoding() {
    return stage.resolvedEncoding();
  }

  @Override
  protected final void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (phase == Phase.FAILED) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (ctx.isRemoved()) {
      // Read and queued while the output was being received that this handler was removed for.
      handOver(ctx);
      ctx.fireChannelRead(in.readRetainedSlice(in.readableBytes()));
      ctx.fireChannelReadComplete();
      return;
    }
    try {
      stage.offer(received.take(in));
      // From the end on nothing is handed over, so that a removal changes nothing.
      while ((phase != Phase.STREAMING || !ctx.isRemoved()) && pull(out) && phase != Phase.FAILED) {
        fire(ctx, out);
      }
      if (ctx.isRemoved()) {
        handOver(ctx);
      }
    } catch (RuntimeException | Error e) {
      fail(ctx, out, e);
    } finally {
      received.letGo();
    }
  }

  /**
   * Ends the stage. Called at the shutdown of the input and again at the end of the channel, when
   * it finds nothing left to do. An exception thrown here would arrive after {@code
   * channelInactive}, so it is fired. Only what is read when an observer ends the channel there and
   * then, which no event loop does, comes behind that.
   */
  @Override
  protected final void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (phase == Phase.STREAMING) {
      phase = Phase.ENDING;
    }
    if (polling) {
      // By an observer, within the loop of decode, which then goes on to the end.
      received.keep(in);
      return;
    }
    try {
      while (pull(out)) {
        // What was pulled is in out, which the caller fires before the end.
      }
    } catch (RuntimeException | Error e) {
      boolean anything = !out.isEmpty();
      fail(ctx, out, e);
      if (anything) {
        ctx.fireChannelReadComplete();
      }
    }
  }

  @Override
  protected final void handlerRemoved0(ChannelHandlerContext ctx) {
    handOver(ctx);
    stage.close();
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
      ctx.fireChannelRead(rest);
      ctx.fireChannelReadComplete();
    } else {
      rest.release();
    }
  }

  /** Adds the next output to {@code out}; false if there is none before more is received. */
  private boolean pull(List<Object> out) {
    while (true) {
      O output = poll();
      if (output != null) {
        out.add(output);
        return true;
      }
      ByteBuffer view = received.poll();
      if (view != null) {
        stage.offer(view);
      } else if (phase == Phase.ENDING) {
        phase = Phase.ENDED;
        stage.endOfInput();
      } else {
        return false;
      }
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

  private void fail(ChannelHandlerContext ctx, List<Object> out, Throwable cause) {
    phase = Phase.FAILED;
    received.clear();
    fire(ctx, out);
    ctx.fireExceptionCaught(new DecoderException(cause));
  }

  /**
   * Fires what is in {@code out} and empties it. That something was in it tells Netty that the
   * demand of a {@code read()} is met.
   */
  private static void fire(ChannelHandlerContext ctx, List<Object> out) {
    for (Object output : out) {
      ctx.fireChannelRead(output);
    }
    out.clear();
  }
}
