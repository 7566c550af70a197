/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.hl7;

import io.micrometer.core.instrument.Counter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.utflow.examples.server.FrameProgress;
import java.util.List;

/**
 * Gathers the frames of MLLP: 0B, the message, 1C 0D. They are bytes and not text, for the message
 * says itself in which charset it is. Those that MLLP can carry write no character with the bytes
 * 0B and 1C.
 *
 * <p>Bytes between frames are dropped, as MLLP demands, up to a bound: who sends more of them does
 * not speak MLLP. A start block inside of a frame begins a new one: the sender has given up the one
 * before, which was never answered. Of a frame over the bound only the first bytes are kept, and it
 * is handed on where it ends, to be refused.
 */
final class MllpFramer extends ByteToMessageDecoder implements FrameProgress {
  private static final byte START = 0x0B;
  private static final byte END = 0x1C;
  private static final byte CARRIAGE_RETURN = 0x0D;

  /** What is kept of a frame that is too long: more than any header. */
  private static final int KEPT_OF_TOO_LONG = 4096;

  private static final int MOST_BETWEEN_FRAMES = 65_536;

  private final int maxBytes;
  private final Counter broken;
  private boolean inFrame;
  private long ended;
  private int betweenFrames;

  /** How many bytes of the open frame are known to hold neither block. */
  private int searched;

  /** The first bytes of a frame that is too long, else empty. */
  private byte[] kept = {};

  /**
   * @param maxBytes of a message
   * @param broken counts the frames that were given up by their sender
   */
  MllpFramer(int maxBytes, Counter broken) {
    this.maxBytes = maxBytes;
    this.broken = broken;
  }

  @Override
  public boolean isInFrame() {
    return inFrame;
  }

  @Override
  public long endedFrames() {
    return ended;
  }

  /**
   * {@inheritDoc}
   *
   * @throws CorruptedFrameException if the peer does not speak MLLP
   */
  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (inFrame) {
      readFrame(in, out);
    } else {
      skipToFrame(in);
    }
  }

  private void skipToFrame(ByteBuf in) {
    int start = in.indexOf(in.readerIndex(), in.writerIndex(), START);
    int skipped = start < 0 ? in.readableBytes() : start - in.readerIndex();
    betweenFrames += skipped;
    if (betweenFrames > MOST_BETWEEN_FRAMES) {
      in.skipBytes(in.readableBytes());
      throw new CorruptedFrameException("no start block of MLLP in " + betweenFrames + " bytes");
    }
    in.skipBytes(skipped);
    if (start >= 0) {
      in.skipBytes(1);
      begin();
    }
  }

  private void begin() {
    inFrame = true;
    betweenFrames = 0;
    searched = 0;
    kept = new byte[0];
  }

  private void readFrame(ByteBuf in, List<Object> out) {
    int length = in.readableBytes();
    int at = searched;
    for (; at < length; at++) {
      byte octet = in.getByte(in.readerIndex() + at);
      if (octet == START) {
        in.skipBytes(at + 1);
        broken.increment();
        begin();
        return;
      }
      if (octet == END) {
        if (at + 1 == length) {
          break; // The next byte tells whether this is the end block.
        }
        if (in.getByte(in.readerIndex() + at + 1) == CARRIAGE_RETURN) {
          end(in, at, out);
          return;
        }
      }
    }
    searched = at;
    if (kept.length > 0 || at > maxBytes) {
      drop(in, at);
    }
  }

  private void end(ByteBuf in, int length, List<Object> out) {
    boolean tooLong = kept.length > 0 || length > maxBytes;
    if (tooLong) {
      drop(in, length);
      out.add(new MllpFrame(kept, true));
    } else {
      byte[] message = new byte[length];
      in.readBytes(message);
      out.add(new MllpFrame(message, false));
    }
    in.skipBytes(2);
    inFrame = false;
    kept = new byte[0];
    ended++;
  }

  /** Drops bytes of a frame that is too long; the first ones are kept. */
  private void drop(ByteBuf in, int length) {
    if (kept.length == 0) {
      kept = new byte[Math.min(length, KEPT_OF_TOO_LONG)];
      in.getBytes(in.readerIndex(), kept);
    }
    in.skipBytes(length);
    searched = 0;
  }

  /** A frame that the end of the connection has cut is no message: nobody waits for its answer. */
  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (inFrame) {
      broken.increment();
      inFrame = false;
    }
    in.skipBytes(in.readableBytes());
  }
}
