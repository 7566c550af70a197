/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;
import java.nio.ByteBuffer;

/**
 * Turns the bytes written to a channel, cut anywhere, into bytes of another encoding.
 *
 * <pre>{@code
 * pipeline.addLast(
 *     new TextStreamOutboundTranscoder(
 *         DecoderSpec.of(TextEncoding.UTF_8), EncoderSpec.of(TextEncoding.UTF_16)));
 * }</pre>
 *
 * <p>Each {@code ByteBuf} written is released and becomes one {@code ByteBuf}; other messages pass
 * through. A sequence cut by the end of a message waits for the next; at the close of the channel,
 * or the removal of the handler, it is truncated, and what becomes of it is written first. Failures
 * are as with {@link TextStreamEncoder}. Not sharable: each channel has a handler of its own.
 */
public final class TextStreamOutboundTranscoder extends OutboundStage<ByteBuf, ByteBuffer> {

  /**
   * Transcodes by specs that channels may share.
   *
   * @param from how written bytes are read; immutable
   * @param to how they are sent; immutable
   */
  public TextStreamOutboundTranscoder(DecoderSpec from, EncoderSpec to) {
    this(from, to, new AppendingBuffers());
  }

  /**
   * Transcodes one encoding to another, and replaces ill-formed sequences by U+FFFD.
   *
   * @param from of the bytes that are read
   * @param to of the bytes that are written
   */
  public TextStreamOutboundTranscoder(TextEncoding from, TextEncoding to) {
    this(DecoderSpec.of(from), EncoderSpec.of(to));
  }

  private TextStreamOutboundTranscoder(DecoderSpec from, EncoderSpec to, AppendingBuffers target) {
    super(ByteBuf.class, target, Stages.transcode(from, to.pieceBytes(Integer.MAX_VALUE), target));
  }

  @Override
  ByteBuffer[] inputsOf(ByteBuf message) {
    return message.nioBuffers();
  }
}
