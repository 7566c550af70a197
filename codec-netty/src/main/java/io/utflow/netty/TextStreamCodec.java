/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.CombinedChannelDuplexHandler;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import java.nio.charset.Charset;

/**
 * A {@link TextStreamDecoder} and a {@link TextStreamEncoder} as one handler: text comes in, and
 * text goes out.
 *
 * <pre>{@code
 * pipeline.addLast(new TextStreamCodec(TextEncoding.UTF_8));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p>Each direction is a stream of its own, and all that is said of the two handlers holds. Others
 * of this package are combined by Netty's own class:
 *
 * <pre>{@code
 * pipeline.addLast(
 *     new CombinedChannelDuplexHandler<>(
 *         new TextLineDecoder(TextEncoding.UTF_8, LineBreaks.LF_OR_CRLF),
 *         new TextStreamEncoder(TextEncoding.UTF_8)));
 * }</pre>
 *
 * <p>Not sharable: each channel has a handler of its own. The specs may be shared.
 */
public final class TextStreamCodec
    extends CombinedChannelDuplexHandler<TextStreamDecoder, TextStreamEncoder> {

  /**
   * Decodes and encodes by specs that channels may share.
   *
   * @param in how received bytes become text; immutable
   * @param out how written text becomes bytes; immutable
   */
  public TextStreamCodec(DecoderSpec in, EncoderSpec out) {
    super(new TextStreamDecoder(in), new TextStreamEncoder(out));
  }

  /**
   * Decodes and encodes {@code encoding}, and replaces ill-formed sequences by U+FFFD.
   *
   * @param encoding of the bytes received and sent
   */
  public TextStreamCodec(TextEncoding encoding) {
    this(DecoderSpec.of(encoding), EncoderSpec.of(encoding));
  }

  /**
   * As {@link #TextStreamCodec(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextStreamCodec(Charset charset) {
    this(TextEncoding.of(charset));
  }

  /**
   * The half that reads: to ask for its {@linkplain TextStreamDecoder#resolvedEncoding() encoding},
   * to {@linkplain TextStreamDecoder#switchTo(DecoderSpec) switch} it, or to {@linkplain
   * TextStreamDecoder#discardAndRemove() remove} this handler before TLS.
   *
   * @return the same as long as this handler is in use
   */
  public TextStreamDecoder decoder() {
    return inboundHandler();
  }

  /**
   * The half that writes: to {@linkplain TextStreamEncoder#switchTo(EncoderSpec) switch} it.
   *
   * @return the same as long as this handler is in use
   */
  public TextStreamEncoder encoder() {
    return outboundHandler();
  }
}
