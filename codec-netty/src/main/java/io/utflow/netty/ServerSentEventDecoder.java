/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.EventSpec;
import io.utflow.codec.sse.EventStages;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.TooLongPolicy;
import io.utflow.netty.inbound.TooLongLines;

/**
 * Decodes the bytes of an event stream ({@code text/event-stream}), however the network cut them,
 * to a {@link ServerSentEvent} for each event, as the HTML standard interprets them.
 *
 * <pre>{@code
 * pipeline.addLast(new ServerSentEventDecoder());
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<ServerSentEvent>
 * }</pre>
 *
 * <p><b>HTTP.</b> This handler reads {@code ByteBuf}s, and one stream to the end of the channel.
 * After an HTTP codec take {@link HttpTextDecoder#events}, which reads each body by itself.
 *
 * <p><b>Events.</b> An event is fired when the last byte of its empty line is received. An event
 * that the end of the channel cuts is not fired.
 *
 * <p><b>Bounds.</b> Memory is bounded by {@link EventSpec#maxChars(int)}, in UTF-16 code units.
 * Under {@link TooLongPolicy#FAIL} a longer event is a {@link TooLongFrameException}, fired to
 * {@code exceptionCaught} once, as soon as the bound is passed; the event is left out, and decoding
 * goes on after its empty line.
 *
 * <p><b>Removal.</b> When the handler is removed, the bytes after the last event go on as a {@code
 * ByteBuf}; the complete lines of an event that has not ended are written again.
 *
 * <p>All else is as with {@link TextLineDecoder}: buffers, ill-formed text, failures, {@link
 * #discardAndRemove()}; but the encoding is always UTF-8, so there is nothing to switch to. Not
 * sharable: each channel has a handler of its own. The specs may be shared.
 */
public final class ServerSentEventDecoder extends StageDecoder<ServerSentEvent> {
  private final TooLongLines tooLong;

  /**
   * Decodes by specs that channels may share.
   *
   * @param spec how bytes become text; of UTF-8, immutable
   * @param events the bound of an event, and whether comments are kept; immutable
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public ServerSentEventDecoder(DecoderSpec spec, EventSpec events) {
    this(spec, events, new TooLongLines());
  }

  /** Decodes by {@link EventSpec#DEFAULT}, and replaces ill-formed sequences by U+FFFD. */
  public ServerSentEventDecoder() {
    this(DecoderSpec.of(TextEncoding.UTF_8), EventSpec.DEFAULT);
  }

  private ServerSentEventDecoder(DecoderSpec spec, EventSpec events, TooLongLines tooLong) {
    super(EventStages.decode(spec, tooLong.watching(events)));
    this.tooLong = tooLong;
  }

  @Override
  void onAdded(ChannelHandlerContext ctx) {
    tooLong.fireTo(ctx);
  }
}
