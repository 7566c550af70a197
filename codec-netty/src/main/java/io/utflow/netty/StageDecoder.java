package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.utflow.codec.stage.Stage;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Runs a {@link Stage} in a pipeline: offers it what was received and fires what it yields.
 *
 * <p>Every buffer is taken whole, in place, and what must wait waits in the stage, so Netty never
 * cumulates. Outputs are fired from within {@code decode}, one by one: {@link ByteToMessageDecoder}
 * guards that method, so what a receiver of an output causes there comes after the other outputs of
 * the buffer. A buffer read meanwhile is queued; a removal of this handler is done at the end.
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

  private static final ByteBuffer[] NO_VIEWS = {};

  private final Stage<ByteBuffer, O> stage;
  private Phase phase = Phase.STREAMING;

  /**
   * The received bytes, those from {@code nextView} on not offered yet. A field and not a local
   * variable, so that an end of the channel that a receiver causes finds, and drains, the rest.
   */
  private ByteBuffer[] views = NO_VIEWS;

  private int nextView;

  StageDecoder(Stage<ByteBuffer, O> stage) {
    this.stage = stage;
    // The merging cumulator would copy a composite buffer even when there is nothing to merge.
    setCumulator(COMPOSITE_CUMULATOR);
  }

  /** The received bytes that the stage has not decided, and gives up. */
  abstract byte[] takePending();

  @Override
  protected final void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (phase != Phase.FAILED) {
      // Not nioBuffer(), which copies a composite.
      views = in.nioBuffers();
      nextView = 0;
    }
    in.skipBytes(in.readableBytes());
    try {
      while (pull(out)) {
        fire(ctx, out);
      }
    } catch (RuntimeException | Error e) {
      fail(ctx, out, e);
    }
  }

  /**
   * Ends the stage. Called at the shutdown of the input and again at the end of the channel, when
   * it finds nothing left to do. An exception thrown here would arrive after {@code
   * channelInactive}, so it is fired.
   */
  @Override
  protected final void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (phase == Phase.STREAMING) {
      phase = Phase.ENDING;
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
    // From the end on nothing waits for more: the last bytes are being judged, or were.
    byte[] pending = phase == Phase.STREAMING ? takePending() : new byte[0];
    stage.close();
    if (pending.length > 0) {
      ctx.fireChannelRead(Unpooled.wrappedBuffer(pending));
      ctx.fireChannelReadComplete();
    }
  }

  /** Adds the next output to {@code out}; false if there is none before more is received. */
  private boolean pull(List<Object> out) {
    while (true) {
      O output = stage.poll();
      if (output != null) {
        out.add(output);
        return true;
      }
      if (nextView < views.length) {
        stage.offer(views[nextView++]);
      } else if (phase == Phase.ENDING) {
        phase = Phase.ENDED;
        stage.endOfInput();
      } else {
        views = NO_VIEWS;
        nextView = 0;
        return false;
      }
    }
  }

  private void fail(ChannelHandlerContext ctx, List<Object> out, Throwable cause) {
    phase = Phase.FAILED;
    views = NO_VIEWS;
    nextView = 0;
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
