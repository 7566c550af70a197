/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.nio.charset.Charset;

/**
 * Decodes the bytes of a channel, however the network cut them, to {@code String}s of whole
 * characters.
 *
 * <pre>{@code
 * pipeline.addLast(new TextStreamDecoder(TextEncoding.UTF_8));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Text.</b> Every complete character of a buffer is fired with that buffer; only the bytes of
 * a sequence that its end has cut, 3 at most in a Unicode encoding, wait for the next. The {@code
 * String}s are well-formed, never empty, at most {@link DecoderSpec#pieceChars()} UTF-16 code units
 * long, and end where the network happened to cut, not at lines. When the channel closes or its
 * input is shut down, a sequence still open is ill-formed, and what becomes of it is fired before
 * that event.
 *
 * <p><b>Buffers.</b> The handler reads each {@code ByteBuf} in place, or a copy if it is small and
 * outside the heap, and releases it. Other messages pass through. Where {@code autoRead} is off, a
 * read that completes no character triggers another.
 *
 * <p><b>Ill-formed text</b> is treated by the policy of the spec: by default each maximal subpart
 * (The Unicode Standard, §3.9) becomes one U+FFFD. If the policy reports, the text before the
 * ill-formed sequence is fired, then {@code exceptionCaught} with a {@link
 * io.netty.handler.codec.DecoderException} over the {@link io.utflow.codec.IllFormedTextException};
 * from then on the stream yields nothing, and buffers are released unread. The exception of an
 * observer or handler of the spec takes the same way. The channel stays open: close it if that is
 * the protocol.
 *
 * <p><b>Order.</b> The text stays in order also when its receiver reads, closes the channel or
 * removes the handler from within {@code channelRead}; but what it reads there after it has removed
 * the handler does not pass the handler, and comes first.
 *
 * <p><b>Removal.</b> When the handler is removed, the bytes that have not become text, if any, are
 * fired as a {@code ByteBuf}; from within {@code channelRead}, when that has returned. Before a
 * switch to a protected stream, such as STARTTLS, call {@link #discardAndRemove()} instead: those
 * bytes came unprotected.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class TextStreamDecoder extends StageDecoder<String> {
  /**
   * Decodes by {@code spec}, which channels may share.
   *
   * @param spec how bytes become text; immutable
   */
  public TextStreamDecoder(DecoderSpec spec) {
    super(Stages.decode(spec));
  }

  /**
   * Decodes {@code encoding}, and replaces ill-formed sequences by U+FFFD.
   *
   * @param encoding of the bytes received
   */
  public TextStreamDecoder(TextEncoding encoding) {
    this(DecoderSpec.of(encoding));
  }

  /**
   * As {@link #TextStreamDecoder(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextStreamDecoder(Charset charset) {
    this(DecoderSpec.of(TextEncoding.of(charset)));
  }
}
