/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.server;

import io.micrometer.core.instrument.Counter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.utflow.codec.stage.FramedStage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which one frame stays open for longer than a time: a peer that sends a
 * byte now and then, or a flood without an end. It looks once in that time, so the peer has up to
 * twice of it. Between frames a peer may be silent as long as it likes.
 */
public final class StalledFrames extends ChannelInboundHandlerAdapter {
  private final FramedStage<?> frames;
  private final Duration patience;
  private final BooleanSupplier isPaused;
  private final Runnable giveUp;
  private final Counter stalled;
  private @Nullable Future<?> watch;

  /** The number of the frame that was open when this looked last, or -1. */
  private long suspect = -1;

  /**
   * @param frames what reads this connection
   * @param isPaused whether the server does not read from the peer now, so that it is not the
   *     peer's fault
   * @param giveUp told before the connection is closed inside of the open frame
   * @param stalled counts the connections closed
   */
  public StalledFrames(
      FramedStage<?> frames,
      Duration patience,
      BooleanSupplier isPaused,
      Runnable giveUp,
      Counter stalled) {
    this.frames = frames;
    this.patience = patience;
    this.isPaused = isPaused;
    this.giveUp = giveUp;
    this.stalled = stalled;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    long nanos = patience.toNanos();
    watch = ctx.executor().scheduleAtFixedRate(() -> look(ctx), nanos, nanos, TimeUnit.NANOSECONDS);
    ctx.channel().closeFuture().addListener(closed -> stop());
  }

  private void look(ChannelHandlerContext ctx) {
    if (!frames.isInFrame() || isPaused.getAsBoolean()) {
      suspect = -1;
    } else if (suspect == frames.endedFrames()) {
      stop();
      stalled.increment();
      giveUp.run();
      ctx.close();
    } else {
      suspect = frames.endedFrames();
    }
  }

  private void stop() {
    if (watch != null) {
      watch.cancel(false);
    }
  }
}
