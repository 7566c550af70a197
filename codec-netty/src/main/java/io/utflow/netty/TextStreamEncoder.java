/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.nio.charset.Charset;

/**
 * Encodes the text written to a channel as one stream: a surrogate pair split over two messages is
 * one character, and a byte order mark, where the encoding has one, is written once.
 *
 * <pre>{@code
 * pipeline.addLast(new TextStreamEncoder(TextEncoding.UTF_8));
 * pipeline.writeAndFlush("text");
 * }</pre>
 *
 * <p><b>Messages.</b> Each {@code CharSequence} becomes one {@code ByteBuf} of the channel's
 * allocator, and is released if it is reference-counted. Other messages pass through. The piece
 * length of the spec is not used.
 *
 * <p><b>The end.</b> A high surrogate at the end of a message waits for the next; at the close of
 * the channel, or the removal of the handler, it is unpaired, and what becomes of it is written and
 * flushed first. The close itself does not wait: what the socket has not taken by then fails its
 * promise, as with any handler. To close behind the last message, close when its promise is done.
 * Where the peer closes the channel, or a handler nearer to the transport does, this handler is not
 * asked, and the high surrogate is dropped.
 *
 * <p><b>Unpaired surrogates</b> are treated by the policy of the spec; by default each becomes
 * U+FFFD in the target encoding (The Unicode Standard, §3.9). If the policy reports, the bytes
 * before the surrogate are written, and the promise fails with an {@link
 * io.netty.handler.codec.EncoderException} over the {@link io.utflow.codec.IllFormedTextException}.
 * So do the promises of all later messages, over an {@link IllegalStateException} whose cause is
 * the first failure. At the close, which has no such promise, the exception is fired to {@code
 * exceptionCaught}. The exception of an observer or handler of the spec takes the same way. The
 * channel stays open.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class TextStreamEncoder extends OutboundStage<CharSequence, CharSequence> {

  /**
   * Encodes by {@code spec}, which channels may share.
   *
   * @param spec how text becomes bytes; immutable
   */
  public TextStreamEncoder(EncoderSpec spec) {
    this(spec, new AppendingBuffers());
  }

  /**
   * Encodes to {@code encoding}, and replaces what is ill-formed by U+FFFD.
   *
   * @param encoding of the bytes to send
   */
  public TextStreamEncoder(TextEncoding encoding) {
    this(EncoderSpec.of(encoding));
  }

  /**
   * As {@link #TextStreamEncoder(TextEncoding)}, for a charset of the JDK.
   *
   * @param charset of the bytes
   * @throws java.nio.charset.UnsupportedCharsetException if it has no encoding here
   */
  public TextStreamEncoder(Charset charset) {
    this(EncoderSpec.of(TextEncoding.of(charset)));
  }

  private TextStreamEncoder(EncoderSpec spec, AppendingBuffers target) {
    super(CharSequence.class, target, Stages.encode(spec.pieceBytes(Integer.MAX_VALUE), target));
  }

  @Override
  CharSequence[] inputsOf(CharSequence message) {
    return new CharSequence[] {message};
  }
}
