/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.utflow.codec.stage.FrameException;
import io.utflow.examples.server.Journal;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of one read to the journal, and reads again when they are written. A server
 * with slow output therefore makes its peers wait, by TCP, and keeps one read of each.
 */
final class SyslogConnection extends ChannelInboundHandlerAdapter {
  /** A peer that has been silent for so long while the server ends has sent what it had. */
  private static final long QUIET_MILLIS = 100;

  private final Runnable giveUp;
  private final Journal journal;
  private final SyslogOutput output;
  private final SyslogCounters counters;
  private List<SyslogFrame> frames = new ArrayList<>();
  private @Nullable ChannelHandlerContext context;

  /** The number of batches in the journal; above one only at the end of the connection. */
  private int unwritten;

  private boolean hasReadLately;

  /** Whether the peer has ended TLS, and waits for the same. */
  private boolean hasPeerEnded;

  /**
   * @param giveUp told that the connection is closed inside of an open message
   */
  SyslogConnection(Runnable giveUp, Journal journal, SyslogOutput output, SyslogCounters counters) {
    this.giveUp = giveUp;
    this.journal = journal;
    this.output = output;
    this.counters = counters;
  }

  /** Whether the peer waits for the journal. */
  boolean isPaused() {
    return unwritten > 0;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object frame) {
    frames.add((SyslogFrame) frame);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    hasReadLately = true;
    if (!frames.isEmpty()) {
      writeFrames(ctx);
    } else if (unwritten == 0) {
      readOrClose(ctx);
    }
  }

  private void readOrClose(ChannelHandlerContext ctx) {
    if (hasPeerEnded) {
      ctx.close();
    } else {
      ctx.read();
    }
  }

  private void writeFrames(ChannelHandlerContext ctx) {
    InetSocketAddress address = (InetSocketAddress) ctx.channel().remoteAddress();
    String peer = address.getAddress().getHostAddress() + ":" + address.getPort();
    boolean isSecure = ctx.pipeline().get(SslHandler.class) != null;
    List<SyslogFrame> batch = frames;
    frames = new ArrayList<>();
    unwritten++;
    journal
        .write(() -> batch.stream().map(frame -> output.line(frame, peer, isSecure)).iterator())
        .whenCompleteAsync((written, failure) -> readOn(ctx, failure), ctx.executor());
  }

  private void readOn(ChannelHandlerContext ctx, @Nullable Throwable failure) {
    unwritten--;
    hasReadLately = true;
    if (failure != null) {
      ctx.close();
    } else if (unwritten == 0) {
      readOrClose(ctx);
    }
  }

  /** Writes the messages that the end of the connection has completed. */
  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (!frames.isEmpty()) {
      writeFrames(ctx);
    }
  }

  /**
   * Closes the connection when the peer is silent and all is written. Runs in the event loop, which
   * reads arrived bytes before it looks at the clock.
   */
  void closeWhenQuiet() {
    hasReadLately = true; // What has arrived and was not read is read first.
    closeIfQuiet();
  }

  private void closeIfQuiet() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !ctx.channel().isActive()) {
      return;
    }
    if (hasReadLately || isPaused()) {
      hasReadLately = false;
      ctx.executor().schedule(this::closeIfQuiet, QUIET_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      cut();
    }
  }

  /** Closes the connection. It is not the peer's doing: an open message is a part of one. */
  void cut() {
    giveUp.run();
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      ctx.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      counters.failedHandshakes().increment();
      ctx.close();
    } else if (event instanceof SslCloseCompletionEvent end) {
      peerHasEnded(ctx, end.isSuccess());
    }
  }

  /** Without its close_notify the end of TLS is anybody's, who may have cut a message, too. */
  private void peerHasEnded(ChannelHandlerContext ctx, boolean byTls) {
    hasPeerEnded = true;
    if (!byTls) {
      giveUp.run();
    } else if (frames.isEmpty() && !isPaused()) {
      ctx.close();
    }
  }

  /** A lost framing, a reset, a silence that was too long: the messages before it are written. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause.getCause() instanceof FrameException) {
      counters.lostFramings().increment();
    }
    cut();
  }
}
