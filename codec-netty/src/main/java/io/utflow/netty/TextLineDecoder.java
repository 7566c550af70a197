/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.netty.inbound.TooLongLines;
import java.nio.charset.Charset;

/**
 * Decodes the bytes of a channel, however the network cut them, to a {@code String} for each line,
 * in any encoding.
 *
 * <pre>{@code
 * pipeline.addLast(new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.CRLF));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Lines.</b> A line is fired when the last byte of its terminator is received; the last one,
 * if it has no terminator, when the channel closes or its input is shut down. Where a line ends
 * never depends on ill-formed text (Unicode Technical Report #36, §3.5).
 *
 * <p><b>Bounds.</b> Memory is bounded by {@link LineSpec#maxChars(int)}, in UTF-16 code units,
 * whatever is sent. Under {@link TooLongPolicy#FAIL} a longer line is a {@link
 * TooLongFrameException}, fired to {@code exceptionCaught} once, as soon as the bound is passed;
 * the line is left out, and decoding goes on after its terminator.
 *
 * <p><b>Ill-formed text</b> and failures are as with {@link TextStreamDecoder}. Text that stands
 * before an ill-formed sequence without a terminator is not fired, because it is no line: it is the
 * {@link io.utflow.codec.IllFormedTextException#decodedPrefix()}.
 *
 * <p><b>Removal.</b> When the handler is removed, also from within the {@code channelRead} of a
 * line, the bytes after the last line fired go on as a {@code ByteBuf}, so that a command can
 * switch the protocol. They are the bytes received, ill-formed ones included. Only the text of a
 * line that an earlier buffer has begun is encoded again, with the replacements in it. Where a
 * command switches the encoding alone, nothing is to be removed: call {@link #switchTo}.
 *
 * <p><b>Not so before TLS.</b> Where a command such as STARTTLS switches to a protected stream, the
 * bytes after it came unprotected, perhaps from an attacker. Neither keep this handler nor remove
 * it as others: drop those bytes, close the channel if there were any, and put a new decoder after
 * the {@code SslHandler}.
 *
 * <pre>{@code
 * long unprotected = ctx.pipeline().get(TextLineDecoder.class).discardAndRemove();
 * if (unprotected > 0) {
 *   ctx.close();
 * }
 * }</pre>
 *
 * <p>Buffers, reads and order are as with {@link TextStreamDecoder}. Not sharable: each channel has
 * a handler of its own. The specs may be shared.
 */
public final class TextLineDecoder extends StageDecoder<String> {
  private final TooLongLines tooLong;

  /**
   * Decodes by specs that channels may share.
   *
   * @param spec how bytes become text; immutable
   * @param lines the line breaks and the bound; immutable
   */
  public TextLineDecoder(DecoderSpec spec, LineSpec lines) {
    this(spec, lines, new TooLongLines());
  }

  /**
   * Decodes {@code encoding}, replaces ill-formed sequences by U+FFFD, fails lines over 65,536
   * chars.
   *
   * @param encoding of the bytes received
   * @param breaks the line breaks
   */
  public TextLineDecoder(TextEncoding encoding, LineBreaks breaks) {
    this(DecoderSpec.of(encoding), LineSpec.of(breaks));
  }

  /**
   * Decodes {@code encoding}, replaces ill-formed sequences by U+FFFD, fails longer lines.
   *
   * @param encoding of the bytes received
   * @param breaks the line breaks
   * @param maxChars the longest line, in UTF-16 code units, at least 1
   * @throws IllegalArgumentException if the bound is below 1
   */
  public TextLineDecoder(TextEncoding encoding, LineBreaks breaks, int maxChars) {
    this(DecoderSpec.of(encoding), LineSpec.of(breaks).maxChars(maxChars));
  }

  /**
   * Decodes {@code encoding}, and replaces ill-formed sequences by U+FFFD.
   *
   * @param encoding of the bytes received
   * @param lines the line breaks and the bound; immutable
   */
  public TextLineDecoder(TextEncoding encoding, LineSpec lines) {
    this(DecoderSpec.of(encoding), lines);
  }

  /**
   * As {@link #TextLineDecoder(TextEncoding, LineBreaks)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @param breaks the line breaks
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextLineDecoder(Charset charset, LineBreaks breaks) {
    this(DecoderSpec.of(TextEncoding.of(charset)), LineSpec.of(breaks));
  }

  private TextLineDecoder(DecoderSpec spec, LineSpec lines, TooLongLines tooLong) {
    super(Stages.lines(spec, tooLong.watching(lines)));
    this.tooLong = tooLong;
  }

  @Override
  void onAdded(ChannelHandlerContext ctx) {
    tooLong.fireTo(ctx);
  }
}
