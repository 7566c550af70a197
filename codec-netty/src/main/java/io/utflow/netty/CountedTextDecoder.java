/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.handler.codec.DecoderException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.CountedTexts;
import io.utflow.codec.stage.FrameException;

/**
 * Decodes the bytes of a channel, however the network cut them, by a protocol in which lines
 * announce a text with a given number of bytes, or raw bytes. RESP, NATS, STOMP and the literals of
 * IMAP work like this.
 *
 * <pre>{@code
 * pipeline.addLast(new CountedTextDecoder<>(TextEncoding.UTF_8, new Replies(), 1024, 1 << 20));
 * pipeline.addLast(receiver); // of what the protocol makes: here a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Bounds.</b> At most one part of {@code maxBytes} is kept; an announced length takes no
 * memory until its bytes arrive. A protocol that keeps several parts of a message must bound their
 * sum: it adds up the announced lengths, and throws if they are too much.
 *
 * <p><b>Errors.</b> If a line or an announced length is too long, a line that announces a length is
 * ill-formed, or the protocol throws, a {@link FrameException} is fired to {@code exceptionCaught},
 * as the cause of a {@link DecoderException}. Nothing more is read, because the next bytes could be
 * data or commands: close the channel.
 *
 * <p>All else is as with {@link StageDecoder}: buffers, order, removal, {@link
 * #discardAndRemove()}. Not sharable: each channel has a handler and a protocol of its own.
 *
 * @param <R> the outputs of the protocol
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
   * Decodes by a protocol, and replaces each ill-formed sequence by U+FFFD.
   *
   * @param encoding the encoding of lines and texts
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
