/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import io.utflow.codec.stage.TextStage;
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
 * the channel, or the removal of the handler, it is unpaired, and its replacement is written and
 * flushed first. The close itself does not wait: the promises of bytes that the socket has not
 * taken by then fail, as with any handler. To close after the last message, close when its promise
 * is done. If the peer closes the channel, or a handler nearer to the transport does, this handler
 * is not called, and the high surrogate is dropped.
 *
 * <p><b>Another encoding</b> for all later messages: {@link #switchTo}.
 *
 * <p><b>Unpaired surrogates</b> are treated by the policy of the spec; by default each becomes
 * U+FFFD in the target encoding (The Unicode Standard, §3.9). If the policy reports, the bytes
 * before the surrogate are written, and the promise fails with an {@link
 * io.netty.handler.codec.EncoderException} over the {@link io.utflow.codec.IllFormedTextException}.
 * The promises of all later messages fail too, over an {@link IllegalStateException} whose cause is
 * the first failure. At the close, which has no such promise, the exception is fired to {@code
 * exceptionCaught}. The exception of an observer or handler of the spec takes the same way. The
 * channel stays open.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class TextStreamEncoder extends OutboundStage<CharSequence, CharSequence> {
  private final TextStage<CharSequence, ByteBuf> stage;

  /**
   * Encodes by {@code spec}, which channels may share.
   *
   * @param spec how text becomes bytes; immutable
   */
  public TextStreamEncoder(EncoderSpec spec) {
    this(spec, new AppendingBuffers());
  }

  /**
   * Encodes to {@code encoding}, and replaces ill-formed sequences by U+FFFD.
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
    this(target, Stages.encode(spec.pieceBytes(Integer.MAX_VALUE), target));
  }

  private TextStreamEncoder(AppendingBuffers target, TextStage<CharSequence, ByteBuf> stage) {
    super(CharSequence.class, target, stage);
    this.stage = stage;
  }

  /**
   * Encodes all later messages by another spec: another encoding, policy or observer. Bytes that
   * end the earlier text, such as the shift back in ISO-2022-JP, go out with the next message, or
   * at the close. The byte order mark of {@code next} is written, unless it says {@link
   * io.utflow.codec.BomOutput#NEVER}; its budget begins. A high surrogate that waits for the next
   * message is written in the new encoding.
   *
   * <p>Call it in the event loop, between two writes. The messages of other threads are in the
   * order in which the event loop gets them.
   *
   * @param next how text becomes bytes from here on
   * @throws IllegalStateException if this is not the event loop of the channel; if the stream has
   *     ended or failed; or while a message is being encoded: if an observer or a handler of
   *     ill-formed sequences calls this
   */
  public void switchTo(EncoderSpec next) {
    EncoderSpec whole = next.pieceBytes(Integer.MAX_VALUE);
    requireBetweenMessages();
    stage.switchTo(whole);
  }

  @Override
  CharSequence[] inputsOf(CharSequence message) {
    return new CharSequence[] {message};
  }
}
