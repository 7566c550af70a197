/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes what reaches the last handler behind a decoder of bodies: a head as its URI or status, an
 * end as {@code .} with its trailers, bytes as hexadecimal digits, an exception by its status.
 * Where pieces of text are not to be told apart, they are joined.
 */
@ChannelHandler.Sharable // Of one channel after another.
final class HttpRecorder extends ChannelInboundHandlerAdapter {
  final List<String> events = new ArrayList<>();
  final List<Throwable> errors = new ArrayList<>();
  private final boolean joins;
  private boolean afterText;

  /** Runs within {@code channelRead}. */
  @Nullable BiConsumer<ChannelHandlerContext, Object> onRead;

  HttpRecorder(boolean joins) {
    this.joins = joins;
  }

  HttpRecorder() {
    this(false);
  }

  /** What happened since this was last asked. */
  List<String> take() {
    List<String> taken = List.copyOf(events);
    events.clear();
    afterText = false;
    return taken;
  }

  private void note(String event, boolean isText) {
    if (joins && isText && afterText) {
      int last = events.size() - 1;
      events.set(last, events.get(last) + event);
    } else {
      events.add(event);
    }
    afterText = isText;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      note("<" + request.uri() + ">", false);
    } else if (message instanceof HttpResponse response) {
      note("<" + response.status().code() + ">", false);
    } else if (message instanceof ByteBuf bytes) {
      note(ByteBufUtil.hexDump(bytes), false);
    } else if (!(message instanceof HttpContent)) {
      note(String.valueOf(message), true);
    }
    if (message instanceof HttpContent content) {
      if (content.content().isReadable()) {
        note("{" + ByteBufUtil.hexDump(content.content()) + "}", false);
      }
      if (content instanceof LastHttpContent last) {
        note(
            last.trailingHeaders().isEmpty() ? "." : "." + last.trailingHeaders().entries(), false);
      }
    }
    if (onRead != null) {
      onRead.accept(ctx, message);
    }
    ReferenceCountUtil.release(message);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    errors.add(cause);
    note(
        cause instanceof HttpTextException failure
            ? "!" + failure.status().code()
            : "!" + cause.getClass().getSimpleName(),
        false);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    note("inactive", false);
  }
}
