/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.utflow.codec.IllFormedTextException;
import io.utflow.codec.packing.BrokenEscapeException;
import io.utflow.codec.stage.BareLineBreakException;
import io.utflow.codec.stage.FrameBounds;
import io.utflow.codec.stage.FrameException;
import io.utflow.codec.stage.FrameResult;
import io.utflow.codec.stage.ShortRecordException;
import io.utflow.codec.stage.TooLongException;
import io.utflow.netty.inbound.Outlet;
import org.jspecify.annotations.Nullable;

/** Fires the events for the body of an HTTP message: outputs, then an end or an exception. */
final class HttpOutputs implements FrameResult<Object, Object>, Outlet {
  private LastHttpContent last = LastHttpContent.EMPTY_LAST_CONTENT;

  /** The end of the body that ends next. */
  void endWith(LastHttpContent end) {
    last = end;
  }

  @Override
  public Object output(Object output) {
    return output;
  }

  @Override
  public Object end(FrameBounds bounds) {
    return last;
  }

  @Override
  public Object failed(FrameException failure) {
    Throwable cause = failure.getCause();
    return failure.reason() == FrameException.Reason.UNREADABLE && cause != null
        ? new HttpTextException(status(cause), "the body cannot be read: " + cause, cause)
        : cut(cause == null ? failure : cause);
  }

  /** The status for a body that cannot be read: 4xx where its sender is to blame. */
  private static HttpResponseStatus status(Throwable cause) {
    boolean isBad =
        cause instanceof IllFormedTextException
            || cause instanceof BareLineBreakException
            || cause instanceof ShortRecordException
            || cause instanceof BrokenEscapeException;
    if (cause instanceof FrameException frame) {
      Throwable within = frame.getCause();
      if (frame.reason() == FrameException.Reason.UNREADABLE && within != null) {
        return status(within); // Perhaps of a function or an observer.
      }
      return frame.reason() == FrameException.Reason.TOO_LONG
          ? HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE
          : HttpResponseStatus.BAD_REQUEST;
    }
    if (cause instanceof TooLongException) {
      return HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE;
    }
    return isBad ? HttpResponseStatus.BAD_REQUEST : HttpResponseStatus.INTERNAL_SERVER_ERROR;
  }

  /** A message without an end. */
  static HttpTextException cut(@Nullable Throwable cause) {
    return new HttpTextException(
        HttpResponseStatus.BAD_REQUEST,
        "the message was cut" + (cause == null ? " by the end of the channel" : ": " + cause),
        cause);
  }

  static HttpTextException notUndone(String coding) {
    return new HttpTextException(
        HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE,
        "the " + coding + " was not undone: put an HttpContentDecompressor before this handler",
        null);
  }

  /** No stage was made for the body: an argument of it is not known, as its charset. */
  static HttpTextException noStage(Throwable cause) {
    HttpResponseStatus status =
        cause instanceof IllegalArgumentException
            ? HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE
            : HttpResponseStatus.INTERNAL_SERVER_ERROR;
    return new HttpTextException(status, "no stage for the body: " + cause, cause);
  }

  @Override
  public void fire(ChannelHandlerContext ctx, Object output) {
    if (output instanceof HttpTextException failure) {
      ctx.fireExceptionCaught(failure);
    } else {
      ctx.fireChannelRead(output);
    }
  }

  @Override
  public void fireRest(ChannelHandlerContext ctx, ByteBuf rest) {
    ctx.fireChannelRead(new DefaultHttpContent(rest));
  }
}
