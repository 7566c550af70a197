/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.serve;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import io.utflow.codec.BomPolicy;
import io.utflow.codec.DecoderSpec;
import io.utflow.codec.EncoderSpec;
import io.utflow.codec.TextEncoding;
import io.utflow.codec.stage.ByteStage;
import io.utflow.codec.stage.Stages;
import io.utflow.netty.HttpTextDecoder;
import io.utflow.netty.HttpTextEncoder;
import io.utflow.netty.HttpTextException;
import java.io.PrintWriter;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text server over HTTP: the body of a {@code POST /} comes back in UTF-8 while it arrives,
 * unpacked if it is compressed. The charset of its {@code Content-Type} names the encoding; without
 * one, as on a plain connection, a byte order mark decides, or else the default holds.
 *
 * <p>A connection may have any number of requests, one after the other. A body that cannot be read
 * is answered with an error, and the connection goes on, unless a part of the body was sent back
 * already.
 */
final class HttpText extends ChannelInboundHandlerAdapter {
  private static final String PLAIN_UTF_8 = "text/plain;charset=UTF-8";
  private static final String HELP =
      "POST text here, with its charset in the Content-Type; it comes back in UTF-8.\n";

  private final TextEncoding defaultEncoding;
  private final PrintWriter out;

  /** The summary for the request whose body is being sent back; null between requests. */
  private @Nullable IllFormedSummary illFormed;

  /** Whether the answer to it has begun. */
  private boolean begun;

  private HttpText(TextEncoding defaultEncoding, PrintWriter out) {
    this.defaultEncoding = defaultEncoding;
    this.out = out;
  }

  /** Makes a pipeline of HTTP. */
  static void fill(ChannelPipeline pipeline, TextEncoding defaultEncoding, PrintWriter out) {
    HttpText text = new HttpText(defaultEncoding, out);
    pipeline
        .addLast(new HttpServerCodec())
        .addLast(new HttpServerKeepAliveHandler())
        .addLast(new HttpServerExpectContinueHandler());
    addText(pipeline, text);
  }

  /** The part of a pipeline that is the same for HTTP/2. */
  private static void addText(ChannelPipeline pipeline, HttpText text) {
    pipeline
        .addLast(new HttpContentDecompressor(0))
        .addLast(new HttpContentCompressor())
        .addLast(new HttpTextDecoder<>(text::reader))
        .addLast(new HttpTextEncoder(answer -> EncoderSpec.of(TextEncoding.UTF_8)))
        .addLast(text);
  }

  /**
   * Fills the pipeline of one HTTP/2 stream, after the handler that turns its frames into HTTP
   * messages.
   */
  static void fillStream(ChannelPipeline pipeline, TextEncoding defaultEncoding, PrintWriter out) {
    addText(pipeline, new HttpText(defaultEncoding, out));
  }

  private ByteStage<String> reader(HttpMessage request) {
    @Nullable String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE);
    DecoderSpec otherwise = DecoderSpec.of(defaultEncoding);
    DecoderSpec spec =
        Optional.ofNullable(type)
            .flatMap(TextEncoding::ofContentType)
            .map(otherwise::declared)
            .orElseGet(() -> otherwise.bom(BomPolicy.SNIFF));
    IllFormedSummary told = illFormed;
    return Stages.decode(told == null ? spec : spec.observer(told));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      receive(ctx, request);
    } else if (message instanceof String text) {
      if (illFormed != null) {
        begin(ctx);
        ctx.write(text);
      }
    } else if (message instanceof LastHttpContent) {
      end(ctx);
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void receive(ChannelHandlerContext ctx, HttpRequest request) {
    if (!new QueryStringDecoder(request.uri()).path().equals("/")) {
      answer(ctx, HttpResponseStatus.NOT_FOUND, "");
    } else if (request.method().equals(HttpMethod.POST)) {
      illFormed = new IllFormedSummary(out, "HTTP " + ctx.channel().remoteAddress());
      begun = false;
    } else if (request.method().equals(HttpMethod.GET)) {
      answer(ctx, HttpResponseStatus.OK, HELP);
    } else {
      answer(ctx, HttpResponseStatus.METHOD_NOT_ALLOWED, "");
    }
  }

  private void begin(ChannelHandlerContext ctx) {
    if (!begun) {
      begun = true;
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      head.headers().set(HttpHeaderNames.CONTENT_TYPE, PLAIN_UTF_8);
      HttpUtil.setTransferEncodingChunked(head, true);
      ctx.write(head);
    }
  }

  private void end(ChannelHandlerContext ctx) {
    if (illFormed != null) {
      begin(ctx);
      ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
      tell();
    }
  }

  private void tell() {
    IllFormedSummary told = illFormed;
    illFormed = null;
    if (told != null) {
      told.close();
    }
  }

  private static void answer(ChannelHandlerContext ctx, HttpResponseStatus status, String text) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, ByteBufUtil.writeUtf8(ctx.alloc(), text));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, PLAIN_UTF_8);
    HttpUtil.setContentLength(answer, answer.content().readableBytes());
    ctx.writeAndFlush(answer);
  }

  /** A client that disconnects in the middle is not reported. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    boolean waits = illFormed != null && !begun && ctx.channel().isActive();
    if (cause instanceof HttpTextException failure && waits) {
      tell();
      answer(ctx, failure.status(), problem(failure) + "\n");
    } else if (!(cause instanceof HttpTextException) || illFormed != null) {
      tell();
      ctx.close();
    }
  }

  private static String problem(HttpTextException failure) {
    return failure.getCause() instanceof UnsupportedCharsetException unknown
        ? "unknown charset " + unknown.getCharsetName()
        : "" + failure.getMessage();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
  }

  /** While the client does not read the response, nothing more is read from it. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(ctx.channel().isWritable());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    tell();
  }
}
