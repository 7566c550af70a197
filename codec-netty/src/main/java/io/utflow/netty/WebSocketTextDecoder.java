/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.utflow.codec.DecoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;

/**
 * Decodes the text messages of a WebSocket as their fragments arrive, to {@link WebSocketText}s of
 * whole characters, and closes the connection where the text is ill-formed. {@link
 * WebSocketMessageDecoder} fires whole messages instead. Needs {@code netty-codec-http}.
 *
 * <pre>{@code
 * pipeline.addLast(new WebSocketServerProtocolHandler("/chat"));
 * pipeline.addLast(new WebSocketTextDecoder());
 * pipeline.addLast(receiver); // a SimpleChannelInboundHandler<WebSocketText>
 * }</pre>
 *
 * <p><b>Text.</b> Every complete character of a fragment is fired with that fragment; only the
 * bytes of a sequence that its end has cut, 3 at most, wait for the next, also over control frames
 * between the two. A piece is at most {@link DecoderSpec#pieceChars()} UTF-16 code units long. The
 * last piece of each message {@linkplain WebSocketText#endsMessage() says so}; it is empty if
 * nothing is left to tell, or if the message is empty. U+FEFF is text like any other, because a
 * protocol that is always UTF-8 has no byte order marks (RFC 3629, §6).
 *
 * <p><b>Frames.</b> Text frames and their continuation frames are read and released. All else
 * passes: binary frames and theirs, ping, pong, close. Compressed frames must be decompressed
 * before: one that was not fails the connection as below, with the status 1002. Where {@code
 * autoRead} is off, a read that completes no character triggers another.
 *
 * <p><b>Ill-formed text</b>, also a sequence that the end of its message cuts, fails the connection
 * (RFC 6455, §8.1) at the first byte that proves it so: the text before it is fired; a close frame
 * of the status 1007 is written, and the channel closed after it; then {@code exceptionCaught} is
 * fired with a {@link io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException} over
 * the {@link io.utflow.codec.IllFormedTextException}, whose byte offset counts from the start of
 * the message. From then on frames are released unread. An exception of an observer takes the same
 * way with the status 1011, as a {@link io.netty.handler.codec.DecoderException}. Netty's {@code
 * Utf8FrameValidator}, which its protocol handlers add before this handler, does the same work once
 * more: {@code withUTF8Validator(false)} leaves it out.
 *
 * <p><b>The end.</b> A message that the end of the channel cuts is not ended. When the handler is
 * removed, the bytes of an open message that have not become text, if any, are fired as a frame;
 * what is after them passes.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class WebSocketTextDecoder extends TextFrameDecoder {
  private final DecoderSpec spec;

  /**
   * Decodes by {@code spec}, which channels may share.
   *
   * @param spec the length of a piece, the observer and the listener; its policies for ill-formed
   *     text and byte order marks are ignored; of UTF-8, immutable
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public WebSocketTextDecoder(DecoderSpec spec) {
    super(spec, spec.pieceChars());
    this.spec = ofWebSocket(spec);
  }

  /** Decodes to pieces of the default length. */
  public WebSocketTextDecoder() {
    this(DecoderSpec.of(TextEncoding.UTF_8));
  }

  @Override
  ByteStage<String> newStage() {
    return Stages.decode(spec);
  }

  @Override
  Object output(String text, boolean endsMessage) {
    return new WebSocketText(text, endsMessage);
  }
}
