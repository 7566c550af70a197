/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameFinder;
import io.utflow.codec.stage.FramedStage;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.codec.stage.WholeFrame;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a connection, by RFC 6587. They are bytes and not text, because their parts are
 * in different encodings, and a length counts octets. A message over the bound is cut there, which
 * RFC 5424, §6.1 allows, and so is one that the end of the connection cuts.
 */
final class SyslogMessages implements WholeFrame<SyslogFrame> {
  private final int maxBytes;
  private final FramedStage<SyslogFrame> stage;

  /** Whether the connection is not closed by the peer: an open line is cut. */
  private boolean givenUp;

  /**
   * @param maxBytes of a message that are kept, below 2^31 - 1
   */
  SyslogMessages(int maxBytes) {
    this.maxBytes = maxBytes;
    // One byte more: an LF of a template of rsyslog, or a NUL, that the sender has counted.
    this.stage =
        Stages.wholeFrames(FrameFinder.syslog(), this, maxBytes + 1, TooLongPolicy.TRUNCATE);
  }

  /** {@return a stage that reads the connection} */
  FramedStage<SyslogFrame> stage() {
    return stage;
  }

  /** The connection is closed inside of the open message, and not by the peer. */
  void giveUp() {
    givenUp = true;
  }

  @Override
  public @Nullable SyslogFrame read(ByteBuffer bytes, FrameBounds bounds, boolean truncated) {
    int length = bytes.remaining();
    if (length > 0 && !truncated) {
      byte last = bytes.get(bytes.limit() - 1);
      length -= last == '\n' || last == 0 ? 1 : 0;
    }
    byte[] message = new byte[Math.min(length, maxBytes)];
    bytes.get(message);
    boolean isCut = truncated || givenUp || message.length < length;
    return message.length == 0 && isCut ? null : new SyslogFrame(message, isCut);
  }

  /** No message: the end of the connection has cut its length. */
  @Override
  public @Nullable SyslogFrame failed(FrameException failure) {
    return null;
  }
}
