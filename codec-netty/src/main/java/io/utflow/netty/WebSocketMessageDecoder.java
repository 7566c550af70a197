/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;

/**
 * Decodes each text message of a WebSocket to one {@code String}, however it was fragmented. It
 * takes the place of a {@code WebSocketFrameAggregator} and of {@code TextWebSocketFrame.text()},
 * which replaces ill-formed sequences without a word. Needs {@code netty-codec-http}.
 *
 * <pre>{@code
 * pipeline.addLast(new WebSocketServerProtocolHandler("/chat"));
 * pipeline.addLast(new WebSocketMessageDecoder(65_536));
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<String>
 * }</pre>
 *
 * <p><b>Messages.</b> A message is fired with its last fragment, an empty one as an empty {@code
 * String}. A message that an ill-formed sequence, the bound or the end of the channel cuts is not
 * fired.
 *
 * <p><b>Bounds.</b> Memory is bounded by {@code maxChars}. As soon as a message is longer, the
 * connection is failed as below, with the status 1009 and a {@link
 * io.netty.handler.codec.TooLongFrameException}.
 *
 * <p><b>Ill-formed text</b> fails the connection with the status 1007 at the fragment that proves
 * it so, as with {@link WebSocketTextDecoder}; so do frames, buffers, reads and the end. When the
 * handler is removed, the text of an open message is written again, and fired as a frame. Not
 * sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class WebSocketMessageDecoder extends TextFrameDecoder {
  private final DecoderSpec spec;
  private final int maxChars;

  /**
   * Decodes by {@code spec}, which channels may share.
   *
   * @param spec the observer and the listener; its policies for ill-formed text and byte order
   *     marks are ignored; of UTF-8, immutable
   * @param maxChars the bound of a message, in UTF-16 code units, at least 1
   * @throws IllegalArgumentException if the encoding is not UTF-8, or the bound below 1
   */
  public WebSocketMessageDecoder(DecoderSpec spec, int maxChars) {
    super(spec, maxChars);
    this.spec = ofWebSocket(spec);
    this.maxChars = maxChars;
    newStage().close();
  }

  /**
   * Decodes messages of at most {@code maxChars} UTF-16 code units.
   *
   * @param maxChars the bound of a message, in UTF-16 code units, at least 1
   * @throws IllegalArgumentException if the bound is below 1
   */
  public WebSocketMessageDecoder(int maxChars) {
    this(DecoderSpec.of(TextEncoding.UTF_8), maxChars);
  }

  @Override
  ByteStage<String> newStage() {
    return Stages.text(spec, maxChars);
  }

  @Override
  Object output(String text, boolean endsMessage) {
    return text;
  }
}
