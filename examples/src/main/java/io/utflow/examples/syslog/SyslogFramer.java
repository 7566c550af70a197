/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.utflow.examples.server.FrameProgress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cuts the bytes of a connection into messages, by RFC 6587. The first byte of the connection tells
 * its framing: a digit from 1 to 9 is octet counting (§3.4.1), {@code MSG-LEN SP MSG}; anything
 * else is non-transparent framing (§3.4.2), each message ended by LF, where a CR before it belongs
 * to the line end, or by NUL. The framing of a connection never changes, though some old senders
 * did that: a line of a message that begins with a number could otherwise swallow the messages
 * behind it.
 *
 * <p>If NUL ended the first message of the connection, as Python's {@code SysLogHandler} ends all
 * of its messages, LF is a part of the text: a stack trace stays one message. LF ends a message
 * there only if the priority of the next one follows, such as {@code <13>}: one stray NUL does not
 * join the lines of a sender that ends them with LF.
 *
 * <p>Frames are bytes and not text, for their parts are in different encodings, and the length
 * counts octets. A message over the bound is cut there, which RFC 5424, §6.1 allows, and the rest
 * of it is dropped as it arrives. So at most the bound and one read are kept.
 */
final class SyslogFramer extends ByteToMessageDecoder implements FrameProgress {
  /** The digits of a length below 2^31. */
  private static final int MOST_DIGITS = 10;

  /** The octets of a priority of three digits. */
  private static final int MOST_PRIORITY = 5;

  private static final Pattern PRIORITY = Pattern.compile("<[0-9]{1,3}>");
  private static final Pattern PART_OF_PRIORITY = Pattern.compile("(<[0-9]{0,3})?");

  private enum Framing {
    UNKNOWN,
    OCTET_COUNTING,
    /** The first message, which begins with a priority, is not complete. */
    LF_OR_NUL_ENDS_THE_FIRST,
    LF_OR_NUL,
    NUL
  }

  private final int maxBytes;
  private Framing framing = Framing.UNKNOWN;
  private long ended;

  /** Of a counted frame that has begun: the bytes that are still to come. */
  private long missing;

  /** Whether the rest of the frame is dropped. */
  private boolean dropping;

  /** How many bytes of an open message are known to hold none of its end. */
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
      framing = framing(in.getByte(in.readerIndex()));
    }
    if (framing == Framing.OCTET_COUNTING) {
      readCounted(in, out);
    } else {
      readToTrailer(in, out);
    }
  }

  private static Framing framing(byte first) {
    if (first >= '1' && first <= '9') {
      return Framing.OCTET_COUNTING;
    }
    return first == '<' ? Framing.LF_OR_NUL_ENDS_THE_FIRST : Framing.LF_OR_NUL;
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
    // The byte behind the bound may be the LF of a template of rsyslog, or a NUL, which the sender
    // has counted as a part of the message. It is dropped.
    int awaited = (int) (missing <= maxBytes + 1 ? missing : maxBytes);
    if (in.readableBytes() < awaited) {
      return;
    }
    boolean hasTrailer =
        awaited == missing && (endsWith(in, awaited, '\n') || endsWith(in, awaited, '\0'));
    long length = hasTrailer ? missing - 1 : missing;
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

  private void readToTrailer(ByteBuf in, List<Object> out) {
    int found = findTrailer(in);
    int length = found < 0 ? ~found : found;
    if (dropping) {
      in.skipBytes(length);
    } else if (withoutLineEnd(in, length) > maxBytes) {
      out.add(frame(in, maxBytes, true));
      dropping = true;
      searched = 0;
      return;
    } else if (found < 0) {
      searched = length;
      return;
    } else {
      addMessage(in, length, false, out);
    }
    searched = 0;
    if (found >= 0) {
      boolean endsWithNul = in.readByte() == 0;
      if (framing == Framing.LF_OR_NUL_ENDS_THE_FIRST) {
        framing = endsWithNul ? Framing.NUL : Framing.LF_OR_NUL;
      }
      endFrame();
    }
  }

  /**
   * {@return how many bytes stand before the trailer of the message; if it is not there, how many
   * hold none for certain, complemented}
   */
  private int findTrailer(ByteBuf in) {
    int length = searched;
    while ((length = nextCandidate(in, length)) >= 0) {
      boolean isNul = in.getByte(in.readerIndex() + length) == 0;
      boolean isEmptyLine = !dropping && withoutLineEnd(in, length) == 0;
      if (isNul || framing != Framing.NUL || isEmptyLine) {
        return length;
      }
      String next = ascii(in, length + 1, MOST_PRIORITY);
      if (PRIORITY.matcher(next).lookingAt()) {
        return length;
      }
      if (PART_OF_PRIORITY.matcher(next).matches()) {
        return ~length; // What arrives next decides.
      }
      length++;
    }
    return ~in.readableBytes();
  }

  /** The offset of the next LF or NUL, below 0 if there is none. */
  private static int nextCandidate(ByteBuf in, int offset) {
    int start = in.readerIndex();
    int at =
        in.forEachByte(
            start + offset, in.readableBytes() - offset, octet -> octet != '\n' && octet != 0);
    return at < 0 ? at : at - start;
  }

  private static String ascii(ByteBuf in, int offset, int most) {
    int length = Math.min(most, in.readableBytes() - offset);
    return in.toString(in.readerIndex() + offset, length, StandardCharsets.US_ASCII);
  }

  /** The length of a message without a CR, an LF or both at its end. */
  private static int withoutLineEnd(ByteBuf in, int length) {
    int lf = endsWith(in, length, '\n') ? 1 : 0;
    return endsWith(in, length - lf, '\r') ? length - lf - 1 : length - lf;
  }

  private static boolean endsWith(ByteBuf in, int length, char octet) {
    return length > 0 && in.getByte(in.readerIndex() + length - 1) == octet;
  }

  /** Without a line end before its trailer; an empty line is no message. */
  private void addMessage(ByteBuf in, int length, boolean truncated, List<Object> out) {
    int whole = withoutLineEnd(in, length);
    int kept = Math.min(whole, maxBytes);
    if (kept > 0) {
      out.add(frame(in, kept, truncated || kept < whole));
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

  /**
   * The last message needs no trailer; of a counted frame that the end has cut, what came is kept.
   */
  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.isReadable() && !dropping) {
      if (framing != Framing.OCTET_COUNTING) {
        addMessage(in, in.readableBytes(), givenUp, out);
      } else if (missing > 0) {
        out.add(frame(in, in.readableBytes(), true));
      }
    }
    in.skipBytes(in.readableBytes());
  }
}
