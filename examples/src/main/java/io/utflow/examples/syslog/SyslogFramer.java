/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.utflow.examples.server.FrameProgress;
import java.util.List;

/**
 * Cuts the bytes of a connection into messages, by RFC 6587. The first byte of the connection tells
 * its framing: a digit from 1 to 9 is octet counting (§3.4.1), {@code MSG-LEN SP MSG}; anything
 * else is non-transparent framing (§3.4.2), each message ended by LF, where a CR before it belongs
 * to the line end. The framing of a connection never changes, though some old senders did that: a
 * line of a message that begins with a number could otherwise swallow the messages behind it.
 *
 * <p>Frames are bytes and not text, for their parts are in different encodings, and the length
 * counts octets. A message over the bound is cut there, which RFC 5424, §6.1 allows, and the rest
 * of it is dropped as it arrives. So at most the bound and one read are kept.
 */
final class SyslogFramer extends ByteToMessageDecoder implements FrameProgress {
  /** The digits of a length below 2^31. */
  private static final int MOST_DIGITS = 10;

  private enum Framing {
    UNKNOWN,
    OCTET_COUNTING,
    NON_TRANSPARENT
  }

  private final int maxBytes;
  private Framing framing = Framing.UNKNOWN;
  private long ended;

  /** Of a counted frame that has begun: the bytes that are still to come. */
  private long missing;

  /** Whether the rest of the frame is dropped. */
  private boolean dropping;

  /** How many bytes of an open line are known to hold no LF. */
  private int searched;

  /** Whether the connection is not closed by the peer: an open line is cut. */
  private boolean givenUp;

  /**
   * @param maxBytes of a message that are kept, below 2^31 - 1
   */
  SyslogFramer(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean isInFrame() {
    return missing > 0 || dropping || actualReadableBytes() > 0;
  }

  @Override
  public long endedFrames() {
    return ended;
  }

  @Override
  public void giveUp() {
    givenUp = true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws CorruptedFrameException where a length should be and is none: the frames behind it
   *     cannot be found any more
   */
  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (framing == Framing.UNKNOWN) {
      byte first = in.getByte(in.readerIndex());
      framing = first >= '1' && first <= '9' ? Framing.OCTET_COUNTING : Framing.NON_TRANSPARENT;
    }
    if (framing == Framing.OCTET_COUNTING) {
      readCounted(in, out);
    } else {
      readLine(in, out);
    }
  }

  private void readCounted(ByteBuf in, List<Object> out) {
    if (missing == 0 && !readLength(in)) {
      return;
    }
    if (dropping) {
      long dropped = Math.min(missing, in.readableBytes());
      in.skipBytes((int) dropped);
      missing -= dropped;
      if (missing == 0) {
        endFrame();
      }
      return;
    }
    // The byte behind the bound may be the LF of a template of rsyslog, which counts it as a part
    // of the message. It is dropped.
    int awaited = (int) (missing <= maxBytes + 1 ? missing : maxBytes);
    if (in.readableBytes() < awaited) {
      return;
    }
    boolean endsWithLf = awaited == missing && in.getByte(in.readerIndex() + awaited - 1) == '\n';
    long length = endsWithLf ? missing - 1 : missing;
    int kept = (int) Math.min(length, maxBytes);
    out.add(frame(in, kept, kept < length));
    if (awaited == missing) {
      in.skipBytes(awaited - kept);
      endFrame();
    } else {
      missing -= kept;
      dropping = true;
    }
  }

  /** Reads {@code MSG-LEN SP}; false if not all of it is there. */
  private boolean readLength(ByteBuf in) {
    long length = 0;
    int start = in.readerIndex();
    for (int i = 0; i < in.readableBytes(); i++) {
      byte octet = in.getByte(start + i);
      if (octet == ' ' && i > 0) {
        in.skipBytes(i + 1);
        missing = length;
        return true;
      }
      boolean isDigit = octet >= (i == 0 ? '1' : '0') && octet <= '9';
      if (!isDigit || i == MOST_DIGITS) {
        in.skipBytes(in.readableBytes());
        throw new CorruptedFrameException("no length where a frame of octet counting begins");
      }
      length = length * 10 + (octet - '0');
    }
    return false;
  }

  private void readLine(ByteBuf in, List<Object> out) {
    int readable = in.readableBytes();
    int lineEnd = in.indexOf(in.readerIndex() + searched, in.writerIndex(), (byte) '\n');
    int length = lineEnd < 0 ? readable : lineEnd - in.readerIndex();
    if (dropping) {
      in.skipBytes(length);
    } else if (withoutCr(in, length) > maxBytes) {
      out.add(frame(in, maxBytes, true));
      dropping = true;
      searched = 0;
      return;
    } else if (lineEnd < 0) {
      searched = readable;
      return;
    } else {
      addLine(in, length, false, out);
    }
    searched = 0;
    if (lineEnd >= 0) {
      in.skipBytes(1);
      endFrame();
    }
  }

  private static int withoutCr(ByteBuf in, int length) {
    boolean endsWithCr = length > 0 && in.getByte(in.readerIndex() + length - 1) == '\r';
    return endsWithCr ? length - 1 : length;
  }

  /** Without a CR at its end; an empty line is no message. */
  private static void addLine(ByteBuf in, int length, boolean truncated, List<Object> out) {
    int kept = withoutCr(in, length);
    if (kept > 0) {
      out.add(frame(in, kept, truncated));
    }
    in.skipBytes(length - kept);
  }

  private static SyslogFrame frame(ByteBuf in, int length, boolean truncated) {
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return new SyslogFrame(bytes, truncated);
  }

  private void endFrame() {
    ended++;
    dropping = false;
    missing = 0;
  }

  /** The last line needs no LF; of a counted frame that the end has cut, what came is kept. */
  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.isReadable() && !dropping) {
      if (framing == Framing.NON_TRANSPARENT) {
        addLine(in, in.readableBytes(), givenUp, out);
      } else if (missing > 0) {
        out.add(frame(in, in.readableBytes(), true));
      }
    }
    in.skipBytes(in.readableBytes());
  }
}
