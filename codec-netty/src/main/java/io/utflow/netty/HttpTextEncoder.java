/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.FullHttpMessage;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.sse.ServerSentEvent;
import io.utflow.codec.stage.Stage;
import io.utflow.codec.stage.Stages;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the text and the events that are written between the head of a message of HTTP and its
 * end: each becomes an {@code HttpContent}. Handlers of content, such as an {@code
 * HttpContentCompressor}, work on this body too.
 *
 * <pre>{@code
 * pipeline.addLast(new HttpServerCodec(), new HttpContentCompressor());
 * pipeline.addLast(HttpTextEncoder.inCharset(EncoderSpec.of(UTF_8)));
 * // In a handler after it:
 * ctx.write(head); // Content-Type: text/plain;charset=utf-8, Transfer-Encoding: chunked
 * ctx.writeAndFlush("text"); // a CharSequence or a ServerSentEvent
 * ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
 * }</pre>
 *
 * <p>Each message is a text of its own. A surrogate pair may be cut by two writes; a high surrogate
 * that still waits is decided at the {@link LastHttpContent}: what it becomes is written before
 * that. All other messages pass, full ones and content too. Flush after each event, or it waits.
 *
 * <p><b>Failures.</b> Text that is not between a head and its end fails its promise. If the policy
 * of the spec reports, the bytes before the unpaired surrogate are written, the promise fails with
 * an {@link EncoderException}, and so do those of all later parts of this message, its end
 * included: the sent part must not look whole. Close the channel then. The next head begins anew.
 *
 * <p>Not sharable: each channel has a handler of its own.
 */
public final class HttpTextEncoder extends ChannelOutboundHandlerAdapter {
  private final Function<? super HttpMessage, EncoderSpec> specs;
  private final AppendingBuffers target = new AppendingBuffers();

  /** Encodes the open message; null where no message is open. */
  private @Nullable Stage<CharSequence, ByteBuf> stage;

  private boolean isUtf8;
  private @Nullable Throwable failure;

  /**
   * Encodes each message by a spec of its own.
   *
   * @param specs answers with how the text of a message is written, of which it is given the head;
   *     what it throws fails the promise of the head, which is not sent
   */
  public HttpTextEncoder(Function<? super HttpMessage, EncoderSpec> specs) {
    this.specs = Objects.requireNonNull(specs, "specs");
  }

