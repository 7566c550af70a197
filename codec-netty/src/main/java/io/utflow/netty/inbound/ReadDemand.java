/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty.inbound;

import io.netty.channel.ChannelHandlerContext;

/**
 * Tracks whether the bytes read so far satisfy a {@code read()}: if {@code autoRead} is off, a read
 * that yields no output must trigger another, or the receiver waits for ever.
 */
public final class ReadDemand {
  private boolean bytesRead;
  private boolean answered;
  private boolean requesting;
  private boolean requestAgain;

  /** Bytes were read, which may or may not yield an output. */
  public void onBytes() {
    bytesRead = true;
  }

  /** Whether bytes were read since the last {@code channelReadComplete}. */
  boolean isReading() {
    return bytesRead;
  }

  /** Something was fired, the answer to a {@code read()}. */
  public void onOutput() {
    answered = true;
  }

  /**
   * Counts outputs from here on as answers to a {@code read()} that the receiver of the last output
   * has made.
   */
  public void onNextRead() {
    answered = false;
  }

  /** At {@code channelReadComplete}: asks for more if nothing was an answer. */
  public void complete(ChannelHandlerContext ctx) {
    boolean unanswered = bytesRead && !answered;
    bytesRead = false;
    answered = false;
    if (unanswered && !ctx.channel().config().isAutoRead()) {
      request(ctx);
    }
  }

  /**
   * Asks for more, and again if the answer came at once and yielded nothing. This is a loop,
   * because a recursion would go as deep as the number of empty frames that a peer sends.
   */
  private void request(ChannelHandlerContext ctx) {
    requestAgain = true;
    if (requesting) {
      return;
    }
    requesting = true;
    try {
      while (requestAgain) {
        requestAgain = false;
        ctx.read();
      }
    } finally {
      requesting = false;
    }
  }
}
