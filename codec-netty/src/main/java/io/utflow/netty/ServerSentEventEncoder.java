/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;

/**
 * Encodes each {@link ServerSentEvent} that is written to the channel to one {@code ByteBuf} of an
 * event stream ({@code text/event-stream}). Other messages pass through.
 *
 * <pre>{@code
 * pipeline.addLast(new ServerSentEventEncoder());
 * ctx.writeAndFlush(ServerSentEvent.of("\uD83D\uDE00").id("1"));
 * }</pre>
 *
 * <p>After an HTTP codec take {@link HttpTextEncoder}, which makes each event an {@code
 * HttpContent}, so that it can be compressed. Flush after each event, or it waits.
 *
 * <p><b>Unpaired surrogates</b> and failures are as with {@link TextStreamEncoder}; a surrogate
 * pair over two events is two unpaired ones. Not sharable: each channel has a handler of its own.
 * The spec may be shared.
 */
public final class ServerSentEventEncoder extends OutboundStage<ServerSentEvent, ServerSentEvent> {

  /**
   * Encodes by {@code spec}, which channels may share.
   *
   * @param spec how text becomes bytes; in UTF-8, immutable
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public ServerSentEventEncoder(EncoderSpec spec) {
    this(spec, new AppendingBuffers());
  }

  /** Encodes to UTF-8, and replaces ill-formed sequences by U+FFFD. */
  public ServerSentEventEncoder() {
    this(EncoderSpec.of(TextEncoding.UTF_8));
  }

  private ServerSentEventEncoder(EncoderSpec spec, AppendingBuffers target) {
    super(
        ServerSentEvent.class,
        target,
        EventStages.encode(spec.pieceBytes(Integer.MAX_VALUE), target));
  }

  @Override
  ServerSentEvent[] inputsOf(ServerSentEvent message) {
    return new ServerSentEvent[] {message};
  }
}
