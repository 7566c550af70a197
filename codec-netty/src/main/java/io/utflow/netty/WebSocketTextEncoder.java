/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.MessageToMessageEncoder;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends text as messages of a WebSocket: each {@code CharSequence} is a message, each {@link
 * WebSocketText} a piece of one. Needs {@code netty-codec-http}.
 *
 * <pre>{@code
 * pipeline.addLast(new WebSocketTextEncoder());
 * pipeline.write("a message");
 * pipeline.write(new WebSocketText("another, ", false));
 * pipeline.writeAndFlush(new WebSocketText("in two pieces", true));
 * }</pre>
 *
 * <p><b>Frames.</b> What is written becomes one frame, or several if it is longer than {@link
 * EncoderSpec#pieceBytes()} bytes; each ends between two characters, though RFC 6455 does not ask
 * for it. A surrogate pair that lies across two pieces is one character. Other messages pass
 * through, also frames: who sends binary or continuation frames of their own does so between two
 * messages. The buffers come from the channel's allocator.
 *
 * <p><b>Unpaired surrogates</b> are treated by the policy of the spec; by default each becomes
 * U+FFFD. If the policy reports, no part of the message is sent, and the promise fails with an
 * {@link EncoderException} over the {@link io.utflow.codec.IllFormedTextException}. A message that
 * is written as one leaves those after it alone; but where a piece fails, its message cannot be
 * ended, so the promises of all later texts fail too, over an {@link IllegalStateException} whose
 * cause is the first failure: close the channel. A {@code CharSequence} that is written before the
 * last piece of a message fails likewise, alone.
 *
 * <p>Not sharable: each channel has a handler of its own. The spec may be shared.
 */
public final class WebSocketTextEncoder extends MessageToMessageEncoder<Object> {
  /** The largest frame that Netty's decoder takes by default. */
  private static final int FRAME_LENGTH = 65_536;

  private final EncoderSpec spec;
  private final AllocatedBuffers buffers = new AllocatedBuffers();

  /** Writes the message that is open; null between messages. */
  private @Nullable Stage<CharSequence, ByteBuf> open;

  private @Nullable Throwable failure;
  private boolean encoding;

  /**
   * Encodes by {@code spec}, which channels may share.
   *
   * @param spec the largest frame, and what becomes of unpaired surrogates; of UTF-8, immutable
   * @throws IllegalArgumentException if the encoding is not UTF-8
   */
  public WebSocketTextEncoder(EncoderSpec spec) {
    super(Object.class);
    if (spec.encoding() != TextEncoding.UTF_8) {
      throw new IllegalArgumentException(
          "the text of a WebSocket is UTF-8, not " + spec.encoding() + ": take TextEncoding.UTF_8");
    }
    this.spec = spec;
  }

  /**
   * Encodes to frames of at most 65,536 bytes, which Netty reads by default, and replaces
   * ill-formed sequences by U+FFFD.
   */
  public WebSocketTextEncoder() {
    this(EncoderSpec.of(TextEncoding.UTF_8).pieceBytes(FRAME_LENGTH));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    buffers.allocateFrom(ctx.alloc());
  }

  @Override
  public boolean acceptOutboundMessage(Object message) {
    return message instanceof CharSequence || message instanceof WebSocketText;
  }

  @Override
  protected void encode(ChannelHandlerContext ctx, Object message, List<Object> out) {
    requireReady(message);
    encoding = true;
    try {
      if (message instanceof WebSocketText piece) {
        addFrames(piece.text(), piece.endsMessage(), out);
      } else {
        addFrames((CharSequence) message, true, out);
      }
    } finally {
      encoding = false;
    }
  }

  private void requireReady(Object message) {
    if (encoding) {
      throw new EncoderException(
          new IllegalStateException("written by an observer of the message that is being encoded"));
    }
    if (failure != null) {
      throw new EncoderException(
          new IllegalStateException("an earlier piece has failed: close the channel", failure));
    }
    if (open != null && !(message instanceof WebSocketText)) {
      throw new EncoderException(
          new IllegalStateException(
              "a message is open: write its last piece, new WebSocketText(.., true), first"));
    }
  }

  private void addFrames(CharSequence text, boolean endsMessage, List<Object> out) {
    boolean begins = open == null;
    Stage<CharSequence, ByteBuf> message = open != null ? open : Stages.encode(spec, buffers);
    open = null;
    List<ByteBuf> contents = new ArrayList<>(1);
    try {
      message.offer(text);
      if (endsMessage) {
        message.endOfInput();
      }
      drain(message, contents);
      open = endsMessage ? null : message;
    } catch (Throwable e) {
      contents.forEach(ByteBuf::release);
      if (!(begins && endsMessage)) {
        failure = e;
      }
      throw e;
    }
    addFrames(contents, begins, endsMessage, out);
  }

  private static void drain(Stage<CharSequence, ByteBuf> message, List<ByteBuf> contents) {
    ByteBuf content;
    while ((content = message.poll()) != null) {
      contents.add(content);
    }
  }

  /** A piece that yields no bytes yet, or a message without text, is an empty frame. */
  private static void addFrames(
      List<ByteBuf> contents, boolean begins, boolean endsMessage, List<Object> out) {
    if (contents.isEmpty()) {
      contents.add(Unpooled.EMPTY_BUFFER);
    }
    int last = contents.size() - 1;
    for (int i = 0; i <= last; i++) {
      out.add(frame(contents.get(i), begins && i == 0, endsMessage && i == last));
    }
  }

  private static WebSocketFrame frame(ByteBuf content, boolean begins, boolean ends) {
    return begins
        ? new TextWebSocketFrame(ends, 0, content)
        : new ContinuationWebSocketFrame(ends, 0, content);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    Stage<CharSequence, ByteBuf> message = open;
    if (message != null) {
      open = null;
      message.close();
    }
  }
}
