/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.chat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The lines of a client that has not named its charset: each in UTF-8, or else, if it is not
 * well-formed in that, in windows-1252. Commands of telnet are removed. A byte order mark of UTF-16
 * or UTF-32 at the start hands the stream to a decoder that reads it as the mark says.
 *
 * <p>One line is taken at a time, so the bytes after a {@code /charset} are not decoded yet.
 */
final class FirstLines extends ByteToMessageDecoder {
  private static final int LONGEST = 4000;
  private static final int LONGEST_MARK = 4;
  private static final TextEncoding OTHERWISE = TextEncoding.forName("windows-1252");

  private final Telnet telnet = new Telnet();
  private final ByteBuf line = Unpooled.buffer(256);
  private final Runnable atMark;
  private boolean begun;
  private boolean passes;
  private boolean dropsLastLine;

  /**
   * @param atMark puts another decoder in the place of this one
   */
  FirstLines(Runnable atMark) {
    this.atMark = atMark;
  }

  /** The filter that removes the commands of telnet. */
  Telnet telnet() {
    return telnet;
  }

  /** Drops an unfinished line at the end of the connection. */
  void dropLastLine() {
    dropsLastLine = true;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (!begun && !begin(in, false)) {
      return;
    }
    while (in.isReadable() && out.isEmpty()) {
      int from = line.writerIndex();
      telnet.take(in.readByte(), line);
      if (line.writerIndex() > from && endsLine(line.writerIndex() - 1)) {
        line.writerIndex(line.writerIndex() - 1);
        endLine(out);
      } else if (line.readableBytes() > LONGEST) {
        line.clear();
        if (!passes) {
          passes = true;
          ctx.fireExceptionCaught(new TooLongFrameException("more than " + LONGEST + " bytes"));
        }
      }
    }
  }

  /** LF ends a line; of a telnet that sends each key CR NUL does too (RFC 1123, §3.3.1). */
  private boolean endsLine(int last) {
    byte end = line.getByte(last);
    return end == '\n' || end == 0 && last > 0 && line.getByte(last - 1) == '\r';
  }

  /** Decides whether a byte order mark comes first; false if more bytes must tell. */
  private boolean begin(ByteBuf in, boolean last) {
    byte[] first =
        ByteBufUtil.getBytes(in, in.readerIndex(), Math.min(in.readableBytes(), LONGEST_MARK));
    boolean maybe = false;
    for (String mark : List.of("FEFF", "FFFE", "0000FEFF", "EFBBBF")) {
      byte[] bytes = ByteBufUtil.decodeHexDump(mark);
      int common = Math.min(bytes.length, first.length);
      boolean begins = ByteBuffer.wrap(bytes, 0, common).equals(ByteBuffer.wrap(first, 0, common));
      if (begins && common == bytes.length) {
        begun = true;
        if (mark.equals("EFBBBF")) {
          in.skipBytes(common);
        } else {
          atMark.run();
          return false;
        }
        return true;
      }
      maybe |= begins;
    }
    begun = last || !maybe;
    return begun;
  }

  private void endLine(List<Object> out) {
    int end = line.writerIndex();
    if (end > line.readerIndex() && line.getByte(end - 1) == '\r') {
      line.writerIndex(end - 1);
    }
    byte[] bytes = ByteBufUtil.getBytes(line);
    line.clear();
    if (passes) {
      passes = false;
    } else {
      TextEncoding encoding =
          TextEncoding.UTF_8.isWellFormed(bytes) ? TextEncoding.UTF_8 : OTHERWISE;
      // A mark at the start of the stream was taken by begin; in a later line it is text.
      DecoderSpec spec = DecoderSpec.of(encoding).bom(BomPolicy.KEEP);
      out.add(spec.newDecoder().decode(ByteBuffer.wrap(bytes), true));
    }
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (!begun) {
      begin(in, true);
    }
    decode(ctx, in, out);
    if (!in.isReadable() && out.isEmpty() && !dropsLastLine) {
      telnet.end(line);
      if (line.isReadable()) {
        endLine(out);
      }
    }
  }
}
