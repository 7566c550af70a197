/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stages;

/**
 * Turns the bytes received by a channel, however the network cut them, into bytes of another
 * encoding; {@link TextStreamOutboundTranscoder} does so with the bytes written.
 *
 * <pre>{@code
 * pipeline.addLast(
 *     new TextStreamTranscoder(
 *         DecoderSpec.of(TextEncoding.UTF_16), EncoderSpec.of(TextEncoding.UTF_8)));
 * }</pre>
 *
 * <p><b>Buffers.</b> The handler releases each {@code ByteBuf} received and fires buffers of the
 * channel's allocator, at most {@link EncoderSpec#pieceBytes()} bytes each, none empty, each ending
 * between two characters. They belong to their receiver, who releases them.
 *
 * <p>Ill-formed bytes, failures, the end of the channel and a removal are treated as by {@link
 * TextStreamDecoder}: the policy is that of {@code from}. {@link #switchTo} is refused. Not
 * sharable: each channel has a handler of its own. The specs may be shared.
 */
public final class TextStreamTranscoder extends StageDecoder<ByteBuf> {
  private final AllocatedBuffers buffers;

  /**
   * Transcodes by specs that channels may share.
   *
   * @param from how received bytes are read; immutable
   * @param to how they are handed on; immutable
   */
  public TextStreamTranscoder(DecoderSpec from, EncoderSpec to) {
    this(from, to, new AllocatedBuffers());
  }

  /**
   * Transcodes one encoding to another, and replaces ill-formed sequences by U+FFFD.
   *
   * @param from of the bytes that are read
   * @param to of the bytes that are written
   */
  public TextStreamTranscoder(TextEncoding from, TextEncoding to) {
    this(DecoderSpec.of(from), EncoderSpec.of(to));
  }

  private TextStreamTranscoder(DecoderSpec from, EncoderSpec to, AllocatedBuffers buffers) {
    super(Stages.transcode(from, to, buffers));
    this.buffers = buffers;
  }

  @Override
  void onAdded(ChannelHandlerContext ctx) {
    buffers.allocateFrom(ctx.alloc());
  }
}