  /**
   * Encodes in the charset of the {@code Content-Type} of a message.
   *
   * @param otherwise how text is written, in its encoding where the header has no charset
   * @return a handler for one channel
   */
  public static HttpTextEncoder inCharset(EncoderSpec otherwise) {
    Objects.requireNonNull(otherwise, "otherwise");
    return new HttpTextEncoder(
        message -> {
          String type = message.headers().get(HttpHeaderNames.CONTENT_TYPE);
          return type == null
              ? otherwise
              : TextEncoding.ofContentType(type).map(otherwise::encoding).orElse(otherwise);
        });
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof CharSequence text) {
      writeText(ctx, text, promise);
    } else if (message instanceof ServerSentEvent event) {
      if (isUtf8 || stage == null) {
        writeText(ctx, event.toText(), promise);
      } else {
        promise.setFailure(
            new EncoderException("an event stream is always UTF-8, this message is not"));
      }
    } else if (message instanceof LastHttpContent && !isWhole(message)) {
      writeEnd(ctx, message, promise);
    } else if (message instanceof HttpMessage head && !isWhole(message)) {
      writeHead(ctx, head, promise);
    } else if (failure != null && isContent(message)) {
      ReferenceCountUtil.release(message);
      promise.setFailure(unwritten());
    } else {
      ctx.write(message, promise);
    }
  }

  private static boolean isWhole(Object message) {
    return message instanceof FullHttpMessage;
  }

  /** Whether Netty's encoder of HTTP sends it as a part of the open body. */
  private static boolean isContent(Object message) {
    return message instanceof ByteBuf
        || message instanceof FileRegion
        || message instanceof HttpContent && !isWhole(message);
  }

  private void writeHead(ChannelHandlerContext ctx, HttpMessage head, ChannelPromise promise) {
    if (target.isInUse()) {
      failWithin(head, promise);
      return;
    }
    drop();
    EncoderSpec spec;
    try {
      spec = specs.apply(head);
      stage = Stages.encode(spec.pieceBytes(Integer.MAX_VALUE), target);
    } catch (RuntimeException e) {
      ReferenceCountUtil.release(head);
      promise.setFailure(new EncoderException(e));
      return;
    }
    isUtf8 = spec.encoding().equals(TextEncoding.UTF_8);
    ctx.write(head, promise);
  }

  private static void failWithin(Object message, ChannelPromise promise) {
    ReferenceCountUtil.release(message);
    promise.setFailure(
        new EncoderException(
            new IllegalStateException("written by an observer or a handler of this encoder")));
  }

  private void writeText(ChannelHandlerContext ctx, CharSequence text, ChannelPromise promise) {
    Stage<CharSequence, ByteBuf> open = stage;
    if (target.isInUse()) {
      failWithin(text, promise);
    } else if (failure != null || open == null) {
      promise.setFailure(unwritten());
    } else {
      ByteBuf bytes = encoded(ctx, open, text);
      Throwable thrown = failure;
      if (thrown == null) {
        ctx.write(new DefaultHttpContent(bytes), promise);
      } else {
        writeIfReadable(ctx, bytes);
        promise.setFailure(new EncoderException(thrown));
      }
    }
  }

  private EncoderException unwritten() {
    return new EncoderException(
        failure == null
            ? new IllegalStateException("no message is open: write its head before its text")
            : new IllegalStateException("the message has failed at an earlier text", failure));
  }

  /**
   * The bytes of text, or of the end if it is null; where that fails, those before, and the message
   * has failed.
   */
  private ByteBuf encoded(
      ChannelHandlerContext ctx, Stage<CharSequence, ByteBuf> open, @Nullable CharSequence text) {
    ByteBuf bytes = Unpooled.EMPTY_BUFFER;
    try {
      bytes = ctx.alloc().ioBuffer(text == null ? 0 : text.length());
      target.appendTo(bytes);
      if (text == null) {
        open.endOfInput();
      } else {
        open.offer(text);
      }
      while (open.poll() != null) {
        // Each output is the target.
      }
    } catch (Throwable e) {
      // No memory, or what an observer has thrown: in another language also a checked exception.
      failure = e;
    } finally {
      target.appendTo(Unpooled.EMPTY_BUFFER);
    }
    return bytes;
  }

  private static void writeIfReadable(ChannelHandlerContext ctx, ByteBuf bytes) {
    if (bytes.isReadable()) {
      ctx.write(new DefaultHttpContent(bytes));
    } else {
      bytes.release();
    }
  }

  private void writeEnd(ChannelHandlerContext ctx, Object end, ChannelPromise promise) {
    if (target.isInUse()) {
      failWithin(end, promise);
      return;
    }
    Stage<CharSequence, ByteBuf> open = stage;
    if (open != null && failure == null) {
      writeIfReadable(ctx, encoded(ctx, open, null));
    }
    Throwable thrown = failure;
    drop();
    if (thrown == null) {
      ctx.write(end, promise);
    } else {
      ReferenceCountUtil.release(end);
      promise.setFailure(new EncoderException(thrown));
    }
  }

  private void drop() {
    Stage<CharSequence, ByteBuf> open = stage;
    stage = null;
    failure = null;
    if (open != null) {
      open.close();
    }
  }

  /**
   * Waiting text is dropped: the caller that removes the handler within a message writes the rest.
   */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (target.isInUse()) {
      ctx.executor().execute(this::drop);
    } else {
      drop();
    }
  }
}
