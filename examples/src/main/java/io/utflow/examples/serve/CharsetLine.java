/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.netty.TextStreamDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;

/**
 * Finds out the encoding of a connection, puts the decoder in its own place and removes itself.
 *
 * <p>A client may begin with a line in ASCII, {@code charset=UTF-16LE}. Without one, a byte order
 * mark decides, and without that the default encoding is used. A text in the default encoding that
 * begins with {@code charset=} therefore needs the line, or a mark, before it.
 */
final class CharsetLine extends ByteToMessageDecoder {
  private static final String KEY = "charset=";
  private static final int LONGEST_LINE = 64;

  private final TextEncoding defaultEncoding;
  private final IllFormedSummary illFormed;
  private boolean refused;

  CharsetLine(TextEncoding defaultEncoding, IllFormedSummary illFormed) {
    this.defaultEncoding = defaultEncoding;
    this.illFormed = illFormed;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int known = Math.min(in.readableBytes(), KEY.length());
    String start = in.toString(in.readerIndex(), known, StandardCharsets.ISO_8859_1);
    if (!KEY.startsWith(start)) {
      decodeText(ctx, undeclared());
      return;
    }
    int length = in.bytesBefore((byte) '\n');
    if (length >= 0) {
      String line = in.readCharSequence(length, StandardCharsets.ISO_8859_1).toString();
      in.skipBytes(1);
      declare(ctx, line.substring(KEY.length()).strip());
    } else if (in.readableBytes() > LONGEST_LINE) {
      decodeText(ctx, undeclared());
    }
  }

  /** At the end of the input an incomplete line is text. */
  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (!refused && !ctx.isRemoved()) {
      decodeText(ctx, undeclared());
    }
  }

  private void declare(ChannelHandlerContext ctx, String name) {
    try {
      decodeText(ctx, DecoderSpec.of(TextEncoding.forName(name)));
    } catch (UnsupportedCharsetException e) {
      // Answered at once, but closed at the end of the input: closing over unread bytes would reset
      // the connection, and the client might never see the answer.
      ctx.writeAndFlush(ByteBufUtil.writeUtf8(ctx.alloc(), "unknown charset " + name + "\n"));
      refused = true;
    }
  }

  private DecoderSpec undeclared() {
    return DecoderSpec.of(defaultEncoding).bom(BomPolicy.SNIFF);
  }

  private void decodeText(ChannelHandlerContext ctx, DecoderSpec spec) {
    ctx.pipeline()
        .addAfter(ctx.name(), null, new TextStreamDecoder(spec.observer(illFormed)))
        .remove(this);
  }
}
