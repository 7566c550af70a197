/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;

/**
 * Decodes the bytes of a channel, however the network cut them, by a protocol in which lines
 * announce what follows: a text of so many bytes, or raw bytes. RESP, NATS, STOMP and the literals
 * of IMAP are such.
 *
 * <pre>{@code
 * pipeline.addLast(new CountedTextDecoder<>(TextEncoding.UTF_8, new Replies(), 1024, 1 << 20));
 * pipeline.addLast(receiver); // of what the protocol makes: here a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Bounds.</b> One part is kept, of at most {@code maxBytes}; an announced length takes no
 * memory before its bytes are there. A protocol that keeps several parts of a message bounds their
 * sum: it adds up the lengths that are announced, and throws.
 *
 * <p><b>Errors.</b> Where a line is too long, an announced length is, a line that announces is
 * ill-formed, or the protocol throws, a {@link FrameException} is fired to {@code exceptionCaught},
 * as the cause of a {@link DecoderException}, and nothing more is read, for what follows cannot be
 * told from commands: close the channel.
 *
 * <p>All else is as with {@link StageDecoder}: buffers, order, removal, {@link
 * #discardAndRemove()}. Not sharable: each channel has a handler and a protocol of its own.
 *
 * @param <R> what the protocol makes
 */
public final class CountedTextDecoder<R> extends StageDecoder<R> {
  /**
   * Decodes by a protocol.
   *
   * @param spec how lines and texts are read; immutable, channels may share it
   * @param protocol for this channel only
   * @param maxLineBytes the bound of a line, at least 1
   * @param maxBytes the bound of a counted part, at least that of a line
   * @throws IllegalArgumentException if a bound is too low, or the encoding has state
   */
  public CountedTextDecoder(
      DecoderSpec spec, CountedTexts<R> protocol, int maxLineBytes, int maxBytes) {
    super(CountedTexts.stage(spec, protocol, maxLineBytes, maxBytes));
  }

  /**
   * Decodes by a protocol, and replaces what is ill-formed by U+FFFD.
   *
   * @param encoding of lines and texts
   * @param protocol for this channel only
   * @param maxLineBytes the bound of a line, at least 1
   * @param maxBytes the bound of a counted part, at least that of a line
   * @throws IllegalArgumentException if a bound is too low, or the encoding has state
   */
  public CountedTextDecoder(
      TextEncoding encoding, CountedTexts<R> protocol, int maxLineBytes, int maxBytes) {
    this(DecoderSpec.of(encoding), protocol, maxLineBytes, maxBytes);
  }
}
