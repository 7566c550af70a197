package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.LineBreaks;
import io.utflow.codec.stage.LineSpec;
import io.utflow.codec.stage.Overlong;
import io.utflow.codec.stage.Stages;

/**
 * Decodes the bytes of a channel, cut anywhere, to a {@code String} for each line, in any encoding.
 *
 * <p>A line is fired when the last byte of its terminator is received; the last one, if it has no
 * terminator, when the channel closes or its input is shut down. Memory is bounded by {@link
 * LineSpec#maxLength(int)}, whatever is sent. Under {@link Overlong#FAIL} a longer line is a {@link
 * TooLongFrameException}, fired once, as soon as the bound is passed; the line is left out, and
 * decoding goes on behind its terminator.
 *
 * <p>Ill-formed text and failures are as with {@link TextStreamDecoder}. Text that stands before an
 * ill-formed sequence without a terminator is not fired, for it is no line: it is the {@link
 * io.utflow.codec.IllFormedTextException#decodedPrefix()}.
 *
 * <p>When the handler is removed, also from within the {@code channelRead} of a line, the bytes
 * behind the last line fired go on as a {@code ByteBuf}, so that a command can switch the protocol.
 * They are the bytes received, whatever they are. Only the text of a line that an earlier buffer
 * has begun is encoded again, with what has replaced ill-formed sequences in it. Where a command
 * switches the encoding alone, nothing is to be removed: call {@link #switchTo}.
 *
 * <p><strong>Not so before TLS.</strong> Where a command such as STARTTLS switches to a protected
 * stream, what stands behind it came unprotected, perhaps from an attacker. Neither let this
 * handler stay nor remove it as others: call {@link #discardAndRemove()}, and put a new one behind
 * the {@code SslHandler}.
 *
 * <p>One for each channel, never shared.
 */
public final class TextLineDecoder extends StageDecoder<String> {
  private final OverlongLines overlong;

  /**
   * Decodes by specs that channels may share.
   *
   * @param spec how bytes become text; immutable
   * @param lines what ends a line, and how long it may be; immutable
   */
  public TextLineDecoder(DecoderSpec spec, LineSpec lines) {
    this(spec, lines, new OverlongLines());
  }

  /**
   * Decodes {@code encoding}, replaces what is ill-formed by U+FFFD, fails lines over 65,536 chars.
   *
   * @param encoding of the bytes received
   * @param breaks what ends a line
   */
  public TextLineDecoder(TextEncoding encoding, LineBreaks breaks) {
    this(DecoderSpec.of(encoding), LineSpec.of(breaks));
  }

  private TextLineDecoder(DecoderSpec spec, LineSpec lines, OverlongLines overlong) {
    super(Stages.lines(spec, overlong.watching(lines)));
    this.overlong = overlong;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    overlong.fireTo(ctx);
  }
}
